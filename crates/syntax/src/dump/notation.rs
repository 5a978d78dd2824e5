//! Puppet's notation for trees (PN): calls in parentheses, lists in brackets, maps in braces, and literals.

use std::fmt::Write as _;

use ecow::EcoString;

use super::number;

/// A tree as data.
#[derive(Clone, Debug, PartialEq)]
pub enum Notation {
    /// `(name a b)`
    Call(&'static str, Vec<Notation>),
    /// `[a b]`
    List(Vec<Notation>),
    /// `{:key a}`
    Map(Vec<(EcoString, Notation)>),
    /// `nil`
    Nil,
    /// `true`
    Boolean(bool),
    /// `42`
    Integer(i64),
    /// `1.5`
    Float(f64),
    /// `"text"`
    Text(EcoString),
}

impl Notation {
    /// Returns the notation on one line.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(None, &mut out);
        out
    }

    /// Returns the notation with one part per line.
    pub fn pretty_text(&self) -> String {
        let mut out = String::new();
        self.write(Some(0), &mut out);
        out
    }

    /// Returns the notation as JSON on one line: a call is `{"^": […]}`, a map `{"#": […]}`.
    pub fn json(&self) -> String {
        let mut out = String::new();
        self.write_json(None, &mut out);
        out
    }

    /// Returns the notation as JSON with one part per line.
    pub fn pretty_json(&self) -> String {
        let mut out = String::new();
        self.write_json(Some(0), &mut out);
        out
    }

    fn write(&self, indent: Option<usize>, out: &mut String) {
        match self {
            Notation::Call(name, parts) => {
                out.push('(');
                out.push_str(name);
                if indent.is_none() && !parts.is_empty() {
                    out.push(' ');
                }
                write_all(parts, indent, out);
                out.push(')');
            }
            Notation::List(parts) => {
                out.push('[');
                write_all(parts, indent, out);
                out.push(']');
            }
            Notation::Map(entries) => {
                let inner = indent.map(|indent| indent + 1);
                out.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    separate(inner, index, out);
                    let _ = write!(out, ":{key} ");
                    value.write(inner, out);
                }
                out.push('}');
            }
            Notation::Nil => out.push_str("nil"),
            Notation::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Notation::Integer(value) => out.push_str(&value.to_string()),
            Notation::Float(value) => out.push_str(&number::float(*value)),
            Notation::Text(text) => quote(text, out),
        }
    }

    fn write_json(&self, indent: Option<usize>, out: &mut String) {
        match self {
            Notation::Call(name, parts) => {
                let name = Json::Text(name);
                write_tagged("^", std::iter::once(name).chain(parts.iter().map(Json::Value)), indent, out);
            }
            Notation::List(parts) => write_json_list(parts.iter().map(Json::Value), indent, out),
            Notation::Map(entries) => {
                let parts = entries.iter().flat_map(|(key, value)| [Json::Text(key), Json::Value(value)]);
                write_tagged("#", parts, indent, out);
            }
            Notation::Nil => out.push_str("null"),
            Notation::Text(text) => quote_json(text, out),
            Notation::Boolean(_) | Notation::Integer(_) | Notation::Float(_) => self.write(indent, out),
        }
    }
}

/// An element of a JSON list.
enum Json<'n> {
    Text(&'n str),
    Value(&'n Notation),
}

fn write_tagged<'n>(tag: &str, parts: impl Iterator<Item = Json<'n>>, indent: Option<usize>, out: &mut String) {
    let inner = indent.map(|indent| indent + 1);
    out.push('{');
    break_line(inner, out);
    let space = if indent.is_some() { " " } else { "" };
    let _ = write!(out, "\"{tag}\":{space}");
    write_json_list(parts, inner, out);
    break_line(indent, out);
    out.push('}');
}

fn write_json_list<'n>(parts: impl Iterator<Item = Json<'n>>, indent: Option<usize>, out: &mut String) {
    let inner = indent.map(|indent| indent + 1);
    let mut empty = true;
    out.push('[');
    for part in parts {
        if !empty {
            out.push(',');
        }
        empty = false;
        break_line(inner, out);
        match part {
            Json::Text(text) => quote_json(text, out),
            Json::Value(value) => value.write_json(inner, out),
        }
    }
    if !empty {
        break_line(indent, out);
    }
    out.push(']');
}

fn break_line(indent: Option<usize>, out: &mut String) {
    if let Some(indent) = indent {
        out.push('\n');
        (0..indent).for_each(|_| out.push_str("  "));
    }
}

fn write_all(parts: &[Notation], indent: Option<usize>, out: &mut String) {
    let inner = indent.map(|indent| indent + 1);
    for (index, part) in parts.iter().enumerate() {
        separate(inner, index, out);
        part.write(inner, out);
    }
}

fn separate(indent: Option<usize>, index: usize, out: &mut String) {
    match indent {
        Some(_) => break_line(indent, out),
        None if index > 0 => out.push(' '),
        None => {}
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if control < ' ' => {
                let _ = write!(out, "\\o{:03o}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

fn quote_json(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}
