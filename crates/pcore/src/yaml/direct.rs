//! The short way from values to text.
//!
//! Most documents are large and dull: hashes and lists of short texts and numbers. These are written here without the
//! emitter, which thinks about every text for long. What needs thought is asked of the emitter alone, in a small
//! document with the same indentation; where even that does not do, the whole document is left to it.

use libyaml_safer::ScalarStyle;

use super::{
    scalar, style,
    write::{self, Moments, WriteOptions},
};
use crate::value::{Hash, Value};

/// The column behind which the emitter breaks lines.
const WIDTH: usize = 80;

/// Longer keys have a form of their own; the emitter draws the line at 128.
const LONGEST_KEY: usize = 120;

/// Writes a document that has been checked; nothing where it needs the emitter.
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
    moments: Option<Moments>,
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
        let traits = Traits::of(text)?;
        let style = if traits.is_plainly_text { ScalarStyle::Plain } else { style::of(text) };
        match style {
            ScalarStyle::Plain if traits.can_be_plain => self.text.push_str(text),
            ScalarStyle::SingleQuoted => self.quoted(text),
            // What cannot stand without quotes gets these.
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

/// What one look at a dull text tells: one of printable ASCII characters, without blanks at its ends.
struct Traits {
    /// Whether its first letter, and that it is longer than any word with a meaning, make it a text without further
    /// thought.
    is_plainly_text: bool,
    /// Whether the emitter leaves it without quotes if it is asked to.
    can_be_plain: bool,
    /// Whether there is something that double quotes do not hold as it is.
    needs_escapes: bool,
}

impl Traits {
    /// Nothing for texts that are not dull.
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
            is_plainly_text: is_letter && bytes.len() > scalar::LONGEST_WORD,
            can_be_plain: (is_letter || first.is_ascii_digit()) && !has_mark,
            needs_escapes,
        })
    }
}
