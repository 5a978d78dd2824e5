//! JSON as Ruby writes it: what is no data becomes its text, and white space is where one wants it.

use std::fmt::Write;

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::ruby::text,
};

/// The white space between the parts, and how far it may go.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// How deep values may be nested.
    pub deepest: usize,
    /// How many bytes may be written.
    pub longest: usize,
    pub indent: String,
    pub space: String,
    pub space_before: String,
    pub object_line: String,
    pub array_line: String,
}

impl Layout {
    /// All in one line.
    pub fn compact(longest: usize) -> Layout {
        Layout { deepest: MAX_NESTING, longest, ..Layout::default() }
    }

    /// A line for each element.
    pub fn pretty(longest: usize) -> Layout {
        Layout {
            indent: "  ".into(),
            space: " ".into(),
            object_line: "\n".into(),
            array_line: "\n".into(),
            ..Layout::compact(longest)
        }
    }
}

/// How deep values may be nested, as in Ruby.
pub(super) const MAX_NESTING: usize = 100;

/// Writes a value.
pub(super) fn write(value: &Value, layout: &Layout) -> Outcome<String> {
    let mut written = String::new();
    push(value, layout, 0, &mut written)?;
    Ok(written)
}

fn push(value: &Value, layout: &Layout, depth: usize, written: &mut String) -> Outcome<()> {
    if written.len() > layout.longest {
        return Err(Interrupt::plain(format!("a JSON text may have {} bytes at most", layout.longest)));
    }
    match value {
        Value::Undef => written.push_str("null"),
        Value::Boolean(_) | Value::Integer(_) => {
            let _ = write!(written, "{value}");
        }
        Value::Float(number) if number.is_finite() => {
            let _ = write!(written, "{value}");
        }
        Value::Float(_) => return Err(Interrupt::plain(format!("{value} not allowed in JSON"))),
        Value::Array(items) => {
            let depth = deeper(depth, layout.deepest)?;
            written.push('[');
            written.push_str(&layout.array_line);
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    written.push(',');
                    written.push_str(&layout.array_line);
                }
                indent(layout, depth, &layout.array_line, written);
                push(item, layout, depth, written)?;
            }
            written.push_str(&layout.array_line);
            indent(layout, depth - 1, &layout.array_line, written);
            written.push(']');
        }
        Value::Hash(hash) => {
            let depth = deeper(depth, layout.deepest)?;
            written.push('{');
            for (place, (key, value)) in hash.iter().enumerate() {
                written.push_str(if place > 0 { "," } else { "" });
                written.push_str(&layout.object_line);
                indent(layout, depth, &layout.object_line, written);
                push_text(&text::to_s(key), written);
                written.push_str(&layout.space_before);
                written.push(':');
                written.push_str(&layout.space);
                push(value, layout, depth, written)?;
            }
            written.push_str(&layout.object_line);
            indent(layout, depth - 1, &layout.object_line, written);
            written.push('}');
        }
        other => push_text(&text::to_s(other), written),
    }
    Ok(())
}

fn deeper(depth: usize, deepest: usize) -> Outcome<usize> {
    let depth = depth + 1;
    if depth > deepest {
        return Err(Interrupt::plain(format!("nesting of {depth} is too deep")));
    }
    Ok(depth)
}

/// Only what begins a line is indented.
fn indent(layout: &Layout, depth: usize, line: &str, written: &mut String) {
    if !line.is_empty() {
        written.push_str(&layout.indent.repeat(depth));
    }
}

fn push_text(text: &str, written: &mut String) {
    written.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                written.push('\\');
                written.push(letter);
            }
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\u{8}' => written.push_str("\\b"),
            '\u{c}' => written.push_str("\\f"),
            '\0'..='\u{1f}' => {
                let _ = write!(written, "\\u{:04x}", u32::from(letter));
            }
            other => written.push(other),
        }
    }
    written.push('"');
}
