//! A definition as something to read: for people, for programs, for editors, for the type system.
//!
//! | function | gives |
//! |---|---|
//! | [`text`] | a page for people, in the manner of `puppet describe` |
//! | [`json`] | the whole definition as plain data, which reads back as the same definition |
//! | [`schema`] | a JSON Schema of the resources |
//! | [`object`] | a Pcore Object type |
//!
//! None of them shows a default that is secret.

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

/// A default, or that there is one which must not be shown.
enum Given<'a> {
    None,
    Secret,
    Known(&'a Value),
}

impl<'a> Given<'a> {
    fn of(attribute: &'a Attribute) -> Given<'a> {
        match attribute.default() {
            None => Given::None,
            Some(value) if attribute.is_sensitive() || value.holds_secret() => Given::Secret,
            Some(value) => Given::Known(value),
        }
    }
}

/// A value as plain data, without secrets.
fn plain(value: &Value) -> Value {
    let shown = redacted(value);
    rich_data::encode(&shown, EncodeOptions::CATALOG).unwrap_or_else(|_| shown.to_string().into())
}

fn redacted(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => value.to_string().into(),
        Value::Array(items) => items.iter().map(redacted).collect(),
        Value::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (redacted(key), redacted(value)))),
        // Its text shows no secret; as data it would.
        Value::Object(_) | Value::Iterator(_) if value.holds_secret() => value.to_string().into(),
        other => other.clone(),
    }
}
