//! Types, URIs and instances of Object types: values that are formatted as source text.

use std::borrow::Cow;

use super::{FormatError, container::Context, grammar::Format};
use crate::{
    types::Type,
    uri::Uri,
    value::{Value, quote, write_source},
};

/// The maximum width of an array that is written in one line, indentation included.
const LINE: usize = 100;

/// Formats a type.
pub(super) fn type_value(inner: &Type, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        's' if format.alternate() => Ok(format.layout()?.text(&format!("\"{inner}\""))),
        's' | 'p' => Ok(format.layout()?.text(&inner.to_string())),
        _ => Err(format.illegal("Type", "sp")),
    }
}

/// Formats a URI.
pub(super) fn uri(uri: &Uri, format: &Format) -> Result<String, FormatError> {
    match format.letter {
        'p' => Ok(format!("URI({})", quote(&uri.to_string()))),
        's' if format.alternate() => Ok(format.layout()?.text(&quote(&uri.to_string()))),
        's' => Ok(format.layout()?.text(&uri.to_string())),
        _ => Err(format.illegal("URI", "sp")),
    }
}

/// Formats an instance of an Object type; width and precision have no effect.
pub(super) fn object(instance: &Value, format: &Format, context: Context<'_>) -> Result<String, FormatError> {
    match format.letter {
        'p' if format.alternate() || context.indented => {
            let mut text = String::new();
            write_indented(&mut text, instance, context.level);
            Ok(text)
        }
        's' | 'p' | 'q' => Ok(format!("{instance:?}")),
        _ => Err(format.illegal("Object", "spq")),
    }
}

/// Writes source text with each entry of a hash on its own line, and each element of a long array.
fn write_indented(text: &mut String, value: &Value, level: usize) {
    match value {
        Value::Object(instance) => {
            text.push_str(instance.object_type().label());
            text.push('(');
            let entries = instance.initializers().map(|(name, value)| (Value::from(name.clone()), value));
            write_entries(text, entries, level);
            text.push(')');
        }
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| (key.clone(), Cow::Borrowed(value)));
            write_entries(text, entries, level);
        }
        Value::Array(items) if !fits_in_line(items, level) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                break_line(text, index > 0, level + 1);
                write_indented(text, item, level + 1);
            }
            break_line(text, false, level);
            text.push(']');
        }
        other => {
            let _ = write_source(text, other);
        }
    }
}

fn write_entries<'a>(text: &mut String, entries: impl Iterator<Item = (Value, Cow<'a, Value>)>, level: usize) {
    text.push('{');
    for (index, (key, value)) in entries.enumerate() {
        break_line(text, index > 0, level + 1);
        write_indented(text, &key, level + 1);
        text.push_str(" => ");
        write_indented(text, &value, level + 1);
    }
    break_line(text, false, level);
    text.push('}');
}

fn break_line(text: &mut String, comma: bool, level: usize) {
    text.push_str(if comma { ",\n" } else { "\n" });
    text.push_str(&Context::padding(level));
}

/// Returns whether an array has only short elements and none that is split into lines itself.
fn fits_in_line(items: &[Value], level: usize) -> bool {
    let mut remaining = LINE.saturating_sub(Context::padding(level).len());
    for item in items {
        let length = match item {
            Value::Undef => "nil".len(),
            Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => format!("{item:?}").len(),
            Value::Symbol(name) => 1 + name.chars().count(),
            Value::String(content) => 2 + content.chars().count(),
            Value::Array(inner) if inner.is_empty() => 2,
            Value::Hash(inner) if inner.is_empty() => 2,
            _ => return false,
        };
        remaining = remaining.saturating_sub(length);
    }
    items.is_empty() || remaining > 0
}
