//! Values for error messages: what a `Sensitive` holds is replaced before anything is said about it.
//!
//! A message shows the type of what was given, and some types tell the value: that of a regular expression, of a type,
//! of a list of texts. So the secret makes room for something empty of the same kind.

use std::sync::Arc;

use crate::{
    regexp::Regexp,
    types::Type,
    value::{LazyIterator, Value},
};

/// Returns the value with empty things for secrets, however deep they lie.
pub(super) fn masked(value: &Value) -> Value {
    match value {
        Value::Sensitive(secret) => Value::Sensitive(Arc::new(emptied(secret))),
        Value::Array(items) => Value::array(items.iter().map(masked)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (masked(key), masked(value)))),
        Value::Iterator(iterator) if iterator_may_hold_secrets(iterator) => {
            Value::from(LazyIterator::items(iterator.iter().map(|item| masked(&item)).collect()))
        }
        other => other.clone(),
    }
}

/// Returns something of the same kind whose type tells nothing.
fn emptied(secret: &Value) -> Value {
    match secret {
        Value::String(_) => Value::from(""),
        Value::Regexp(_) => Regexp::new("").map(Value::from).unwrap_or_default(),
        Value::Type(_) => Value::from(Type::Any),
        Value::Iterator(_) => Value::from(LazyIterator::range(1, 0)),
        Value::Array(items) => Value::array(items.iter().map(emptied)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (emptied(key), emptied(value)))),
        Value::Sensitive(inner) => emptied(inner),
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

/// A range of numbers, which may be long, is not walked for nothing.
fn iterator_may_hold_secrets(iterator: &LazyIterator) -> bool {
    !matches!(iterator.element_type(), Type::Integer(_))
}
