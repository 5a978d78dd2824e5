//! When a current value equals the desired one.
//!
//! There are two kinds of equality. [`equal`] is Ruby's `==`: numbers by value, containers by content, hashes in any order,
//! a string never equals a symbol. [`in_sync`] is for single attributes: it also accepts the text form of the desired
//! value, at the top level only, so that the `"5"` of a provider satisfies the `5` of a manifest.

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{State, render};

/// Whether the value of an attribute is the desired one.
pub(crate) fn in_sync(is: &Value, should: &Value) -> bool {
    equal(is, should) || is_text_of(is, should)
}

/// Whether the `ensure` of a resource is the desired one: a symbol equals a string of the same text.
pub(crate) fn ensure_in_sync(is: &Value, should: &Value) -> bool {
    match (word(is), word(should)) {
        (Some(is), Some(should)) => is == should,
        (None, _) | (_, None) => render::interpolate(is) == render::interpolate(should),
    }
}

/// Whether two states have the same attributes with equal values.
pub(crate) fn same_state(left: &State, right: &State) -> bool {
    left.len() == right.len()
        && left.iter().all(|(name, value)| right.get(name).is_some_and(|other| equal(value, other)))
}

/// Whether this `ensure` means that a resource does not exist.
pub(crate) fn is_absent(ensure: Option<&Value>) -> bool {
    ensure.and_then(word) == Some("absent")
}

/// Whether two values are equal in Ruby.
pub(crate) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Integer(_), Value::Float(_)) | (Value::Float(_), Value::Integer(_)) => left.loosely_equals(right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Hash(left), Value::Hash(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| equal(value, other)))
        }
        (Value::Sensitive(left), Value::Sensitive(right)) => equal(left, right),
        (left, right) => left == right,
    }
}

fn is_text_of(is: &Value, should: &Value) -> bool {
    match (is, should) {
        // All secrets have the same text.
        (_, Value::Sensitive(_)) | (Value::String(_), Value::String(_)) => false,
        (Value::String(text), should) => *text == render::interpolate(should),
        _ => false,
    }
}

/// The text of a string, or of a symbol, which values in Ruby may be.
pub(crate) fn word(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) | Value::Symbol(text) => Some(text),
        _ => None,
    }
}
