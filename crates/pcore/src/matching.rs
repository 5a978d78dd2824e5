//! The meaning of "matches" in `case`, selectors and type parameters.

use crate::value::Value;

/// Returns whether a value matches an option: a type by instance, a regular expression by search, anything else by the
/// language's `==`. Arrays and hashes match by their elements, `default` matches everything.
///
/// ```
/// use pcore::{Value, matching::matches, parse_type};
///
/// assert!(matches(&Value::from(5), &Value::from(parse_type("Integer[1, 9]").unwrap())));
/// assert!(matches(&Value::from("Debian"), &Value::from("debian")));
/// ```
pub fn matches(value: &Value, option: &Value) -> bool {
    match (value, option) {
        (_, Value::Default) => true,
        (Value::Type(inner), Value::Type(expected)) => inner == expected || expected.is_instance(value),
        (_, Value::Type(expected)) => expected.is_instance(value),
        (Value::String(text), Value::Regexp(regexp)) => regexp.is_match(text).unwrap_or(false),
        (Value::SemVer(version), Value::SemVerRange(range)) => range.contains(version),
        (Value::Array(items), Value::Array(options)) => {
            items.len() == options.len() && items.iter().zip(options).all(|(item, option)| matches(item, option))
        }
        (Value::Hash(entries), Value::Hash(options)) => options
            .iter()
            .all(|(key, option)| entries.iter().any(|(name, value)| matches(name, key) && matches(value, option))),
        (value, option) => value.loosely_equals(option),
    }
}
