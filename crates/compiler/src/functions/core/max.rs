//! `max`: the greatest of several values; and what it shares with `min`.

use std::cmp::Ordering;

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{
        Call, Function, Signature,
        ruby::{number, order, text},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "max",
    "Returns the greatest of its arguments, or of the elements of an array",
    &[
        Signature { parameters: &["Numeric values*"], block: None, body: |call| values(call, Wanted::Max) },
        Signature { parameters: &["String values*"], block: None, body: |call| values(call, Wanted::Max) },
        Signature {
            parameters: &["Array[Numeric] values"],
            block: Some("Callable[2, 2] block?"),
            body: |call| elements(call, Wanted::Max),
        },
        Signature {
            parameters: &["Array[String] values"],
            block: Some("Callable[2, 2] block?"),
            body: |call| elements(call, Wanted::Max),
        },
        Signature {
            parameters: &["Array values"],
            block: Some("Callable[2, 2] block?"),
            body: |call| elements(call, Wanted::Max),
        },
        Signature {
            parameters: &["Any values*"],
            block: Some("Callable[2, 2] block"),
            body: |call| values(call, Wanted::Max),
        },
        Signature { parameters: &["Any values*"], block: None, body: |call| values(call, Wanted::Max) },
    ],
    &[
        ("max(1, 3, 2)", "3"),
        ("max(['a', 'c', 'b'])", "'c'"),
        ("max(['fig', 'apple']) |$a, $b| { compare($a.length, $b.length) }", "'apple'"),
    ],
);

/// Which end of the order is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Min,
    Max,
}

impl Wanted {
    fn name(self) -> &'static str {
        match self {
            Wanted::Min => "min",
            Wanted::Max => "max",
        }
    }

    /// Whether a value that has this order to the best one so far takes its place.
    fn is_better(self, order: Ordering) -> bool {
        match self {
            Wanted::Min => order == Ordering::Less,
            Wanted::Max => order == Ordering::Greater,
        }
    }
}

/// Takes the best of the arguments.
pub(super) fn values(call: &mut Call<'_, '_>, wanted: Wanted) -> Outcome {
    best(call, wanted, call.arguments)
}

/// Takes the best of the elements of the first argument.
pub(super) fn elements(call: &mut Call<'_, '_>, wanted: Wanted) -> Outcome {
    let array = call.argument(0).clone();
    best(call, wanted, array.as_array().unwrap_or_default())
}

fn best(call: &mut Call<'_, '_>, wanted: Wanted, values: &[Value]) -> Outcome {
    let [first, others @ ..] = values else {
        return match call.has_block() {
            true => Ok(Value::Undef),
            false => {
                let name = wanted.name();
                Err(Interrupt::plain(format!("{name}(): Wrong number of arguments need at least one")))
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
            by_text(call, wanted, texts, value, best)?
        };
        if wanted.is_better(order) {
            best = value;
        }
    }
    Ok(best.clone())
}

/// Compares texts, as numbers where they look so; other values are made texts first. Both will go away.
fn by_text(call: &mut Call<'_, '_>, wanted: Wanted, texts: bool, one: &Value, two: &Value) -> Outcome<Ordering> {
    let name = wanted.name();
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

/// Digits with an optional sign, and at most one part behind a point, an underscore or an `e`.
fn looks_numeric(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once(['.', '_', 'e', 'E']) {
        Some((before, after)) => all_digits(before) && all_digits(after),
        None => all_digits(digits),
    }
}
