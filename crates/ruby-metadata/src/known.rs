//! Values that can be told from the text alone.

use ecow::EcoString;
use pcore::{
    Value,
    regexp::{Regexp, RegexpOptions},
};

/// How many bytes of a text count as much as a part of a value.
const BYTES_PER_UNIT: usize = 16;

/// A value, as far as it can be told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Known {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(EcoString),
    Symbol(EcoString),
    Array(Vec<Known>),
    Hash(Vec<(Known, Known)>),
    /// A pattern in Ruby's dialect.
    Pattern(EcoString, RegexpOptions),
    /// Only Ruby could tell.
    Unknown,
}

impl Known {
    /// A name, which may be written as a symbol or as a string.
    pub(crate) fn name(&self) -> Option<&EcoString> {
        match self {
            Known::Text(text) | Known::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// The entry of a hash.
    pub(crate) fn get(&self, key: &str) -> Option<&Known> {
        match self {
            Known::Hash(entries) => {
                entries.iter().find(|(known, _)| known.name().is_some_and(|name| name == key)).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The value as data; nothing where a part of it cannot be told.
    pub(crate) fn value(&self) -> Option<Value> {
        Some(match self {
            Known::Nil => Value::Undef,
            Known::Boolean(value) => Value::Boolean(*value),
            Known::Integer(value) => Value::Integer(*value),
            Known::Float(value) => Value::Float(*value),
            Known::Text(text) => Value::String(text.clone()),
            Known::Symbol(text) => Value::Symbol(text.clone()),
            Known::Pattern(source, options) => Regexp::with_options(source, *options).ok()?.into(),
            Known::Array(items) => Value::array(items.iter().map(Known::value).collect::<Option<Vec<_>>>()?),
            Known::Hash(entries) => {
                let pair = |(key, value): &(Known, Known)| Some((key.key()?, value.value()?));
                Value::hash(entries.iter().map(pair).collect::<Option<Vec<_>>>()?)
            }
            Known::Unknown => return None,
        })
    }

    /// The value as the key of a hash, where symbols are as good as texts.
    fn key(&self) -> Option<Value> {
        self.name().map_or_else(|| self.value(), |name| Some(Value::String(name.clone())))
    }

    /// About how much work it is to copy the value: its parts, and the length of its texts.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Known::Text(text) | Known::Symbol(text) | Known::Pattern(text, _) => 1 + text.len() / BYTES_PER_UNIT,
            Known::Array(items) => items.iter().map(Known::weight).fold(1, usize::saturating_add),
            Known::Hash(entries) => {
                let entries = entries.iter().map(|(key, value)| key.weight().saturating_add(value.weight()));
                entries.fold(1, usize::saturating_add)
            }
            Known::Nil | Known::Boolean(_) | Known::Integer(_) | Known::Float(_) | Known::Unknown => 1,
        }
    }

    /// Puts an entry into the entries of a hash, in place of one with the same key.
    pub(crate) fn put(entries: &mut Vec<(Known, Known)>, key: Known, value: Known) {
        match entries.iter_mut().find(|(known, _)| *known == key) {
            Some(entry) => entry.1 = value,
            None => entries.push((key, value)),
        }
    }
}
