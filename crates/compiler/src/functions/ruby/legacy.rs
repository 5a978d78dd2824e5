//! The arguments of legacy functions: those that only count them ([`Calls::Counted`]).
//!
//! Puppet hands them simpler values: `undef` as an empty text, what is not data as text.
//!
//! [`Calls::Counted`]: crate::functions::Calls::Counted

use std::borrow::Cow;

use pcore::Value;

use super::{number, text};
use crate::error::{Interrupt, Outcome};

/// Whether a value is true for Ruby.
pub(crate) fn is_set(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}

/// `to_i` of what has it.
pub(crate) fn to_i(value: &Value) -> Outcome<i64> {
    match value {
        Value::Undef => Ok(0),
        Value::Integer(number) => Ok(*number),
        Value::Float(number) => Ok(*number as i64),
        Value::String(digits) => Ok(number::to_i(digits)),
        other => Err(Interrupt::unplaced(text::no_method("to_i", other))),
    }
}

/// Texts with colons between them; the elements of an array follow like those before them.
pub(crate) fn joined(values: &[Value]) -> String {
    let text = |value: &Value| match value {
        Value::Array(items) => joined(items),
        other => text::to_s(other),
    };
    values.iter().map(text).collect::<Vec<_>>().join(":")
}

/// Converts the arguments for a legacy function.
pub(crate) fn arguments(given: &[Value]) -> Outcome<Cow<'_, [Value]>> {
    if given.iter().all(stays) {
        return Ok(Cow::Borrowed(given));
    }
    given.iter().map(|value| if value.is_undef() { Ok(Value::from("")) } else { convert(value) }).collect()
}

fn stays(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Default)
}

/// Converts a value; `undef` within another stays.
fn convert(value: &Value) -> Outcome {
    Ok(match value {
        Value::Regexp(_)
        | Value::Binary(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_) => Value::from(value.to_string()),
        Value::Array(items) => items.iter().map(convert).collect::<Outcome<Value>>()?,
        Value::Hash(hash) => {
            let entries: Outcome<Vec<_>> =
                hash.iter().map(|(key, value)| Ok((convert(key)?, convert(value)?))).collect();
            Value::hash(entries?)
        }
        Value::Iterator(_) => return Err(Interrupt::unplaced("Use of an Iterator is not supported here")),
        Value::Undef
        | Value::Default
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Symbol(_)
        | Value::Sensitive(_)
        | Value::Type(_)
        | Value::Object(_) => value.clone(),
    })
}
