//! A writer of JSON text: brackets, commas, and indentation.
//!
//! The text is that of `pcore::json`, but needs no value of the whole document, and is passed on as it is written.

use std::{fmt::Write as _, io};

use pcore::{Value, json};

/// How a document is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In one line.
    Line,
    /// In lines, indented by two blanks for each level.
    Lines,
}

/// The number of bytes that are buffered.
const PIECE: usize = 64 * 1024;

/// A line break with the indentation of the levels that catalogs have, without those of nested values.
const BREAK: &str = "\n                                ";

/// The part of a text that was not passed on yet.
pub(super) struct Text {
    buffer: String,
    layout: Layout,
    level: usize,
    /// Whether the innermost container is still empty.
    empty: bool,
}

impl Text {
    pub(super) fn new(layout: Layout) -> Text {
        Text { buffer: String::with_capacity(PIECE + PIECE / 8), layout, level: 0, empty: true }
    }

    /// The text before the value of a key at a level. Keys that occur thousands of times are formatted once.
    pub(super) fn prepared(layout: Layout, level: usize, is_first: bool, key: &str) -> String {
        let mut text = Text { buffer: String::new(), layout, level, empty: is_first };
        text.key(key);
        text.buffer
    }

    /// Begins an entry of a hash whose key was prepared.
    pub(super) fn prepared_key(&mut self, key: &str) {
        self.empty = false;
        self.buffer.push_str(key);
    }

    /// Passes the buffer on once it is full.
    pub(super) fn pass_on(&mut self, out: &mut (impl io::Write + ?Sized)) -> io::Result<()> {
        if self.buffer.len() < PIECE {
            return Ok(());
        }
        self.finish(out)
    }

    /// Passes on the rest.
    pub(super) fn finish(&mut self, out: &mut (impl io::Write + ?Sized)) -> io::Result<()> {
        out.write_all(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }

    /// Opens a hash or an array.
    pub(super) fn open(&mut self, bracket: char) {
        self.buffer.push(bracket);
        self.level += 1;
        self.empty = true;
    }

    pub(super) fn close(&mut self, bracket: char) {
        self.level -= 1;
        if !self.empty {
            self.line_break();
        }
        self.empty = false;
        self.buffer.push(bracket);
    }

    /// Begins an element of an array.
    pub(super) fn element(&mut self) {
        if !self.empty {
            self.buffer.push(',');
        }
        self.empty = false;
        self.line_break();
    }

    /// Begins an entry of a hash.
    pub(super) fn key(&mut self, key: &str) {
        self.element();
        self.string(key);
        self.buffer.push_str(if self.layout == Layout::Lines { ": " } else { ":" });
    }

    fn line_break(&mut self) {
        if self.layout == Layout::Line {
            return;
        }
        match BREAK.get(..=2 * self.level) {
            Some(blanks) => self.buffer.push_str(blanks),
            None => {
                self.buffer.push('\n');
                self.buffer.extend(std::iter::repeat_n("  ", self.level));
            }
        }
    }

    pub(super) fn string(&mut self, text: &str) {
        if is_plain(text) {
            self.buffer.push('"');
            self.buffer.push_str(text);
            self.buffer.push('"');
        } else {
            self.scalar(&Value::from(text));
        }
    }

    /// Writes `Type[title]`.
    pub(super) fn reference(&mut self, type_name: &str, title: &str) {
        if is_plain(type_name) && is_plain(title) {
            for part in ["\"", type_name, "[", title, "]\""] {
                self.buffer.push_str(part);
            }
        } else {
            self.string(&format!("{type_name}[{title}]"));
        }
    }

    pub(super) fn strings<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        self.open('[');
        for text in texts {
            self.element();
            self.string(text);
        }
        self.close(']');
    }

    pub(super) fn boolean(&mut self, value: bool) {
        self.buffer.push_str(if value { "true" } else { "false" });
    }

    pub(super) fn nothing(&mut self) {
        self.buffer.push_str("null");
    }

    pub(super) fn number(&mut self, number: i64) {
        // Writing to a string cannot fail.
        let _ = write!(self.buffer, "{number}");
    }

    /// Writes a value that was found to be data.
    pub(super) fn value(&mut self, value: &Value) {
        match value {
            Value::Undef => self.nothing(),
            Value::Boolean(value) => self.boolean(*value),
            Value::Integer(number) => self.number(*number),
            Value::String(text) => self.string(text),
            Value::Array(items) => {
                self.open('[');
                for item in items {
                    self.element();
                    self.value(item);
                }
                self.close(']');
            }
            Value::Hash(hash) => {
                self.open('{');
                for (key, value) in hash.iter() {
                    self.key(key.as_str().unwrap_or_default());
                    self.value(value);
                }
                self.close('}');
            }
            other => self.scalar(other),
        }
    }

    fn scalar(&mut self, value: &Value) {
        // Only scalar data gets here, which can always be written.
        self.buffer.push_str(&json::write(value).unwrap_or_default());
    }
}

/// Whether a text needs no escapes in JSON.
fn is_plain(text: &str) -> bool {
    // Looking at all of it is faster than stopping early: there is hardly ever anything to be found.
    !text.bytes().fold(false, |found, byte| found | (byte < 0x20) | (byte == b'"') | (byte == b'\\'))
}
