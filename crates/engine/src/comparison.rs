//! When what is and what should be are the same.
//!
//! Two senses of it are needed. [`equal`] is Ruby's `==`: numbers by size, containers by content, hashes in any order,
//! a string never a symbol. [`in_sync`] is what a single attribute is held to: it also accepts the text form of what
//! is desired, at the top level only, so that the `"5"` of a provider satisfies the `5` of a manifest.

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{State, render};

/// Whether the value of an attribute is what it should be.
pub(crate) fn in_sync(is: &Value, should: &Value) -> bool {
    equal(is, should) || is_text_of(is, should)
}

/// Whether the `ensure` of a resource is what it should be: a symbol and a string of the same text are the same.
pub(crate) fn ensure_in_sync(is: &Value, should: &Value) -> bool {
    match (word(is), word(should)) {
        (Some(is), Some(should)) => is == should,
        (None, _) | (_, None) => render::interpolate(is) == render::interpolate(should),
    }
}

/// Whether two states say the same about the same attributes.
pub(crate) fn same_state(left: &State, right: &State) -> bool {
    left.len() == right.len()
        && left.iter().all(|(name, value)| right.get(name).is_some_and(|other| equal(value, other)))
}

/// Whether this `ensure` says that a resource does not exist.
pub(crate) fn is_absent(ensure: Option<&Value>) -> bool {
    ensure.and_then(word) == Some("absent")
}

/// Whether two values are the same to Ruby.
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
        // The text of a secret is the same for all secrets, so it says nothing.
        (_, Value::Sensitive(_)) | (Value::String(_), Value::String(_)) => false,
        (Value::String(text), should) => *text == render::interpolate(should),
        _ => false,
    }
}

fn word(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) | Value::Symbol(text) => Some(text),
        _ => None,
    }
}
