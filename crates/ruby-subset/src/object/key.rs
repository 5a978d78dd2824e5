//! What the keys of a hash are compared by: `1` and `1.0` are two keys.

use std::cell::Cell;

use ecow::EcoString;
use pcore::Value;

use super::{Object, too_much};
use crate::error::{Outcome, not_supported};

/// An object as the key of a hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Nil,
    Boolean(bool),
    Integer(i64),
    /// By its bits, both zeros being one.
    Float(u64),
    String(EcoString),
    Symbol(EcoString),
    Class(EcoString),
    Array(Vec<Key>),
    Hash(Vec<(Key, Key)>),
    Value(Value),
}

impl Key {
    pub fn new(object: &Object, depth: usize) -> Outcome<Key> {
        Key::within(object, depth, &Cell::new(0))
    }

    fn within(object: &Object, depth: usize, walked: &Cell<usize>) -> Outcome<Key> {
        too_much(object, depth, walked)?;
        Ok(match object {
            Object::Nil => Key::Nil,
            Object::Boolean(value) => Key::Boolean(*value),
            Object::Integer(value) => Key::Integer(*value),
            Object::Float(value) => Key::Float((value + 0.0).to_bits()),
            Object::String(text) => Key::String(text.borrow().clone()),
            Object::Symbol(name) => Key::Symbol(name.clone()),
            Object::Class(name) => Key::Class(name.clone()),
            Object::Array(items) => {
                let Ok(items) = items.0.try_borrow() else { return not_supported("an array as a key in itself") };
                Key::Array(items.iter().map(|item| Key::within(item, depth + 1, walked)).collect::<Outcome<_>>()?)
            }
            Object::Hash(entries) => {
                // It is being changed when it becomes its own key.
                let Ok(entries) = entries.0.try_borrow() else { return not_supported("a hash as a key in itself") };
                let part = |value: &Object| Key::within(value, depth + 1, walked);
                let pairs = entries.map.iter().map(|(key, (_, value))| Ok((key.clone(), part(value)?)));
                Key::Hash(pairs.collect::<Outcome<_>>()?)
            }
            Object::Regexp(regexp) => Key::Value(Value::Regexp(regexp.clone())),
            Object::Value(value) => Key::Value(value.clone()),
            Object::Range(_)
            | Object::Bytes(_)
            | Object::Uri(_)
            | Object::Wide(_)
            | Object::Address(_)
            | Object::Match(_)
            | Object::Proc(_)
            | Object::Enumerator(_)
            | Object::Exception(_)
            | Object::Scope
            | Object::Template => return not_supported("such a key of a hash"),
        })
    }
}
