//! Values as text: in string interpolation and `notice`, and as source text.
//!
//! [`Display`](std::fmt::Display) is the text of a value in an interpolated string: strings without quotes, also inside
//! containers, and `undef` as nothing. `Debug` is the value as source text, as it appears in types.

use std::fmt::{self, Display, Formatter, Write};

use super::Value;
use crate::binary;

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Undef => Ok(()),
            Value::String(text) | Value::Symbol(text) => f.write_str(text),
            Value::Timestamp(value) => value.fmt(f),
            Value::Timespan(value) => value.fmt(f),
            Value::SemVer(value) => value.fmt(f),
            Value::SemVerRange(value) => value.fmt(f),
            Value::Uri(value) => value.fmt(f),
            Value::Iterator(value) => value.fmt(f),
            Value::Array(items) => {
                f.write_char('[')?;
                write_list(f, items.iter(), |f, item| write!(f, "{item}"))?;
                f.write_char(']')
            }
            Value::Hash(hash) => {
                f.write_char('{')?;
                write_list(f, hash.iter(), |f, (key, value)| write!(f, "{key} => {value}"))?;
                f.write_char('}')
            }
            other => write_source(f, other),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_source(f, self)
    }
}

/// The limit on displayed elements of a range of numbers, which may be endless.
const MAX_SHOWN: usize = 1_000_000;

/// Writes a value as source text.
pub(crate) fn write_source(f: &mut (impl Write + ?Sized), value: &Value) -> fmt::Result {
    match value {
        Value::Undef => f.write_str("undef"),
        Value::Default => f.write_str("default"),
        Value::Boolean(value) => write!(f, "{value}"),
        Value::Integer(number) => write!(f, "{number}"),
        Value::Float(number) => write_float(f, *number),
        Value::String(text) => write_quoted(f, text),
        Value::Symbol(text) => f.write_str(text),
        Value::Regexp(regexp) => write!(f, "{regexp}"),
        Value::Array(items) => {
            f.write_char('[')?;
            write_list(f, items.iter(), write_source)?;
            f.write_char(']')
        }
        Value::Hash(hash) => write_hash(f, hash.iter()),
        Value::Sensitive(_) => f.write_str("Sensitive [value redacted]"),
        Value::Type(inner) => write!(f, "{inner}"),
        Value::Binary(bytes) => f.write_str(&binary::encode_strict(bytes)),
        Value::Timestamp(value) => write!(f, "Timestamp('{value}')"),
        Value::Timespan(value) => write!(f, "Timespan('{value}')"),
        Value::SemVer(value) => write!(f, "SemVer('{value}')"),
        Value::SemVerRange(value) => write!(f, "SemVerRange('{value}')"),
        Value::Uri(value) => write!(f, "URI('{value}')"),
        Value::Object(instance) => {
            write!(f, "{}({{", instance.object_type().label())?;
            write_list(f, instance.initializers(), |f, (name, value)| {
                write_quoted(f, name)?;
                f.write_str(" => ")?;
                write_source(f, &value)
            })?;
            f.write_str("})")
        }
        Value::Iterator(iterator) => {
            f.write_char('[')?;
            let mut items = iterator.iter();
            write_list(f, items.by_ref().take(MAX_SHOWN), |f, item| write_source(f, &item))?;
            f.write_str(if items.next().is_some() { ", ...]" } else { "]" })
        }
    }
}

fn write_hash<'a>(f: &mut (impl Write + ?Sized), entries: impl Iterator<Item = (&'a Value, &'a Value)>) -> fmt::Result {
    f.write_char('{')?;
    write_list(f, entries, |f, (key, value)| {
        write_source(f, key)?;
        f.write_str(" => ")?;
        write_source(f, value)
    })?;
    f.write_char('}')
}

/// Writes items with `, ` between them.
pub fn write_list<W: Write + ?Sized, T>(
    f: &mut W,
    items: impl Iterator<Item = T>,
    mut write_item: impl FnMut(&mut W, T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write_item(f, item)?;
    }
    Ok(())
}

/// Writes a float as Ruby does: the shortest digits that read back equal, always with a point, `1.0e+20` when large.
pub(crate) fn write_float(f: &mut (impl Write + ?Sized), number: f64) -> fmt::Result {
    if number.is_nan() {
        return f.write_str("NaN");
    }
    if number.is_infinite() {
        return f.write_str(if number < 0.0 { "-Infinity" } else { "Infinity" });
    }
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) {
        let text = format!("{number:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let point = if digits.contains('.') { "" } else { ".0" };
        let exponent: i32 = exponent.parse().unwrap_or_default();
        let sign = if exponent < 0 { '-' } else { '+' };
        return write!(f, "{digits}{point}e{sign}{:02}", exponent.abs());
    }
    let text = format!("{number}");
    write!(f, "{text}{}", if text.contains('.') { "" } else { ".0" })
}

/// Returns a string as a Puppet literal.
///
/// Uses single quotes if possible; double quotes with escapes if there are control characters.
///
/// ```
/// assert_eq!(pcore::quote("it's"), r"'it\'s'");
/// assert_eq!(pcore::quote("a\nb$"), r#""a\nb\$""#);
/// ```
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    let _ = write_quoted(&mut quoted, text);
    quoted
}

fn write_quoted(f: &mut (impl Write + ?Sized), text: &str) -> fmt::Result {
    if text.chars().any(needs_escape) { write_double_quoted(f, text) } else { write_single_quoted(f, text) }
}

/// Only these are control characters in Puppet; DEL and those beyond ASCII are literal.
fn needs_escape(character: char) -> bool {
    character < ' '
}

fn write_single_quoted(f: &mut (impl Write + ?Sized), text: &str) -> fmt::Result {
    f.write_char('\'')?;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\'' => f.write_str("\\'")?,
            // A backslash stays single unless it would swallow the quote or the backslash that follows.
            '\\' if matches!(characters.peek(), None | Some('\'' | '\\')) => f.write_str("\\\\")?,
            other => f.write_char(other)?,
        }
    }
    f.write_char('\'')
}

pub(crate) fn write_double_quoted(f: &mut (impl Write + ?Sized), text: &str) -> fmt::Result {
    f.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '$' => f.write_str("\\$")?,
            '\t' => f.write_str("\\t")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            control if needs_escape(control) => write!(f, "\\u{{{:X}}}", u32::from(control))?,
            other => f.write_char(other)?,
        }
    }
    f.write_char('"')
}
