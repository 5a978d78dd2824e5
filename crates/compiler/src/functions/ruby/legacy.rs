//! The arguments of legacy functions: those that only count them ([`Calls::Counted`]).
//!
//! Puppet hands them simpler values: `undef` as an empty text, what is not data as text.
//!
//! [`Calls::Counted`]: crate::functions::Calls::Counted

use std::borrow::Cow;

use pcore::Value;

use crate::error::{Interrupt, Outcome};

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
