//! Values as text under the control of formats: what `String.new(value, formats)` does.
//!
//! A format is a text like `%-10s`; which letters it may have and what they mean depends on the kind of the value. A
//! file for each group of kinds has the same two parts, the letters and the rendering:
//!
//! * `words`: `undef`, `default` and booleans; `numeric`: integers and floats; `text`: strings and regular expressions.
//! * `binary`: bytes; `container`: arrays and hashes; `object`: types, URIs and instances of Object types.
//! * `opaque`: what Puppet leaves to Ruby's own `format`: times, versions and secrets.
//!
//! [`Formats`] finds the format for each value inside a value, [`number`] writes numbers and is of use on its own.
//!
//! What a `Sensitive` holds is never looked at here.

mod binary;
mod container;
mod error;
mod expected;
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

pub(crate) use expected::NAMES as SIGNATURE_NAMES;

use crate::value::{LazyIterator, Value};
use container::Place;
use rules::{Rule, Rules};

/// How deep the containers of a value may be nested.
pub const MAX_NESTING: usize = 500;

/// How many bytes a text may have: separators that stand in a format can make any text of few elements.
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

/// Shows a value by the rule that fits it best.
fn by_rules(value: &Value, rules: &Rules, place: Place<'_>) -> Result<String, FormatError> {
    match value {
        Value::Iterator(iterator) => sequence(iterator, None, rules, place),
        other => by_rule(other, rules.find(other), rules, place),
    }
}

/// Shows a value by a rule; what is nested in it finds its own among the rules.
fn by_rule(value: &Value, rule: &Rule, rules: &Rules, place: Place<'_>) -> Result<String, FormatError> {
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
        Value::Array(items) => container::array(items, rule, rules, place),
        Value::Hash(hash) => container::hash(hash, rule, rules, place),
        Value::Iterator(iterator) => sequence(iterator, Some(rule), rules, place),
        Value::Type(held) => object::type_value(held, format),
        Value::Uri(uri) => object::uri(uri, format),
        Value::Object(_) => object::object(value, format, place),
        Value::Sensitive(_) | Value::Timestamp(_) | Value::Timespan(_) | Value::SemVer(_) | Value::SemVerRange(_) => {
            opaque::opaque(value, format)
        }
    }
}

/// Shows a sequence as an array, by a rule or by the one that fits it best.
fn sequence(
    iterator: &LazyIterator,
    rule: Option<&Rule>,
    rules: &Rules,
    place: Place<'_>,
) -> Result<String, FormatError> {
    let items = Value::Array(iterator.to_items().ok_or(FormatError::TooLong)?);
    match rule {
        Some(rule) => by_rule(&items, rule, rules, place),
        None => by_rules(&items, rules, place),
    }
}
