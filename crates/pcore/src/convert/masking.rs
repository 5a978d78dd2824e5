//! Values for error messages: the content of a `Sensitive` is replaced before a message is made.
//!
//! A message shows the type of the value, and some types reveal the value: that of a regular expression, of a type, of
//! a list of strings. So the secret is replaced by an empty value of the same kind.

use std::sync::Arc;

use crate::{
    regexp::Regexp,
    types::Type,
    value::{LazyIterator, Value},
};

/// Returns the value with empty values instead of secrets, at any depth.
pub(super) fn masked(value: &Value) -> Value {
    match value {
        Value::Sensitive(secret) => Value::Sensitive(Arc::new(empty_of_same_kind(secret))),
        Value::Array(items) => Value::array(items.iter().map(masked)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (masked(key), masked(value)))),
        Value::Iterator(iterator) if iterator_may_hold_secrets(iterator) => {
            Value::from(LazyIterator::items(iterator.iter().map(|item| masked(&item)).collect()))
        }
        other => other.clone(),
    }
}

/// Returns a value of the same kind whose type reveals nothing.
fn empty_of_same_kind(secret: &Value) -> Value {
    match secret {
        Value::String(_) => Value::from(""),
        Value::Regexp(_) => Regexp::new("").map(Value::from).unwrap_or_default(),
        Value::Type(_) => Value::from(Type::Any),
        Value::Iterator(_) => Value::from(LazyIterator::range(1, 0)),
        Value::Array(items) => Value::array(items.iter().map(empty_of_same_kind)),
        Value::Hash(hash) => {
            Value::hash(hash.iter().map(|(key, value)| (empty_of_same_kind(key), empty_of_same_kind(value))))
        }
        Value::Sensitive(inner) => empty_of_same_kind(inner),
        Value::Undef
        | Value::Default
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Symbol(_)
        | Value::Binary(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_)
        | Value::Object(_) => secret.clone(),
    }
}

/// Avoids iterating over a range of numbers, which may be long.
fn iterator_may_hold_secrets(iterator: &LazyIterator) -> bool {
    !matches!(iterator.element_type(), Type::Integer(_))
}
