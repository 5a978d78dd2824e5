//! Descriptions of a definition: for people, for programs, for editors, for the type system.
//!
//! | function | returns |
//! |---|---|
//! | [`text`] | a help page in the style of `puppet describe` |
//! | [`json`] | the whole definition as plain data, which can be read again |
//! | [`schema`] | a JSON Schema of the resources |
//! | [`object`] | a Pcore Object type |
//!
//! None of them shows a secret default.

mod data;
mod object;
mod page;
mod paragraphs;
mod schema;

#[cfg(test)]
mod tests;

use pcore::{
    Value,
    rich_data::{self, EncodeOptions},
};

pub use self::{data::json, object::object, page::text, schema::schema};
use super::Attribute;

/// A default value, unless it is secret.
enum DefaultValue<'a> {
    None,
    Secret,
    Public(&'a Value),
}

impl<'a> DefaultValue<'a> {
    fn of(attribute: &'a Attribute) -> DefaultValue<'a> {
        match attribute.default() {
            None => DefaultValue::None,
            Some(value) if attribute.is_sensitive() || value.holds_secret() => DefaultValue::Secret,
            Some(value) => DefaultValue::Public(value),
        }
    }
}

/// Converts a value to plain data without secrets.
fn plain(value: &Value) -> Value {
    let shown = redacted(value);
    rich_data::encode(&shown, EncodeOptions::CATALOG).unwrap_or_else(|_| shown.to_string().into())
}

fn redacted(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => value.to_string().into(),
        Value::Array(items) => items.iter().map(redacted).collect(),
        Value::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (redacted(key), redacted(value)))),
        // The text of such a value shows no secrets, but its data would.
        Value::Object(_) | Value::Iterator(_) if value.holds_secret() => value.to_string().into(),
        other => other.clone(),
    }
}
