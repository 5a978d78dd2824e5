//! Conversions between booleans, numbers and text.

use std::sync::{Arc, LazyLock};

use pcore::{Value, infer, regexp::Regexp};

use super::arguments::{captures, first, has_number_line, own_pattern, single, to_i, wrong_count};
use crate::functions::{Call, Function, Outcome, Signature, fail, number, text};

functions![
    Function::unchecked(
        "any2bool",
        "Returns true for positive numbers, words such as 'yes', and everything that is neither number nor text",
        any2bool,
        &[("any2bool('yes')", "true"), ("any2bool(0)", "false"), ("any2bool([])", "true"), ("any2bool('')", "false")],
    ),
    Function::unchecked(
        "bool2num",
        "Returns 1 for true and words such as 'yes', 0 for false and words such as 'no'",
        |call| Ok(Value::Integer(i64::from(parse_bool(first(call)?)?))),
        &[("bool2num(true)", "1"), ("bool2num('no')", "0")],
    ),
    Function::unchecked(
        "bool2str",
        "Returns 'true' or 'false', or one of two other words",
        bool2str,
        &[("bool2str(true)", "'true'"), ("bool2str(false, 'on', 'off')", "'off'")],
    ),
    Function::counted(
        "clamp",
        "Returns the one of three numbers that lies between the others, in whatever order they are given",
        -2,
        clamp,
        &[("clamp(1, 5, 3)", "3"), ("clamp(['24', 12, 16])", "16")],
    ),
    Function::counted(
        "convert_base",
        "Returns a number as text in a base from 2 to 36",
        2,
        convert_base,
        &[("convert_base(5, 2)", "'101'"), ("convert_base('254', '16')", "'fe'"), ("convert_base(-10, 2)", "'-1010'")],
    ),
    Function::unchecked(
        "num2bool",
        "Returns whether a number, also one in a text, is one or more",
        |call| is_positive(single(call)?).map(Value::Boolean),
        &[("num2bool(1)", "true"), ("num2bool('0.9')", "false"), ("num2bool(-5)", "false")],
    ),
    Function::unchecked(
        "str2bool",
        "Returns true for 1, t, y, true and yes, and false for 0, f, n, false, no and nothing",
        |call| parse_bool(first(call)?).map(Value::Boolean),
        &[
            ("str2bool('Yes')", "true"),
            ("str2bool('0')", "false"),
            ("str2bool('')", "false"),
            ("str2bool(true)", "true")
        ],
    ),
    Function::unchecked(
        "to_bytes",
        "Returns how many bytes a size such as '4 kB' or '1.5G' has",
        to_bytes,
        &[("to_bytes('4 kB')", "4096"), ("to_bytes('1.5 G')", "1610612736"), ("to_bytes(12)", "12")],
    ),
    Function::typed(
        "type_of",
        "Returns the most precise type of a value",
        &[Signature::new(&["Any value"], |call| Ok(Value::Type(Arc::new(infer::detailed(call.argument(0))))))],
        &[("type_of(1)", "Integer[1, 1]"), ("type_of([1, 2])", "Tuple[Integer[1, 1], Integer[2, 2]]")],
    ),
];

fn any2bool(call: &mut Call<'_, '_>) -> Outcome {
    let answer = match first(call)? {
        Value::Boolean(value) => *value,
        Value::Undef => false,
        given @ (Value::Integer(_) | Value::Float(_)) => is_positive(given)?,
        given @ Value::String(text) if number::float(text).is_some() => is_positive(given)?,
        given @ Value::String(_) => parse_bool(given)?,
        _ => true,
    };
    Ok(Value::Boolean(answer))
}

fn bool2str(call: &mut Call<'_, '_>) -> Outcome {
    let (value, words) = match call.arguments {
        [value] => (value, [Value::from("true"), Value::from("false")]),
        [value, yes, no] => (value, [or(yes, "true"), or(no, "false")]),
        _ => return wrong_count(call, "3"),
    };
    let Value::Boolean(value) = value else { return fail("bool2str(): Requires a boolean to work with") };
    if !words.iter().all(|word| matches!(word, Value::String(_))) {
        return fail("bool2str(): Requires strings to convert to");
    }
    let [yes, no] = words;
    Ok(if *value { yes } else { no })
}

fn or(word: &Value, standard: &str) -> Value {
    if matches!(word, Value::Boolean(false)) { standard.into() } else { word.clone() }
}

fn clamp(call: &mut Call<'_, '_>) -> Outcome {
    let given = call.call_function("flatten", call.arguments)?;
    let [first, second, third] = given.as_array().unwrap_or_default() else {
        return fail("clamp(): Wrong number of arguments, need three to clamp");
    };
    let all = [first, second, third];
    for value in all {
        match value {
            Value::String(digits) if !has_number_line(digits) => {
                return fail(format!("clamp(): Required explicit numeric ({digits}:String)"));
            }
            Value::Hash(_) => return fail(format!("clamp(): The Hash type is not allowed ({})", text::to_s(value))),
            _ => {}
        }
    }
    let mut numbers = [to_i(first)?, to_i(second)?, to_i(third)?];
    numbers.sort_unstable();
    Ok(Value::Integer(numbers[1]))
}

/// A number in a text may have any length, but more digits would take long to convert.
const MAX_DIGITS: usize = 2_000;

const NOT_A_NUMBER: &str =
    "convert_base(): First argument must be an integer or a string corresponding to an integer in base 10";

fn convert_base(call: &mut Call<'_, '_>) -> Outcome {
    let (given, base) = (call.argument(0), call.argument(1));
    let is_known = |value: &Value| matches!(value, Value::Integer(_) | Value::String(_));
    if !is_known(given) {
        return fail("convert_base(): First argument must be either a string or an integer");
    }
    if !is_known(base) {
        return fail("convert_base(): Second argument must be either a string or an integer");
    }
    if [given, base].iter().any(|value| value.as_str().is_some_and(|text| !has_number_line(text))) {
        return fail(NOT_A_NUMBER);
    }
    let base = match base {
        Value::Integer(base) => *base,
        other => number::to_i(other.as_str().unwrap_or_default()),
    };
    let Some(base) = u32::try_from(base).ok().filter(|base| (2..=36).contains(base)) else {
        return fail("convert_base(): base must be at least 2 and must not be greater than 36");
    };
    let (negative, digits) = match given {
        Value::Integer(number) => (*number < 0, number.unsigned_abs().to_string()),
        other => (false, other.as_str().unwrap_or_default().to_owned()),
    };
    if digits.len() > MAX_DIGITS {
        return fail(format!("convert_base(): a number may have {MAX_DIGITS} digits at most"));
    }
    let sign = if negative { "-" } else { "" };
    Ok(Value::from(format!("{sign}{}", converted(&digits, base))))
}

/// Converts decimal digits of any length.
fn converted(digits: &str, base: u32) -> String {
    // Digits of the new base, the lowest first.
    let mut made: Vec<u32> = Vec::new();
    for digit in digits.chars().map_while(|digit| digit.to_digit(10)) {
        let mut carry = digit;
        for digit in &mut made {
            carry += *digit * 10;
            *digit = carry % base;
            carry /= base;
        }
        while carry > 0 {
            made.push(carry % base);
            carry /= base;
        }
    }
    if made.is_empty() {
        return "0".into();
    }
    made.iter().rev().filter_map(|digit| char::from_digit(*digit, base)).collect()
}

/// Whether what lies before the point is more than nothing.
fn is_positive(given: &Value) -> Outcome<bool> {
    Ok(match given {
        Value::Integer(number) => *number > 0,
        Value::Float(number) => *number >= 1.0,
        Value::String(digits) => match number::float(digits) {
            Some(number) => number >= 1.0,
            None => {
                let shown = text::inspect(given);
                return fail(format!(
                    "num2bool(): '{digits}' does not look like a number: invalid value for Float(): {shown}"
                ));
            }
        },
        other => number::to_i(&text::to_s(other)) > 0,
    })
}

/// What a word means; one line of the text is enough.
pub(super) fn parse_bool(given: &Value) -> Outcome<bool> {
    let word = match given {
        Value::Boolean(value) => return Ok(*value),
        Value::String(word) => word,
        _ => return fail("str2bool(): Requires string to work with"),
    };
    // A line end at the very end does not begin another line.
    let lines = || word.strip_suffix('\n').unwrap_or(word).split('\n').map(str::to_lowercase);
    let has = |words: &[&str]| lines().any(|line| words.contains(&line.as_str()));
    if has(&[""]) {
        Ok(false)
    } else if has(&["1", "t", "y", "true", "yes"]) {
        Ok(true)
    } else if has(&["0", "f", "n", "false", "no"]) || matches!(word.trim_end_matches('\n'), "undef" | "undefined") {
        Ok(false)
    } else {
        fail("str2bool(): Unknown type of boolean given")
    }
}

static SIZE: LazyLock<Option<Regexp>> = LazyLock::new(|| own_pattern(r"([0-9.e+-]*)\s*([^bB]?)"));

fn to_bytes(call: &mut Call<'_, '_>) -> Outcome {
    let written = match single(call)? {
        number @ (Value::Integer(_) | Value::Float(_)) => return Ok(number.clone()),
        Value::String(written) => written,
        other => return fail(text::no_conversion(other, "String")),
    };
    let captures = captures(&SIZE, written)?;
    let part = |number| {
        captures.as_ref().and_then(|captures| captures.get(number)).map(|found| found.as_str()).unwrap_or_default()
    };
    let power = match part(2) {
        "" => 0,
        "k" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        "P" => 50,
        "E" => 60,
        other => return fail(format!("to_bytes(): Unknown prefix {other}")),
    };
    let bytes = (number::to_f(part(1)) * (1_u64 << power) as f64).trunc();
    // 2 ** 63 itself is not an Integer.
    if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&bytes) {
        return fail(format!("to_bytes(): {written} is more bytes than an Integer can count"));
    }
    Ok(Value::Integer(bytes as i64))
}
