//! The short way from values to text.
//!
//! Most documents are large and dull: hashes and lists of short texts and numbers. These are written here without the
//! emitter, which thinks about every text for long. What needs thought is asked of the emitter alone, in a small
//! document with the same indentation; where even that does not do, the whole document is left to it.

use libyaml_safer::ScalarStyle;

use super::{
    style,
    write::{self, WriteOptions},
};
use crate::value::{Hash, Value};

/// The column behind which the emitter breaks lines.
const WIDTH: usize = 80;

/// Longer keys have a form of their own; the emitter draws the line at 128.
const LONGEST_KEY: usize = 120;

/// Writes a document that has been checked; nothing where it needs the emitter.
pub(super) fn write(value: &Value, options: WriteOptions<'_>) -> Option<String> {
    let mut writer = Writer { text: String::from("---"), line_start: 0, path: Vec::new(), options };
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

/// A step from a collection to what it holds.
enum Step<'v> {
    Item,
    Key(&'v Value),
}

struct Writer<'v, 'o> {
    text: String,
    /// Where the last line begins.
    line_start: usize,
    path: Vec<Step<'v>>,
    options: WriteOptions<'o>,
}

impl<'v> Writer<'v, '_> {
    /// Writes entries in lines of their own; the first one where the text ends.
    fn hash(&mut self, hash: &'v Hash, indent: usize) -> Option<()> {
        for (place, (key, value)) in hash.iter().enumerate() {
            if place > 0 {
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
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
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
            Value::String(text) if text.len() <= LONGEST_KEY => self.string(text),
            Value::Symbol(name) if name.len() < LONGEST_KEY => self.symbol(name),
            Value::Integer(_) | Value::Boolean(_) => self.number(key),
            _ => None,
        }
        .filter(|()| self.text.len() > start)
    }

    /// Writes what is no collection, or an empty one.
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
        // Only at blanks is a line broken.
        let fits = |text: &str| text.len() - self.line_start <= WIDTH || !text[start + 1..].contains(' ');
        if written.is_some() && fits(&self.text) {
            return Some(());
        }
        self.text.truncate(start);
        self.ask_emitter(value, indent)
    }

    /// Writes a text in the style that Psych asks for, if the emitter would surely keep to it.
    fn string(&mut self, text: &str) -> Option<()> {
        let is_dull = |byte: &u8| matches!(byte, b' '..=b'~');
        if text == "<<" || !text.as_bytes().iter().all(is_dull) || text.starts_with(' ') || text.ends_with(' ') {
            return None;
        }
        match style::of(text) {
            ScalarStyle::Plain if can_be_plain(text) => self.text.push_str(text),
            ScalarStyle::SingleQuoted => self.quoted(text),
            // What cannot stand without quotes gets these.
            ScalarStyle::Plain if text.starts_with(|first: char| first.is_ascii_alphanumeric()) => self.quoted(text),
            ScalarStyle::DoubleQuoted if !text.contains(['"', '\\']) => {
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
        for (place, part) in text.split('\'').enumerate() {
            self.text.push_str(if place > 0 { "''" } else { "" });
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

    /// Writes what is always one word, or a time.
    fn number(&mut self, value: &Value) -> Option<()> {
        self.text.push_str(&write::word(value, self.options)?);
        Some(())
    }

    fn new_line(&mut self, indent: usize) {
        self.text.push('\n');
        self.line_start = self.text.len();
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// Writes what the emitter writes for one value under the same keys, with something behind it.
    fn ask_emitter(&mut self, value: &Value, indent: usize) -> Option<()> {
        let ends_openly = |text: &str| text.ends_with('\n');
        if matches!(value, Value::String(text) if ends_openly(text)) {
            return None;
        }
        let tail = match self.path.last()? {
            Step::Item => format!("\n{}- 0\n", " ".repeat(indent)),
            Step::Key(_) => format!("\n{}{BEHIND}: 0\n", " ".repeat(indent)),
        };
        let with_number = self.emitted(&Value::Integer(0))?;
        let head = with_number.strip_suffix(&tail)?.strip_suffix(" 0")?;
        let emitted = self.emitted(value)?;
        self.text.push_str(emitted.strip_prefix(head)?.strip_suffix(&tail)?);
        // Where the last line begins does not matter: a new one follows.
        Some(())
    }

    fn emitted(&self, value: &Value) -> Option<String> {
        let mut steps = self.path.iter().rev();
        let behind = Value::Integer(0);
        let mut document = match steps.next()? {
            Step::Item => Value::array([value.clone(), behind]),
            Step::Key(key) => Value::hash([((*key).clone(), value.clone()), (Value::from(BEHIND), behind)]),
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

/// The key that stands behind a value in a document that is made for it.
const BEHIND: &str = "behind";

/// Whether the emitter leaves a text without quotes that has letters, digits and signs only.
fn can_be_plain(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_')
        && !text.ends_with(':')
        && !text.contains(": ")
        && !text.contains(" #")
}
