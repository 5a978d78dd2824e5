//! The values of the Puppet language.
//!
//! A [`Value`] is 24 bytes and cheap to clone: everything larger than a word is shared. Values never change once they
//! are shared; what builds one (a reader, a function) owns it alone and may still push to it.
//!
//! `==` on values is identity as hash keys know it (`'a'` is not `'A'`, `1` is not `1.0`). What the operator `==` of
//! the language means is [`Value::loosely_equals`].
//!
//! Nothing that formats a value shows what a `Sensitive` holds: not `Debug`, not `Display`.

mod containment;
mod display;
mod equality;
mod hash;
mod iterator;
mod object;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ecow::{EcoString, EcoVec};

pub use display::quote;
pub(crate) use display::{write_double_quoted, write_float, write_list, write_source};
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
    /// A whole number of 64 bits.
    Integer(i64),
    /// A floating point number.
    Float(f64),
    /// A text in UTF-8.
    String(EcoString),
    /// A Ruby symbol. Not of the language: Ruby providers and YAML files bring it.
    Symbol(EcoString),
    /// A regular expression in Ruby's dialect.
    Regexp(Arc<Regexp>),
    /// A list.
    Array(EcoVec<Value>),
    /// A mapping that keeps the order of insertion.
    Hash(Arc<Hash>),
    /// A secret: no text form shows what is inside.
    Sensitive(Arc<Value>),
    /// A type, which is a value as well.
    Type(Arc<Type>),
    /// Bytes.
    Binary(EcoVec<u8>),
    /// A point in time.
    Timestamp(Timestamp),
    /// A length of time.
    Timespan(Timespan),
    /// A semantic version.
    SemVer(Arc<Version>),
    /// A range of semantic versions.
    SemVerRange(Arc<VersionRange>),
    /// A uniform resource identifier.
    Uri(Arc<Uri>),
    /// An instance of an Object type; `Error` and `Deferred` are such types.
    Object(Arc<ObjectInstance>),
    /// A sequence that is computed when it is walked.
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
            // Numbers that are counted are none, and may be too many to walk.
            Value::Iterator(sequence) => sequence.source().iter().any(Value::holds_secret),
            _ => false,
        }
    }

    /// Returns about how many bytes a text of this value has in which each part begins a line that is indented.
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

    /// Returns the items of an array value.
    pub fn as_array(&self) -> Option<&[Value]> {
        if let Value::Array(items) = self { Some(items) } else { None }
    }

    /// Returns the entries of a hash value.
    pub fn as_hash(&self) -> Option<&Hash> {
        if let Value::Hash(hash) = self { Some(hash) } else { None }
    }

    /// Returns the type that a type value stands for.
    pub fn as_type(&self) -> Option<&Type> {
        if let Value::Type(held) = self { Some(held) } else { None }
    }
}

macro_rules! value_from {
    ($($from:ty => |$given:ident| $made:expr;)*) => {
        $(impl From<$from> for Value {
            fn from($given: $from) -> Value { $made }
        })*
    };
}

value_from! {
    bool => |given| Value::Boolean(given);
    i64 => |given| Value::Integer(given);
    i32 => |given| Value::Integer(given.into());
    u32 => |given| Value::Integer(given.into());
    f64 => |given| Value::Float(given);
    &str => |given| Value::String(given.into());
    String => |given| Value::String(given.into());
    EcoString => |given| Value::String(given);
    EcoVec<Value> => |given| Value::Array(given);
    Vec<Value> => |given| Value::Array(given.into());
    Hash => |given| Value::Hash(Arc::new(given));
    Type => |given| Value::Type(Arc::new(given));
    Regexp => |given| Value::Regexp(Arc::new(given));
    Version => |given| Value::SemVer(Arc::new(given));
    VersionRange => |given| Value::SemVerRange(Arc::new(given));
    Uri => |given| Value::Uri(Arc::new(given));
    Timespan => |given| Value::Timespan(given);
    Timestamp => |given| Value::Timestamp(given);
    ObjectInstance => |given| {
        let instance = Arc::new(given);
        instance.claim();
        Value::Object(instance)
    };
    LazyIterator => |given| Value::Iterator(Arc::new(given));
}

impl FromIterator<Value> for Value {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Value {
        Value::array(items)
    }
}
