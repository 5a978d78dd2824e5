//! The values of the Puppet language.
//!
//! A [`Value`] is 24 bytes and cheap to clone: everything larger than a word is shared. Values never change once they
//! are shared; the code that builds one (a reader, a function) owns it alone and may still push to it.
//!
//! `==` on values is the identity of hash keys (`'a'` is not `'A'`, `1` is not `1.0`). The language's operator `==` is
//! [`Value::loosely_equals`].
//!
//! Formatting a value never shows the content of a `Sensitive`, neither by `Debug` nor by `Display`.

mod containment;
mod display;
mod equality;
mod hash;
mod iterator;
mod object;
mod ruby_class;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ecow::{EcoString, EcoVec};

pub use display::{quote, write_list};
pub(crate) use display::{write_double_quoted, write_float, write_source};
pub(crate) use equality::{float_key, unordered};
pub use hash::Hash;
pub use iterator::LazyIterator;
pub use object::ObjectInstance;

use crate::{
    regexp::Regexp,
    semver::{Version, VersionRange},
    time::{Timespan, Timestamp},
    types::Type,
    uri::Uri,
};

/// A value of the Puppet language, or of a provider.
///
/// ```
/// use pcore::Value;
///
/// let ports = Value::array([Value::from(80), Value::from(443)]);
/// assert_eq!(ports.to_string(), "[80, 443]");
/// assert_eq!(Value::sensitive(Value::from("s3cret")).to_string(), "Sensitive [value redacted]");
/// ```
#[derive(Clone, Default)]
pub enum Value {
    /// No value.
    #[default]
    Undef,
    /// The word `default`.
    Default,
    /// `true` or `false`.
    Boolean(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// A floating point number.
    Float(f64),
    /// A string in UTF-8.
    String(EcoString),
    /// A Ruby symbol. Not part of the language: it comes from Ruby providers and YAML files.
    Symbol(EcoString),
    /// A regular expression in Ruby's dialect.
    Regexp(Arc<Regexp>),
    /// A list.
    Array(EcoVec<Value>),
    /// A mapping that keeps the order of insertion.
    Hash(Arc<Hash>),
    /// A secret: no text form shows its content.
    Sensitive(Arc<Value>),
    /// A type, which also is a value.
    Type(Arc<Type>),
    /// Bytes.
    Binary(EcoVec<u8>),
    /// A point in time.
    Timestamp(Timestamp),
    /// A duration.
    Timespan(Timespan),
    /// A semantic version.
    SemVer(Arc<Version>),
    /// A range of semantic versions.
    SemVerRange(Arc<VersionRange>),
    /// A uniform resource identifier.
    Uri(Arc<Uri>),
    /// An instance of an Object type; `Error` and `Deferred` are such types.
    Object(Arc<ObjectInstance>),
    /// A sequence that is computed when it is iterated.
    Iterator(Arc<LazyIterator>),
}

impl Value {
    /// Returns a string value.
    pub fn string(text: impl Into<EcoString>) -> Value {
        Value::String(text.into())
    }

    /// Returns an array of the given items.
    pub fn array(items: impl IntoIterator<Item = Value>) -> Value {
        Value::Array(items.into_iter().collect())
    }

    /// Returns a hash of the given entries; a later entry replaces an earlier one with the same key.
    pub fn hash(entries: impl IntoIterator<Item = (Value, Value)>) -> Value {
        Value::Hash(Arc::new(entries.into_iter().collect()))
    }

    /// Wraps a secret.
    pub fn sensitive(secret: Value) -> Value {
        Value::Sensitive(Arc::new(secret))
    }

    /// Returns whether there is a secret anywhere in this value.
    pub fn holds_secret(&self) -> bool {
        match self {
            Value::Sensitive(_) => true,
            Value::Array(items) => items.iter().any(Value::holds_secret),
            Value::Hash(entries) => entries.iter().any(|(key, value)| key.holds_secret() || value.holds_secret()),
            Value::Object(instance) => instance.iter().any(|(_, value)| value.holds_secret()),
            // Numbers of a range are no secrets, and may be too many to iterate.
            Value::Iterator(sequence) => sequence.source().iter().any(Value::holds_secret),
            _ => false,
        }
    }

    /// Returns the approximate size in bytes of an indented text form with one part per line.
    pub fn indented_size(&self) -> usize {
        self.indented_size_at(0)
    }

    fn indented_size_at(&self, level: usize) -> usize {
        let line = 2 * level + 2;
        let inner = |value: &Value| value.indented_size_at(level + 1);
        match self {
            Value::String(text) | Value::Symbol(text) => line + text.len(),
            Value::Array(items) => items.iter().map(inner).fold(line, usize::saturating_add),
            Value::Hash(entries) => {
                let entries = entries.iter().map(|(key, value)| inner(key).saturating_add(inner(value)));
                entries.fold(line, usize::saturating_add)
            }
            _ => line,
        }
    }

    /// Returns whether this is `undef`.
    pub fn is_undef(&self) -> bool {
        matches!(self, Value::Undef)
    }

    /// Returns the text of a string value.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = self { Some(text) } else { None }
    }

    /// Returns the number of an integer value.
    pub fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(number) = self { Some(*number) } else { None }
    }

    /// Returns the duration of a Timespan value.
    pub fn as_timespan(&self) -> Option<Timespan> {
        if let Value::Timespan(span) = self { Some(*span) } else { None }
    }

    /// Returns the point in time of a Timestamp value.
    pub fn as_timestamp(&self) -> Option<Timestamp> {
        if let Value::Timestamp(stamp) = self { Some(*stamp) } else { None }
    }

    /// Returns the items of an array value.
    pub fn as_array(&self) -> Option<&[Value]> {
        if let Value::Array(items) = self { Some(items) } else { None }
    }

    /// Returns the entries of a hash value.
    pub fn as_hash(&self) -> Option<&Hash> {
        if let Value::Hash(hash) = self { Some(hash) } else { None }
    }

    /// Returns the type of a type value.
    pub fn as_type(&self) -> Option<&Type> {
        if let Value::Type(inner) = self { Some(inner) } else { None }
    }
}

macro_rules! value_from {
    ($($from:ty => |$content:ident| $value:expr;)*) => {
        $(impl From<$from> for Value {
            fn from($content: $from) -> Value { $value }
        })*
    };
}

value_from! {
    bool => |content| Value::Boolean(content);
    i64 => |content| Value::Integer(content);
    i32 => |content| Value::Integer(content.into());
    u32 => |content| Value::Integer(content.into());
    f64 => |content| Value::Float(content);
    &str => |content| Value::String(content.into());
    String => |content| Value::String(content.into());
    EcoString => |content| Value::String(content);
    EcoVec<Value> => |content| Value::Array(content);
    Vec<Value> => |content| Value::Array(content.into());
    Hash => |content| Value::Hash(Arc::new(content));
    Type => |content| Value::Type(Arc::new(content));
    Regexp => |content| Value::Regexp(Arc::new(content));
    Version => |content| Value::SemVer(Arc::new(content));
    VersionRange => |content| Value::SemVerRange(Arc::new(content));
    Uri => |content| Value::Uri(Arc::new(content));
    Timespan => |content| Value::Timespan(content);
    Timestamp => |content| Value::Timestamp(content);
    ObjectInstance => |content| {
        let instance = Arc::new(content);
        instance.claim();
        Value::Object(instance)
    };
    LazyIterator => |content| Value::Iterator(Arc::new(content));
}

impl FromIterator<Value> for Value {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Value {
        Value::array(items)
    }
}
