//! Values that are known from the text alone.

use ecow::EcoString;
use pcore::{
    Value,
    regexp::{Regexp, RegexpOptions},
};

/// How many bytes of a text count as much as a part of a value.
const BYTES_PER_UNIT: usize = 16;

/// A value, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StaticValue {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(EcoString),
    Symbol(EcoString),
    Array(Vec<StaticValue>),
    Hash(Vec<(StaticValue, StaticValue)>),
    /// A pattern in Ruby's dialect.
    Pattern(EcoString, RegexpOptions),
    /// Only Ruby knows.
    Unknown,
}

impl StaticValue {
    /// A name, which may be written as a symbol or as a string.
    pub(crate) fn name(&self) -> Option<&EcoString> {
        match self {
            StaticValue::Text(text) | StaticValue::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// The entry of a hash.
    pub(crate) fn get(&self, key: &str) -> Option<&StaticValue> {
        match self {
            StaticValue::Hash(entries) => {
                entries.iter().find(|(known, _)| known.name().is_some_and(|name| name == key)).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The value as data; nothing if a part of it is unknown.
    pub(crate) fn value(&self) -> Option<Value> {
        Some(match self {
            StaticValue::Nil => Value::Undef,
            StaticValue::Boolean(value) => Value::Boolean(*value),
            StaticValue::Integer(value) => Value::Integer(*value),
            StaticValue::Float(value) => Value::Float(*value),
            StaticValue::Text(text) => Value::String(text.clone()),
            StaticValue::Symbol(text) => Value::Symbol(text.clone()),
            StaticValue::Pattern(source, options) => Regexp::with_options(source, *options).ok()?.into(),
            StaticValue::Array(items) => {
                Value::array(items.iter().map(StaticValue::value).collect::<Option<Vec<_>>>()?)
            }
            StaticValue::Hash(entries) => {
                let pair = |(key, value): &(StaticValue, StaticValue)| Some((key.key()?, value.value()?));
                Value::hash(entries.iter().map(pair).collect::<Option<Vec<_>>>()?)
            }
            StaticValue::Unknown => return None,
        })
    }

    /// The value as the key of a hash, where symbols are as good as texts.
    fn key(&self) -> Option<Value> {
        self.name().map_or_else(|| self.value(), |name| Some(Value::String(name.clone())))
    }

    /// About how much work it is to copy the value: its parts, and the length of its texts.
    pub(crate) fn weight(&self) -> usize {
        match self {
            StaticValue::Text(text) | StaticValue::Symbol(text) | StaticValue::Pattern(text, _) => {
                1 + text.len() / BYTES_PER_UNIT
            }
            StaticValue::Array(items) => items.iter().map(StaticValue::weight).fold(1, usize::saturating_add),
            StaticValue::Hash(entries) => {
                let entries = entries.iter().map(|(key, value)| key.weight().saturating_add(value.weight()));
                entries.fold(1, usize::saturating_add)
            }
            StaticValue::Nil
            | StaticValue::Boolean(_)
            | StaticValue::Integer(_)
            | StaticValue::Float(_)
            | StaticValue::Unknown => 1,
        }
    }

    /// Puts an entry into the entries of a hash, in place of one with the same key.
    pub(crate) fn put(entries: &mut Vec<(StaticValue, StaticValue)>, key: StaticValue, value: StaticValue) {
        match entries.iter_mut().find(|(known, _)| *known == key) {
            Some(entry) => entry.1 = value,
            None => entries.push((key, value)),
        }
    }
}
