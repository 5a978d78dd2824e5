//! A fast path from values to text.
//!
//! Most documents are large and simple: hashes and lists of short strings and numbers. They are written here without
//! the emitter, which is slow on every string. Complicated values are written by the emitter alone, in a small document
//! with the same indentation; if that is not enough either, the emitter writes the whole document.

use libyaml_safer::ScalarStyle;

use super::{
    scalar, style,
    write::{self, Moments, WriteOptions},
};
use crate::value::{Hash, Value};

/// The column after which the emitter breaks lines.
const WIDTH: usize = 80;

/// Longer keys have a form of their own; the emitter's limit is 128.
const MAX_KEY_LENGTH: usize = 120;

/// Writes a document that has been checked; `None` if it needs the emitter.
pub(super) fn write(value: &Value, options: WriteOptions<'_>) -> Option<String> {
    let moments = options.offset.map(Moments::new);
    let mut writer = Writer { text: String::from("---"), line_start: 0, path: Vec::new(), options, moments };
    match value {
        Value::Hash(hash) if !hash.is_empty() => {
            if let Some(tag) = options.tag {
                writer.text.push(' ');
                writer.text.push_str(tag);
            }
            writer.new_line(0);
            writer.hash(hash, 0)?;
        }
        Value::Array(items) if !items.is_empty() => {
            writer.new_line(0);
            writer.array(items, 0)?;
        }
        _ => return None,
    }
    writer.text.push('\n');
    Some(writer.text)
}

/// A step from a collection to its elements.
enum Step<'v> {
    Item,
    Key(&'v Value),
}

struct Writer<'v, 'o> {
    text: String,
    /// The offset of the last line.
    line_start: usize,
    path: Vec<Step<'v>>,
    options: WriteOptions<'o>,
    moments: Option<Moments>,
}

impl<'v> Writer<'v, '_> {
    /// Writes entries in lines of their own; the first one at the end of the text.
    fn hash(&mut self, hash: &'v Hash, indent: usize) -> Option<()> {
        for (index, (key, value)) in hash.iter().enumerate() {
            if index > 0 {
                self.new_line(indent);
            }
            self.key(key)?;
            self.text.push(':');
            self.path.push(Step::Key(key));
            match value {
                Value::Hash(inner) if !inner.is_empty() => {
                    self.new_line(indent + 2);
                    self.hash(inner, indent + 2)?;
                }
                // A list in a hash is not indented.
                Value::Array(items) if !items.is_empty() => {
                    self.new_line(indent);
                    self.array(items, indent)?;
                }
                scalar => self.scalar(scalar, indent)?,
            }
            self.path.pop();
        }
        Some(())
    }

    fn array(&mut self, items: &'v [Value], indent: usize) -> Option<()> {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.new_line(indent);
            }
            self.text.push('-');
            self.path.push(Step::Item);
            match item {
                Value::Hash(inner) if !inner.is_empty() => {
                    self.text.push(' ');
                    self.hash(inner, indent + 2)?;
                }
                Value::Array(inner) if !inner.is_empty() => {
                    self.text.push(' ');
                    self.array(inner, indent + 2)?;
                }
                scalar => self.scalar(scalar, indent)?,
            }
            self.path.pop();
        }
        Some(())
    }

    fn key(&mut self, key: &Value) -> Option<()> {
        let start = self.text.len();
        match key {
            Value::String(text) if text.len() <= MAX_KEY_LENGTH => self.string(text),
            Value::Symbol(name) if name.len() < MAX_KEY_LENGTH => self.symbol(name),
            Value::Integer(_) | Value::Boolean(_) => self.number(key),
            _ => None,
        }
        .filter(|()| self.text.len() > start)
    }

    /// Writes a scalar or an empty collection.
    fn scalar(&mut self, value: &'v Value, indent: usize) -> Option<()> {
        let start = self.text.len();
        self.text.push(' ');
        let written = match value {
            Value::Undef => {
                self.text.truncate(start);
                return Some(());
            }
            Value::String(text) => self.string(text),
            Value::Symbol(name) => self.symbol(name),
            Value::Array(_) => {
                self.text.push_str("[]");
                Some(())
            }
            Value::Hash(_) => {
                self.text.push_str("{}");
                Some(())
            }
            other => self.number(other),
        };
        // Lines are only broken at blanks.
        let fits = |text: &str| text.len() - self.line_start <= WIDTH || !text[start + 1..].contains(' ');
        if written.is_some() && fits(&self.text) {
            return Some(());
        }
        self.text.truncate(start);
        self.ask_emitter(value, indent)
    }

    /// Writes a string in the style that Psych selects, if the emitter would certainly keep it.
    fn string(&mut self, text: &str) -> Option<()> {
        let traits = Traits::of(text)?;
        let style = if traits.is_plainly_text { ScalarStyle::Plain } else { style::of(text) };
        match style {
            ScalarStyle::Plain if traits.can_be_plain => self.text.push_str(text),
            ScalarStyle::SingleQuoted => self.quoted(text),
            // Strings that cannot be unquoted get these quotes.
            ScalarStyle::Plain if text.starts_with(|first: char| first.is_ascii_alphanumeric()) => self.quoted(text),
            ScalarStyle::DoubleQuoted if !traits.needs_escapes => {
                self.text.push('"');
                self.text.push_str(text);
                self.text.push('"');
            }
            _ => return None,
        }
        Some(())
    }

    fn quoted(&mut self, text: &str) {
        self.text.push('\'');
        for (index, part) in text.split('\'').enumerate() {
            self.text.push_str(if index > 0 { "''" } else { "" });
            self.text.push_str(part);
        }
        self.text.push('\'');
    }

    fn symbol(&mut self, name: &str) -> Option<()> {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        self.text.push(':');
        self.text.push_str(name);
        Some(())
    }

    /// Writes a value that always is one word, or a time.
    fn number(&mut self, value: &Value) -> Option<()> {
        match (value, &mut self.moments) {
            (Value::Timestamp(time), Some(moments)) => self.text.push_str(&moments.write(*time)),
            _ => self.text.push_str(&write::word(value, self.options)?),
        }
        Some(())
    }

    fn new_line(&mut self, indent: usize) {
        self.text.push('\n');
        self.line_start = self.text.len();
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// Writes the emitter's text for one value under the same keys, followed by another value.
    fn ask_emitter(&mut self, value: &Value, indent: usize) -> Option<()> {
        let ends_openly = |text: &str| text.ends_with('\n');
        if matches!(value, Value::String(text) if ends_openly(text)) {
            return None;
        }
        let tail = match self.path.last()? {
            Step::Item => format!("\n{}- 0\n", " ".repeat(indent)),
            Step::Key(_) => format!("\n{}{NEXT_KEY}: 0\n", " ".repeat(indent)),
        };
        let with_number = self.emitted(&Value::Integer(0))?;
        let head = with_number.strip_suffix(&tail)?.strip_suffix(" 0")?;
        let emitted = self.emitted(value)?;
        self.text.push_str(emitted.strip_prefix(head)?.strip_suffix(&tail)?);
        // The start of the last line does not matter: a new one follows.
        Some(())
    }

    fn emitted(&self, value: &Value) -> Option<String> {
        let mut steps = self.path.iter().rev();
        let following = Value::Integer(0);
        let mut document = match steps.next()? {
            Step::Item => Value::array([value.clone(), following]),
            Step::Key(key) => Value::hash([((*key).clone(), value.clone()), (Value::from(NEXT_KEY), following)]),
        };
        for step in steps {
            document = match step {
                Step::Item => Value::array([document]),
                Step::Key(key) => Value::hash([((*key).clone(), document)]),
            };
        }
        write::emitted(&document, WriteOptions { tag: None, ..self.options }).ok()
    }
}

/// The key after a value in a document that is made for it.
const NEXT_KEY: &str = "following";

/// Properties of a simple string: one of printable ASCII characters, without blanks at its ends.
struct Traits {
    /// Whether its first letter, and a length greater than that of any word with a meaning, are enough to make it a
    /// plain string.
    is_plainly_text: bool,
    /// Whether the emitter leaves it unquoted if requested.
    can_be_plain: bool,
    /// Whether it contains characters that must be escaped in double quotes.
    needs_escapes: bool,
}

impl Traits {
    /// Returns `None` for a string that is not simple.
    fn of(text: &str) -> Option<Traits> {
        let bytes = text.as_bytes();
        let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else {
            return Some(Traits { is_plainly_text: false, can_be_plain: false, needs_escapes: false });
        };
        if text == "<<" || first == b' ' || last == b' ' {
            return None;
        }
        let is_letter = first.is_ascii_alphabetic() || first == b'_';
        let (mut has_mark, mut needs_escapes, mut before) = (last == b':', false, 0);
        for &byte in bytes {
            match byte {
                b' ' => has_mark |= before == b':',
                b'#' => has_mark |= before == b' ',
                b'"' | b'\\' => needs_escapes = true,
                b'!'..=b'~' => {}
                _ => return None,
            }
            before = byte;
        }
        Some(Traits {
            is_plainly_text: is_letter && bytes.len() > scalar::MAX_WORD_LENGTH,
            can_be_plain: (is_letter || first.is_ascii_digit()) && !has_mark,
            needs_escapes,
        })
    }
}
