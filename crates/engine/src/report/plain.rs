//! Values as plain data.

use ecow::{EcoString, eco_format};
use pcore::{Hash, Value};
use resource_api::secret::Scrubber;

use super::REDACTED;

/// The number of levels of a value that are kept.
const MAX_LEVELS: usize = 64;

/// The text that replaces deeper levels.
const TOO_DEEP: &str = "[too deep]";

/// A value in which strings replace everything that is not plain data, and secrets are redacted.
pub(crate) fn plain(value: &Value, scrubber: &Scrubber) -> Value {
    at_level(value, scrubber, 0)
}

fn at_level(value: &Value, scrubber: &Scrubber, level: usize) -> Value {
    match value {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) => value.clone(),
        Value::Float(number) if number.is_finite() => value.clone(),
        Value::Sensitive(_) => Value::from(REDACTED),
        Value::Array(_) | Value::Hash(_) if level == MAX_LEVELS => Value::from(TOO_DEEP),
        Value::Array(items) => items.iter().map(|item| at_level(item, scrubber, level + 1)).collect(),
        Value::Hash(entries) => {
            let mut data = Hash::with_capacity(entries.len());
            for (key, value) in entries.iter() {
                data.insert(text(key, scrubber), at_level(value, scrubber, level + 1));
            }
            Value::from(data)
        }
        other => text(other, scrubber),
    }
}

fn text(value: &Value, scrubber: &Scrubber) -> Value {
    let text: EcoString = match value {
        Value::String(text) | Value::Symbol(text) => text.clone(),
        Value::Sensitive(_) => REDACTED.into(),
        Value::Default => "default".into(),
        other => eco_format!("{other}"),
    };
    Value::String(super::scrubbed(&text, scrubber))
}
