//! Operators on values.

use std::cmp::Ordering;

use pcore::{
    Value,
    semver::Version,
    time::{TimeError, Timespan},
};

/// The operators by precedence, weakest first; a longer one before its own prefix.
pub const LEVELS: [&[&str]; 6] =
    [&["<=", ">=", "<", ">"], &["==", "!="], &["+", "-"], &["*", "/", "%"], &["=~", "!~"], &["in "]];

/// Evaluates `left operator right`.
pub fn apply(operator: &str, left: &Value, right: &Value) -> Result<Value, String> {
    Ok(match operator {
        "==" => left.loosely_equals(right).into(),
        "!=" => (!left.loosely_equals(right)).into(),
        "=~" => matches(left, right)?.into(),
        "!~" => (!matches(left, right)?).into(),
        "in " => contains(right, left)?.into(),
        "<" => compare(left, right)?.is_some_and(Ordering::is_lt).into(),
        "<=" => compare(left, right)?.is_some_and(Ordering::is_le).into(),
        ">" => compare(left, right)?.is_some_and(Ordering::is_gt).into(),
        ">=" => compare(left, right)?.is_some_and(Ordering::is_ge).into(),
        arithmetic => return calculate(arithmetic, left, right),
    })
}

/// Evaluates `-value`.
pub fn negate(value: &Value) -> Result<Value, String> {
    match value {
        Value::Integer(number) => Ok(Value::Integer(-number)),
        Value::Timespan(span) => span.checked_neg().map(Value::from).map_err(|error| error.to_string()),
        other => Err(format!("no negative of {other:?}")),
    }
}

fn matches(left: &Value, right: &Value) -> Result<bool, String> {
    match (left, right) {
        (value, Value::Type(wanted)) => Ok(wanted.is_instance(value)),
        (Value::String(text), Value::SemVerRange(range)) => {
            Ok(Version::parse(text).is_ok_and(|version| range.contains(&version)))
        }
        _ => Err(format!("no match of {left:?} with {right:?}")),
    }
}

fn contains(whole: &Value, part: &Value) -> Result<bool, String> {
    match (whole, part) {
        (Value::Binary(bytes), Value::String(text)) => {
            Ok(bytes.windows(text.len()).any(|window| window == text.as_bytes()))
        }
        (Value::Binary(bytes), Value::Integer(byte)) => Ok(bytes.iter().any(|found| i64::from(*found) == *byte)),
        _ => Err(format!("no search for {part:?} in {whole:?}")),
    }
}

/// Compares; a type is less than another that accepts it, and many types are unordered.
fn compare(left: &Value, right: &Value) -> Result<Option<Ordering>, String> {
    match (left, right) {
        (Value::Type(left), Value::Type(right)) => Ok(match (right.accepts(left), left.accepts(right)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }),
        (Value::SemVer(left), Value::SemVer(right)) => Ok(Some(left.precedence(right))),
        _ => Err(format!("no order of {left:?} and {right:?}")),
    }
}

fn calculate(operator: &str, left: &Value, right: &Value) -> Result<Value, String> {
    let span = |outcome: Result<Timespan, TimeError>| outcome.map(Value::from).map_err(|error| error.to_string());
    match (left, operator, right) {
        (Value::Timespan(left), "+", Value::Timespan(right)) => span(left.checked_add(*right)),
        (Value::Timespan(left), "-", Value::Timespan(right)) => span(left.checked_sub(*right)),
        (Value::Timespan(_), "+" | "-", Value::Integer(seconds)) => {
            calculate(operator, left, &Value::from(Timespan::from_seconds(*seconds)))
        }
        (Value::Timespan(left), "*", Value::Integer(factor)) => span(left.checked_mul(*factor)),
        (Value::Timespan(left), "/", Value::Integer(divisor)) => span(left.checked_div(*divisor)),
        (Value::Timespan(left), "/", Value::Timespan(right)) => Ok(Value::from(left.ratio(*right))),
        (Value::Timespan(left), "%", Value::Integer(divisor)) => {
            left.checked_modulo(*divisor).map(Value::from).map_err(|error| error.to_string())
        }
        (Value::Integer(_), "+" | "*", Value::Timespan(_)) => calculate(operator, right, left),
        (Value::Timestamp(left), "-", Value::Timespan(right)) => {
            left.checked_sub(*right).map(Value::from).map_err(|error| error.to_string())
        }
        (Value::Binary(left), "+", Value::Binary(right)) => {
            Ok(Value::Binary(left.iter().chain(right).copied().collect()))
        }
        _ => Err(format!("no {left:?} {operator} {right:?}")),
    }
}
