//! Values inside messages, as Ruby and Puppet show them.
//!
//! *Inspect* is used in dumps of states and in messages for authors, *interpolation* in log lines, *display* in
//! manifests and change messages. None of them shows what a `Sensitive` holds.

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

/// A secret inside something else.
const HIDDEN: &str = "#<Sensitive [value redacted]>";
/// A secret that stands alone.
const REDACTED_VALUE: &str = "Sensitive [value redacted]";

/// Shows a value as Ruby's `inspect`.
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

/// Shows the attributes of a resource as Ruby shows a hash with symbols as keys.
pub fn inspect_state(state: &State) -> String {
    inspect_attributes(state.iter())
}

/// Shows attributes as Ruby shows a hash with symbols as keys.
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

/// Shows a text as Ruby's `inspect`: in double quotes, with escapes.
pub fn inspect_text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + 2);
    write_text(&mut shown, text);
    shown
}

/// Shows a value as Ruby does inside a string.
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

/// A copy for a data format such as YAML: every secret is the text that stands for one.
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
        // Its text shows no secret.
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

/// The text of what has one form only. Of what Puppet knows and Ruby does not, it is Puppet's.
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
            // Otherwise it would begin an interpolation.
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => shown.push_str("\\#"),
            ' '..='~' => shown.push(character),
            other if is_printable(other) => shown.push(other),
            other if u32::from(other) > 0xFFFF => shown.push_str(&format!("\\u{{{:X}}}", u32::from(other))),
            other => shown.push_str(&format!("\\u{:04X}", u32::from(other))),
        }
    }
    shown.push('"');
}
