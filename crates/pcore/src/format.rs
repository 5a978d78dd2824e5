//! Formatting values as text: what `String.new(value, formats)` does.
//!
//! A format is a string like `%-10s`; which letters it may have and what they mean depends on the kind of the value.
//! Each file for a group of kinds has the same two parts, the letters and the rendering:
//!
//! * `words`: `undef`, `default` and booleans; `numeric`: integers and floats; `text`: strings and regular expressions.
//! * `binary`: bytes; `container`: arrays and hashes; `object`: types, URIs and instances of Object types.
//! * `opaque`: what Puppet passes to Ruby's own `format`: times, versions and secrets.
//!
//! [`Formats`] finds the format for each nested value; [`number`] writes numbers and can be used on its own.
//!
//! The content of a `Sensitive` is never looked at here.

mod binary;
mod container;
mod error;
mod formats;
mod grammar;
pub mod number;
mod numeric;
mod object;
mod opaque;
mod rules;
mod text;
mod words;

#[cfg(test)]
mod tests;

pub use error::FormatError;
pub use formats::Formats;
pub use grammar::MAX_WIDTH;

use crate::value::{LazyIterator, Value};
use container::Context;
use rules::{Rule, Rules};

/// The limit on the nesting of containers.
pub const MAX_NESTING: usize = 500;

/// The limit on the length of the result: the separators in a format can make a few elements arbitrarily long.
pub const MAX_BYTES: usize = 100_000_000;

/// Converts a value to text.
///
/// ```
/// use pcore::{Value, format};
///
/// let formats = format::Formats::from_value(&"%#x".into()).unwrap();
/// assert_eq!(format::convert(&Value::from(255), &formats).unwrap(), "0xff");
///
/// let list = Value::array([1.into(), "a".into(), Value::Undef]);
/// assert_eq!(format::convert(&list, &format::Formats::default()).unwrap(), "[1, 'a', undef]");
/// ```
pub fn convert(value: &Value, formats: &Formats) -> Result<String, FormatError> {
    formats.apply(value)
}

/// Formats a value by the rule that fits it best.
fn by_rules(value: &Value, rules: &Rules, context: Context<'_>) -> Result<String, FormatError> {
    match value {
        Value::Iterator(iterator) => sequence(iterator, None, rules, context),
        other => by_rule(other, rules.find(other), rules, context),
    }
}

/// Formats a value by a given rule; nested values find their own among the rules.
fn by_rule(value: &Value, rule: &Rule, rules: &Rules, context: Context<'_>) -> Result<String, FormatError> {
    let format = &rule.format;
    match value {
        Value::Undef => words::undef(format),
        Value::Default => words::default(format),
        Value::Boolean(value) => words::boolean(*value, format),
        Value::Integer(number) => numeric::integer(*number, format),
        Value::Float(number) => numeric::float(*number, format),
        Value::String(text) => text::string(text, format),
        Value::Symbol(name) => text::symbol(name, format),
        Value::Regexp(regexp) => text::regexp(regexp, format),
        Value::Binary(bytes) => binary::binary(bytes, format),
        Value::Array(items) => container::array(items, rule, rules, context),
        Value::Hash(hash) => container::hash(hash, rule, rules, context),
        Value::Iterator(iterator) => sequence(iterator, Some(rule), rules, context),
        Value::Type(inner) => object::type_value(inner, format),
        Value::Uri(uri) => object::uri(uri, format),
        Value::Object(_) => object::object(value, format, context),
        Value::Sensitive(_) | Value::Timestamp(_) | Value::Timespan(_) | Value::SemVer(_) | Value::SemVerRange(_) => {
            opaque::opaque(value, format)
        }
    }
}

/// Formats a sequence as an array, by the given rule or by the one that fits it best.
fn sequence(
    iterator: &LazyIterator,
    rule: Option<&Rule>,
    rules: &Rules,
    context: Context<'_>,
) -> Result<String, FormatError> {
    let items = Value::Array(iterator.to_items().ok_or(FormatError::TooLong)?);
    match rule {
        Some(rule) => by_rule(&items, rule, rules, context),
        None => by_rules(&items, rules, context),
    }
}
