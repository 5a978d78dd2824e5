//! How values appear in manifests and in messages about changes.

use pcore::Value;

use super::{HIDDEN, REDACTED_VALUE, plain};

/// Formats a value like Puppet does in manifests and change messages.
///
/// ```
/// use pcore::Value;
/// use resource_api::render::display;
///
/// assert_eq!(display(&Value::from("it's")), r"'it\'s'");
/// assert_eq!(display(&Value::from(1.5)), "1.500000");
/// assert_eq!(display(&Value::array([1.5.into(), Value::Undef])), "[1.5, undef]");
/// ```
pub fn display(value: &Value) -> String {
    match value {
        Value::Undef => String::new(),
        Value::Symbol(name) if name == "undef" => String::new(),
        Value::Float(number) if number.is_nan() => "NaN".to_owned(),
        Value::Float(number) if number.is_infinite() => if *number < 0.0 { "-Inf" } else { "Inf" }.to_owned(),
        Value::Float(number) => format!("{number:.6}"),
        Value::Sensitive(_) => REDACTED_VALUE.to_owned(),
        other => {
            let mut shown = String::new();
            write(&mut shown, other, 0);
            shown
        }
    }
}

fn write(shown: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Undef => shown.push_str("undef"),
        Value::Default => shown.push_str("default"),
        Value::Symbol(name) if name == "undef" || name == "default" => shown.push_str(name),
        Value::String(text) | Value::Symbol(text) => write_quoted(shown, text),
        Value::Array(items) => write_array(shown, items, depth),
        Value::Hash(entries) => {
            shown.push_str("{\n");
            for (index, (key, value)) in entries.iter().enumerate() {
                shown.push_str(if index == 0 { "" } else { ",\n" });
                indent(shown, depth + 1);
                write(shown, key, depth + 1);
                shown.push_str(" => ");
                write(shown, value, depth + 1);
            }
            shown.push('\n');
            indent(shown, depth);
            shown.push('}');
        }
        Value::Sensitive(_) => shown.push_str(HIDDEN),
        Value::Regexp(_) | Value::Binary(_) => shown.push_str(&format!("{value:?}")),
        other => shown.push_str(&plain(other)),
    }
}

/// Uses one line, except for nested collections.
fn write_array(shown: &mut String, items: &[Value], depth: usize) {
    shown.push('[');
    let mut after_collection = false;
    for (index, item) in items.iter().enumerate() {
        let is_collection = matches!(item, Value::Array(_) | Value::Hash(_));
        shown.push_str(if index == 0 { "" } else { "," });
        if is_collection || after_collection {
            shown.push('\n');
            indent(shown, depth + 1);
        } else if index > 0 {
            shown.push(' ');
        }
        write(shown, item, depth + 1);
        after_collection = is_collection;
    }
    shown.push(']');
}

fn indent(shown: &mut String, depth: usize) {
    shown.extend(std::iter::repeat_n("  ", depth));
}

/// Uses single quotes, in which a backslash is not escaped; or double quotes with escapes for texts with control
/// characters.
///
/// This differs from [`pcore::quote`], whose literals can be parsed again.
fn write_quoted(shown: &mut String, text: &str) {
    if text.contains(|character: char| character < ' ') {
        shown.push_str(&pcore::quote(text));
        return;
    }
    shown.push('\'');
    let mut escaped = false;
    for character in text.chars() {
        if character == '\'' && !escaped {
            shown.push('\\');
        }
        escaped = character == '\\' && !escaped;
        shown.push(character);
    }
    shown.push('\'');
}
