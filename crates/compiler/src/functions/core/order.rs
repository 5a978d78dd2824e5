//! Functions that compare values: order, extremes, versions.

use std::cmp::Ordering;

use ecow::EcoString;
use pcore::Value;

use crate::{
    evaluate::value_label::label,
    functions::{Body, Call, Function, Outcome, Signature, fail, number, order, ruby::sort::merge_sort, text},
};

functions![
    Function::typed(
        "compare",
        "Returns -1, 0 or 1 as the first of two values is less than, equal to or greater than the second",
        &[
            Signature::new(&["Numeric a", "Numeric b"], by_order),
            Signature::new(&["String a", "String b", "Boolean ignore_case?"], texts),
            Signature::new(&["SemVer a", "SemVer b"], by_order),
            Signature::new(&["Numeric a", "Variant[Timespan, Timestamp] b"], by_order),
            Signature::new(&["Timestamp a", "Variant[Timestamp, Numeric] b"], by_order),
            Signature::new(&["Timespan a", "Variant[Timespan, Numeric] b"], by_order),
        ],
        &[
            ("compare(1, 2)", "-1"),
            ("compare('a', 'A')", "0"),
            ("compare('a', 'A', false)", "1"),
            ("compare(SemVer('1.10.0'), SemVer('1.9.0'))", "1"),
            ("compare(Timespan(90), 90)", "0"),
        ],
    )
    .refusing(refusal),
    Function::typed(
        "max",
        "Returns the greatest of its arguments, or of the elements of an array",
        &extreme(|call| best(call, MAX, call.arguments), |call| best(call, MAX, call.array(0)?)),
        &[
            ("max(1, 3, 2)", "3"),
            ("max(['a', 'c', 'b'])", "'c'"),
            ("max(['fig', 'apple']) |$a, $b| { compare($a.length, $b.length) }", "'apple'"),
        ],
    ),
    Function::typed(
        "min",
        "Returns the least of its arguments, or of the elements of an array",
        &extreme(|call| best(call, MIN, call.arguments), |call| best(call, MIN, call.array(0)?)),
        &[("min(3, 1, 2)", "1"), ("min(['b', 'a'])", "'a'"), ("min([3, 1]) |$a, $b| { compare($b, $a) }", "3")],
    ),
    Function::typed(
        "sort",
        "Returns the elements of an array, or the characters of a text, in order; a block may compare two of them",
        &[
            Signature::new(&["String string_value"], text).block("Callable[2, 2] block?"),
            Signature::new(&["Array array_value"], list).block("Callable[2, 2] block?"),
        ],
        &[
            ("sort([3, 1, 2])", "[1, 2, 3]"),
            ("sort(['B', 'a', 'C'])", "['B', 'C', 'a']"),
            ("sort('cab')", "'abc'"),
            ("sort([1, 2, 3]) |$a, $b| { compare($b, $a) }", "[3, 2, 1]"),
        ],
    ),
    Function::typed(
        "versioncmp",
        "Returns -1, 0 or 1 as the first of two versions is older than, the same as or newer than the second",
        &[Signature::new(&["String a", "String b", "Boolean ignore_trailing_zeroes?"], versioncmp)],
        &[
            ("versioncmp('1.2', '1.10')", "-1"),
            ("versioncmp('2.0-1', '2.0-1')", "0"),
            ("versioncmp('1.2.3-rc1', '1.2.3')", "1"),
            ("versioncmp('1.0.0', '1', true)", "0"),
        ],
    )
    .legacy()
    .pure(),
];

/// The signatures of `min` and `max`: of the arguments, or of the elements of an array.
const fn extreme(values: Body, elements: Body) -> [Signature; 7] {
    [
        Signature::new(&["Numeric values*"], values),
        Signature::new(&["String values*"], values),
        Signature::new(&["Array[Numeric] values"], elements).block("Callable[2, 2] block?"),
        Signature::new(&["Array[String] values"], elements).block("Callable[2, 2] block?"),
        Signature::new(&["Array values"], elements).block("Callable[2, 2] block?"),
        Signature::new(&["Any values*"], values).block("Callable[2, 2] block"),
        Signature::new(&["Any values*"], values),
    ]
}

fn by_order(call: &mut Call<'_, '_>) -> Outcome {
    let order = order::compared(call.argument(0), call.argument(1))?;
    Ok(Value::Integer(order as i64))
}

fn texts(call: &mut Call<'_, '_>) -> Outcome {
    let (one, two) = (call.string(0)?, call.string(1)?);
    let order = match call.argument(2) {
        Value::Boolean(false) => one.cmp(two),
        // Only ASCII letters lose their case here.
        _ => one.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(two.bytes().map(|byte| byte.to_ascii_lowercase())),
    };
    Ok(Value::Integer(order as i64))
}

fn refusal(arguments: &[Value]) -> Option<String> {
    let [one, two, ignore_case @ ..] = arguments else { return None };
    let kinds = format!("Got {} and {}", label(one), label(two));
    if !is_comparable(one) || !is_comparable(two) {
        return Some(format!(
            "compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp \
             can be compared. {kinds}"
        ));
    }
    let strings = one.as_str().is_some() && two.as_str().is_some();
    match ignore_case {
        [] => {}
        _ if !strings => {
            return Some(
                "compare(): The third argument (ignore case) can only be used when comparing strings".to_owned(),
            );
        }
        [other] => {
            let given = label(other);
            return Some(format!("compare(): The third argument (ignore case) must be a Boolean. Got {given}"));
        }
        more => return Some(format!("compare(): Accepts at most 3 arguments, got {}", 2 + more.len())),
    }
    Some(format!(
        "compare(): Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). {kinds}"
    ))
}

fn is_comparable(value: &Value) -> bool {
    matches!(
        value,
        Value::String(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::SemVer(_)
            | Value::Timespan(_)
            | Value::Timestamp(_)
    )
}

const _: () = assert!(Ordering::Less as i64 == -1 && Ordering::Greater as i64 == 1);

/// Which end of the order is asked for.
struct Extreme {
    name: &'static str,
    /// The order that a better value has to the best one so far.
    better: Ordering,
}

const MIN: &Extreme = &Extreme { name: "min", better: Ordering::Less };
const MAX: &Extreme = &Extreme { name: "max", better: Ordering::Greater };

/// Takes the best of some values.
fn best(call: &mut Call<'_, '_>, extreme: &Extreme, values: &[Value]) -> Outcome {
    let [first, others @ ..] = values else {
        return match call.has_block() {
            true => Ok(Value::Undef),
            false => {
                let name = extreme.name;
                fail(format!("{name}(): Wrong number of arguments need at least one"))
            }
        };
    };
    let numbers = values.iter().all(|value| matches!(value, Value::Integer(_) | Value::Float(_)));
    let texts = values.iter().all(|value| matches!(value, Value::String(_)));
    let mut best = first;
    for value in others {
        let order = if call.has_block() {
            let answer = call.yield_block(&[value.clone(), best.clone()])?;
            order::answered(&answer, value, best)?
        } else if numbers {
            order::compared(value, best)?
        } else {
            by_text(call, extreme, texts, value, best)?
        };
        if order == extreme.better {
            best = value;
        }
    }
    Ok(best.clone())
}

/// Compares texts, as numbers where they look so; other values are made texts first. Both will go away.
fn by_text(call: &mut Call<'_, '_>, extreme: &Extreme, texts: bool, one: &Value, two: &Value) -> Outcome<Ordering> {
    let name = extreme.name;
    let (left, right) = (text::to_s(one), text::to_s(two));
    if looks_numeric(&left) && looks_numeric(&right) {
        call.deprecated(
            &format!("{name}_function_numeric_coerce_string"),
            &format!(
                "The {name}() function's auto conversion of String to Numeric is deprecated - change to convert input \
                 before calling, or use lambda"
            ),
        );
        return order::compared(&number::to_f(&left).into(), &number::to_f(&right).into());
    }
    if !texts {
        call.deprecated(
            &format!("{name}_function_string_coerce_any"),
            &format!(
                "The {name}() function's auto conversion of Any to String is deprecated - change to convert input \
                 before calling, or use lambda"
            ),
        );
    }
    Ok(left.cmp(&right))
}

/// Digits with an optional sign, and at most one part after a point, an underscore or an `e`.
fn looks_numeric(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once(['.', '_', 'e', 'E']) {
        Some((before, after)) => all_digits(before) && all_digits(after),
        None => all_digits(digits),
    }
}

fn sorted(call: &mut Call<'_, '_>, mut values: Vec<Value>) -> Outcome<Vec<Value>> {
    merge_sort(&mut values, &mut |one, two| {
        if !call.has_block() {
            return order::compared(one, two);
        }
        let answer = call.yield_block(&[one.clone(), two.clone()])?;
        order::answered(&answer, one, two)
    })?;
    Ok(values)
}

fn list(call: &mut Call<'_, '_>) -> Outcome {
    let values = call.array(0)?.to_vec();
    sorted(call, values).map(Value::from)
}

fn text(call: &mut Call<'_, '_>) -> Outcome {
    let characters = call.string(0)?.chars().map(|character| Value::String(EcoString::from(character))).collect();
    let sorted = sorted(call, characters)?;
    Ok(Value::String(sorted.iter().filter_map(Value::as_str).collect()))
}

fn versioncmp(call: &mut Call<'_, '_>) -> Outcome {
    let (one, two) = (call.string(0)?, call.string(1)?);
    let order = match call.argument(2) {
        Value::Boolean(true) => compare(&without_zeroes(one), &without_zeroes(two)),
        _ => compare(one, two),
    };
    Ok(Value::Integer(order as i64))
}

/// Compares two versions part by part.
pub(crate) fn compare(one: &str, two: &str) -> Ordering {
    for (left, right) in parts(one).zip(parts(two)) {
        if left == right {
            continue;
        }
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        return match (left, right) {
            ("-", _) => Ordering::Less,
            (_, "-") => Ordering::Greater,
            (".", _) => Ordering::Less,
            (_, ".") => Ordering::Greater,
            _ if is_number(left) && is_number(right) && !left.starts_with('0') && !right.starts_with('0') => {
                // Without zeros in front the longer number is the larger one, however many digits there are.
                left.len().cmp(&right.len()).then_with(|| left.cmp(right))
            }
            _ => left.to_uppercase().cmp(&right.to_uppercase()),
        };
    }
    one.cmp(two)
}

/// Takes a version apart: a dash, a point, digits, or anything else in a row.
fn parts(version: &str) -> impl Iterator<Item = &str> {
    let mut rest = version;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            '-' | '.' => 1,
            '0'..='9' => rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()),
            _ => rest.find(|letter: char| matches!(letter, '-' | '.' | '0'..='9')).unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        Some(part)
    })
}

/// The version without the zeros before the first dash.
fn without_zeroes(version: &str) -> String {
    let version = version.trim_end_matches('-');
    match version.split_once('-') {
        Some((main, rest)) => format!("{}-{rest}", main.trim_end_matches(['.', '0'])),
        None => version.trim_end_matches(['.', '0']).to_owned(),
    }
}
