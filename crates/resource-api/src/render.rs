//! Formats values for messages in the way Ruby and Puppet do.
//!
//! *Inspect* is used for dumps of states and in messages for authors, *interpolation* in log lines, *display* in
//! manifests and change messages. None of them shows the content of a `Sensitive`.

mod display;
mod printable;
mod symbol;

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::{Hash, Value};

pub use self::display::display;
use self::{printable::is_printable, symbol::is_bare_symbol};
use crate::State;

/// A secret inside another value.
const HIDDEN: &str = "#<Sensitive [value redacted]>";
/// A secret on its own.
const REDACTED_VALUE: &str = "Sensitive [value redacted]";

/// Formats a value like Ruby's `inspect`.
///
/// ```
/// use pcore::Value;
/// use resource_api::render::inspect;
///
/// assert_eq!(inspect(&Value::array([Value::from("a\tb"), Value::Undef, Value::Symbol("x".into())])), r#"["a\tb", nil, :x]"#);
/// assert_eq!(inspect(&Value::sensitive("s3cret".into())), "#<Sensitive [value redacted]>");
/// ```
pub fn inspect(value: &Value) -> String {
    let mut shown = String::new();
    write_inspected(&mut shown, value);
    shown
}

/// Formats the attributes of a resource like a Ruby hash with symbols as keys.
pub fn inspect_state(state: &State) -> String {
    inspect_attributes(state.iter())
}

/// Formats attributes like a Ruby hash with symbols as keys.
pub fn inspect_attributes<'a>(attributes: impl Iterator<Item = (&'a EcoString, &'a Value)>) -> String {
    let mut shown = String::from("{");
    for (index, (name, value)) in attributes.enumerate() {
        shown.push_str(if index == 0 { "" } else { ", " });
        write_symbol(&mut shown, name);
        shown.push_str("=>");
        write_inspected(&mut shown, value);
    }
    shown.push('}');
    shown
}

/// Formats a text like Ruby's `inspect`: in double quotes, with escapes.
pub fn inspect_text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 2);
    write_text(&mut shown, text);
    shown
}

/// Formats a value like Ruby's string interpolation.
pub fn interpolate(value: &Value) -> String {
    match value {
        Value::String(text) | Value::Symbol(text) => text.to_string(),
        Value::Undef => String::new(),
        Value::Sensitive(_) => REDACTED_VALUE.to_owned(),
        Value::Array(_) | Value::Hash(_) => inspect(value),
        Value::Default => "default".to_owned(),
        other => plain(other),
    }
}

/// Returns a copy for data formats such as YAML, with secrets replaced by their redacted form.
///
/// ```
/// use pcore::Value;
/// use resource_api::render::redact;
///
/// let redacted = redact(&Value::array([Value::sensitive("s3cret".into())]));
/// assert_eq!(redacted, Value::array([Value::from("Sensitive [value redacted]")]));
/// ```
pub fn redact(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => Value::from(REDACTED_VALUE),
        Value::Array(items) => items.iter().map(redact).collect(),
        Value::Hash(entries) => {
            entries.iter().map(|(key, value)| (redact(key), redact(value))).collect::<Hash>().into()
        }
        // The text does not show secrets.
        Value::Object(_) | Value::Iterator(_) => Value::from(plain(value)),
        other => other.clone(),
    }
}

fn write_inspected(shown: &mut String, value: &Value) {
    match value {
        Value::Undef => shown.push_str("nil"),
        Value::String(text) => write_text(shown, text),
        Value::Symbol(name) => write_symbol(shown, name),
        Value::Default => shown.push_str(":default"),
        Value::Array(items) => {
            shown.push('[');
            for (index, item) in items.iter().enumerate() {
                shown.push_str(if index == 0 { "" } else { ", " });
                write_inspected(shown, item);
            }
            shown.push(']');
        }
        Value::Hash(entries) => {
            shown.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                shown.push_str(if index == 0 { "" } else { ", " });
                write_inspected(shown, key);
                shown.push_str("=>");
                write_inspected(shown, value);
            }
            shown.push('}');
        }
        Value::Sensitive(_) => shown.push_str(HIDDEN),
        Value::Regexp(_) => shown.push_str(&format!("{value:?}")),
        other => shown.push_str(&plain(other)),
    }
}

/// Formats values that look the same everywhere. Types that only Puppet has are formatted like Puppet does.
fn plain(value: &Value) -> String {
    value.to_string()
}

fn write_symbol(shown: &mut String, name: &str) {
    shown.push(':');
    if is_bare_symbol(name) {
        shown.push_str(name);
    } else {
        write_text(shown, name);
    }
}

fn write_text(shown: &mut String, text: &str) {
    shown.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => shown.push_str("\\\""),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            '\u{0c}' => shown.push_str("\\f"),
            '\u{0b}' => shown.push_str("\\v"),
            '\u{08}' => shown.push_str("\\b"),
            '\u{07}' => shown.push_str("\\a"),
            '\u{1b}' => shown.push_str("\\e"),
            // Otherwise it would start an interpolation.
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => shown.push_str("\\#"),
            ' '..='~' => shown.push(character),
            other if is_printable(other) => shown.push(other),
            other if u32::from(other) > 0xFFFF => shown.push_str(&format!("\\u{{{:X}}}", u32::from(other))),
            other => shown.push_str(&format!("\\u{:04X}", u32::from(other))),
        }
    }
    shown.push('"');
}
