//! Puppet's two kinds of equality.
//!
//! *Identity* (`==` in Rust) distinguishes hash keys. *Loose equality* is the operator `==` of the language: strings
//! are compared case-insensitively, and an integer equals the float of the same size.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::Value;
use crate::{keyed, types::Type};

/// The tag that a string value writes to a hasher before its text; `Hash::get_str` must write the same.
pub(super) const STRING_TAG: u8 = 5;

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
            (Value::Boolean(left), Value::Boolean(right)) => left == right,
            (Value::Integer(left), Value::Integer(right)) => left == right,
            (Value::Float(left), Value::Float(right)) => float_key(*left) == float_key(*right),
            (Value::String(left), Value::String(right)) | (Value::Symbol(left), Value::Symbol(right)) => left == right,
            (Value::Regexp(left), Value::Regexp(right)) => left == right,
            (Value::Array(left), Value::Array(right)) => left == right,
            (Value::Hash(left), Value::Hash(right)) => Arc::ptr_eq(left, right) || left == right,
            (Value::Sensitive(left), Value::Sensitive(right)) => left == right,
            (Value::Type(left), Value::Type(right)) => left == right,
            (Value::Binary(left), Value::Binary(right)) => left == right,
            (Value::Timestamp(left), Value::Timestamp(right)) => left == right,
            (Value::Timespan(left), Value::Timespan(right)) => left == right,
            (Value::SemVer(left), Value::SemVer(right)) => left == right,
            (Value::SemVerRange(left), Value::SemVerRange(right)) => left == right,
            (Value::Uri(left), Value::Uri(right)) => left == right,
            (Value::Object(left), Value::Object(right)) => Arc::ptr_eq(left, right) || left == right,
            // A lazy sequence has no content to compare before it is iterated.
            (Value::Iterator(left), Value::Iterator(right)) => Arc::ptr_eq(left, right),
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Value::Undef => 0u8.hash(state),
            Value::Default => 1u8.hash(state),
            Value::Boolean(value) => (2u8, value).hash(state),
            Value::Integer(value) => (3u8, value).hash(state),
            Value::Float(value) => (4u8, float_key(*value)).hash(state),
            Value::String(text) => {
                STRING_TAG.hash(state);
                text.as_str().hash(state);
            }
            Value::Symbol(text) => (6u8, text.as_str()).hash(state),
            Value::Regexp(regexp) => (7u8, regexp).hash(state),
            Value::Array(items) => {
                8u8.hash(state);
                items.hash(state);
            }
            Value::Hash(hash) => {
                9u8.hash(state);
                hash.len().hash(state);
                // The order of the entries must not matter, so their hashes are added.
                unordered(hash.iter()).hash(state);
            }
            Value::Sensitive(inner) => (10u8, inner).hash(state),
            Value::Type(inner) => (11u8, inner).hash(state),
            Value::Binary(bytes) => {
                12u8.hash(state);
                bytes.hash(state);
            }
            Value::Timestamp(value) => (13u8, value).hash(state),
            Value::Timespan(value) => (14u8, value).hash(state),
            Value::SemVer(value) => (15u8, value).hash(state),
            Value::SemVerRange(value) => (16u8, value).hash(state),
            Value::Uri(value) => (17u8, value).hash(state),
            Value::Object(value) => (18u8, value).hash(state),
            Value::Iterator(value) => (19u8, Arc::as_ptr(value)).hash(state),
        }
    }
}

/// Returns a hash that is independent of the order of the items.
pub(crate) fn unordered<T: Hash>(items: impl Iterator<Item = T>) -> u64 {
    items.fold(0, |sum, item| sum.wrapping_add(keyed::hash_one(item)))
}

/// Returns the bits of a float, with one zero and one NaN, so that equality is an equivalence relation.
pub(crate) fn float_key(value: f64) -> u64 {
    if value == 0.0 {
        0
    } else if value.is_nan() {
        f64::NAN.to_bits()
    } else {
        value.to_bits()
    }
}

impl Value {
    /// Implements the language's `==`: strings case-insensitively, numbers by size, containers by content.
    ///
    /// ```
    /// use pcore::Value;
    ///
    /// assert!(Value::from("Debian").loosely_equals(&Value::from("debian")));
    /// assert!(Value::from(1).loosely_equals(&Value::from(1.0)));
    /// assert!(!Value::from("1").loosely_equals(&Value::from(1)));
    /// ```
    pub fn loosely_equals(&self, other: &Value) -> bool {
        match (self, other) {
            // Only the case of ASCII letters is ignored, as in Puppet.
            (Value::String(left), Value::String(right)) => left.eq_ignore_ascii_case(right),
            (Value::Integer(integer), Value::Float(float)) | (Value::Float(float), Value::Integer(integer)) => {
                integer_equals_float(*integer, *float)
            }
            (Value::Float(left), Value::Float(right)) => left == right,
            // A time equals the number of its seconds.
            (Value::Timespan(time), number @ (Value::Integer(_) | Value::Float(_)))
            | (number @ (Value::Integer(_) | Value::Float(_)), Value::Timespan(time)) => {
                seconds_equal(time.as_nanoseconds(), number)
            }
            (Value::Timestamp(time), number @ (Value::Integer(_) | Value::Float(_)))
            | (number @ (Value::Integer(_) | Value::Float(_)), Value::Timestamp(time)) => {
                seconds_equal(time.as_nanoseconds(), number)
            }
            (Value::Array(left), Value::Array(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(one, two)| one.loosely_equals(two))
            }
            // A missing key equals one without a value, as in Puppet.
            (Value::Hash(left), Value::Hash(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(key, value)| value.loosely_equals(right.get(key).unwrap_or(&Value::Undef)))
            }
            (Value::Type(left), Value::Type(right)) => Type::equals(left, right),
            (left, right) => left == right,
        }
    }
}

/// Compares without rounding the integer, which a cast to `f64` would.
fn integer_equals_float(integer: i64, float: f64) -> bool {
    float.fract() == 0.0 && float >= -(2f64.powi(63)) && float < 2f64.powi(63) && float as i64 == integer
}

fn seconds_equal(nanoseconds: i128, number: &Value) -> bool {
    match number {
        Value::Integer(seconds) => i128::from(*seconds) * 1_000_000_000 == nanoseconds,
        Value::Float(seconds) => *seconds == nanoseconds as f64 / 1e9,
        _ => false,
    }
}
