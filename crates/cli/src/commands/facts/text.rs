//! Facts in the format of `facter`: `name => value`, with quotes only inside of structures.

use std::fmt::Write as _;

use pcore::{Hash, Value};

/// Facts by name.
pub(super) fn facts(facts: &Hash) -> String {
    let lines = facts.iter().map(|(name, fact)| format!("{} => {}", name.as_str().unwrap_or_default(), value(fact)));
    lines.collect::<Vec<_>>().join("\n")
}

/// A single value.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string(),
        other => {
            let mut text = String::new();
            write(other, 0, &mut text);
            text
        }
    }
}

fn write(value: &Value, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Hash(hash) => {
            text.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let _ = write!(text, "{comma}\n{indent}  {} => ", key.as_str().unwrap_or_default());
                write(value, depth + 1, text);
            }
            let _ = write!(text, "\n{indent}}}");
        }
        Value::Array(items) if items.is_empty() => text.push_str("[]"),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let _ = write!(text, "{comma}\n{indent}  ");
                write(item, depth + 1, text);
            }
            let _ = write!(text, "\n{indent}]");
        }
        Value::String(string) => {
            let _ = write!(text, "\"{string}\"");
        }
        Value::Undef => text.push_str("null"),
        other => {
            let _ = write!(text, "{other}");
        }
    }
}
