//! JSON of a known shape that is read while it is streamed: only as much of the text is in memory as one value needs.
//!
//! Strings without escapes and common scalars are read here, anything else by [`json::parse`], which gets the text of one
//! value. An error has the position of the value, and the path that the callers of [`Cursor::entries`] and
//! [`Cursor::elements`] took to it.

use std::{
    io::{self, Read},
    mem,
    ops::Range,
    string::FromUtf8Error,
};

use ecow::EcoString;
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use pcore::{
    Value,
    json::{self, JsonError, JsonPath, MAX_DEPTH, Step},
    never,
};

use crate::{CatalogError, Shape};

/// How many bytes a value that is read at once may have: a text, or what a parameter holds.
const MAX_VALUE: usize = 128 << 20;

/// How many letters a number or a word may have. Longer ones are errors.
const MAX_WORD: usize = 1024;

/// The number of bytes that are read at once, unless one value is longer: they fit into the cache of a processor.
const CHUNK: usize = 128 << 10;

/// A result whose error is small, so that reading is fast.
pub(super) type Reading<T> = Result<T, Box<CatalogError>>;

/// A position in a text, which may be far ahead of the part that is in memory.
pub(super) struct Cursor<'i> {
    input: &'i mut dyn Read,
    /// How many bytes the input may have.
    limit: usize,
    /// The part that was read and is still needed.
    text: String,
    /// How many bytes of the input were before `text`.
    dropped: usize,
    /// The line and the column at which `text` begins, both counted from one.
    start: (usize, usize),
    /// How much of `text` was used.
    offset: usize,
    /// The offset in the input from which on the text is kept, although it was used.
    kept: Option<usize>,
    /// The beginning of a character whose end was not read yet.
    incomplete: Vec<u8>,
    is_at_end: bool,
    /// How many arrays and objects contain what is read here.
    depth: usize,
    /// The last string with escapes.
    decoded: String,
}

impl<'i> Cursor<'i> {
    pub(super) fn new(input: &'i mut dyn Read, limit: usize) -> Cursor<'i> {
        Cursor {
            input,
            limit,
            text: String::new(),
            dropped: 0,
            start: (1, 1),
            offset: 0,
            kept: None,
            incomplete: Vec::new(),
            is_at_end: false,
            depth: 0,
            decoded: String::new(),
        }
    }

    /// Goes past blanks, and returns the offset in the input.
    pub(super) fn here(&mut self) -> Reading<usize> {
        self.peek()?;
        Ok(self.dropped + self.offset)
    }

    /// Keeps the text from here on while `read` reads it, so that it can look at the text again.
    pub(super) fn keeping<T>(&mut self, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<T> {
        self.kept = Some(self.here()?);
        let value = read(self);
        self.kept = None;
        value
    }

    /// Fails unless the text ends here.
    pub(super) fn end(&mut self) -> Reading<()> {
        if self.peek()?.is_some() { Err(self.invalid("trailing characters")) } else { Ok(()) }
    }

    /// Reads the entries of an object; `read` is called at each value.
    pub(super) fn entries(
        &mut self,
        expected: &'static str,
        mut read: impl FnMut(&mut Self, &str) -> Reading<()>,
    ) -> Reading<()> {
        self.items([b'{', b'}'], expected, |cursor, _| {
            if cursor.peek()? != Some(b'"') {
                return Err(cursor.invalid("key must be a string"));
            }
            let key = EcoString::from(cursor.text()?);
            cursor.expect(b':', "expected ':'")?;
            read(cursor, &key).map_err(|error| within(error, Step::Key(key)))
        })
    }

    /// Reads the elements of an array; `read` is called at each element, with its index.
    pub(super) fn elements(&mut self, mut read: impl FnMut(&mut Self, usize) -> Reading<()>) -> Reading<()> {
        self.items([b'[', b']'], "an array", |cursor, index| {
            read(cursor, index).map_err(|error| within(error, Step::from(index)))
        })
    }

    fn items(
        &mut self,
        [open, close]: [u8; 2],
        expected: &'static str,
        mut read: impl FnMut(&mut Self, usize) -> Reading<()>,
    ) -> Reading<()> {
        if self.peek()? != Some(open) {
            return Err(self.wrong(expected));
        }
        self.offset += 1;
        self.depth += 1;
        if !self.take(close)? {
            for index in 0.. {
                read(self, index)?;
                if !self.take(b',')? {
                    break;
                }
            }
            self.expect(close, if close == b'}' { "expected ',' or '}'" } else { "expected ',' or ']'" })?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads a value unless it is `null`.
    pub(super) fn optional<T>(&mut self, read: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<Option<T>> {
        if self.peek()? == Some(b'n') { self.value().map(|_| None) } else { read(self).map(Some) }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Reading<EcoString> {
        Ok(match self.plain_string()? {
            Some(range) => self.text.get(range).unwrap_or_default().into(),
            None => self.decoded.as_str().into(),
        })
    }

    /// Reads a string, to be looked at.
    pub(super) fn text(&mut self) -> Reading<&str> {
        Ok(match self.plain_string()? {
            Some(range) => self.text.get(range).unwrap_or_default(),
            None => &self.decoded,
        })
    }

    /// Reads a string; one with escapes is `decoded`.
    fn plain_string(&mut self) -> Reading<Option<Range<usize>>> {
        if self.peek()? != Some(b'"') {
            return Err(self.wrong("a string"));
        }
        let (length, is_plain) = self.string_length(0)?;
        if is_plain {
            let start = self.offset + 1;
            self.offset += length;
            return Ok(Some(start..self.offset - 1));
        }
        let end = self.offset + length;
        if unescape(self.text.get(self.offset + 1..end - 1).unwrap_or_default(), &mut self.decoded) {
            self.offset = end;
        } else if let Value::String(text) = self.parse(length)? {
            self.decoded = text.into();
        }
        Ok(None)
    }

    /// Reads any value.
    pub(super) fn value(&mut self) -> Reading<Value> {
        match self.peek()? {
            Some(b'"') => return self.string().map(Value::String),
            None => return Err(self.invalid("expected value")),
            Some(_) => {}
        }
        let length = self.length()?;
        let token = self.text.get(self.offset..self.offset + length).unwrap_or_default();
        let value = match token {
            "null" => Value::Undef,
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            number if number.starts_with(|digit: char| ('1'..='9').contains(&digit)) => match number.parse() {
                Ok(number) => Value::Integer(number),
                Err(_) => return self.parse(length),
            },
            _ => return self.parse(length),
        };
        self.offset += length;
        Ok(value)
    }

    /// Reads a value that `take` accepts.
    pub(super) fn typed<T>(&mut self, expected: &'static str, take: impl FnOnce(&Value) -> Option<T>) -> Reading<T> {
        let start = self.here()?;
        let value = self.value()?;
        take(&value).ok_or_else(|| self.unfit(start, expected, shape(&value)))
    }

    /// The error for another value than the one here, which may be invalid as well.
    fn wrong(&mut self, expected: &'static str) -> Box<CatalogError> {
        match self.typed(expected, |_| None::<()>) {
            Ok(()) => never!("no value was accepted", self.invalid("expected value")),
            Err(error) => error,
        }
    }

    /// The error for a value of the wrong shape at an offset in the input.
    pub(super) fn unfit(&self, start: usize, expected: &'static str, found: Shape) -> Box<CatalogError> {
        let position = Some(self.position(start));
        Box::new(CatalogError::Shape { path: JsonPath::default(), position, expected, found })
    }

    /// The line and column, in bytes and counted from one, of the value at a path in the value at an offset in the input,
    /// whose text was kept. Where the last steps lead nowhere, it is the position of the value that should contain them.
    pub(super) fn locate(&mut self, start: usize, path: &JsonPath) -> (usize, usize) {
        let mut found = start;
        for step in path.steps() {
            let mut inner = None;
            self.offset = found.saturating_sub(self.dropped);
            let _ = match step {
                // The last value of a key counts.
                Step::Key(wanted) => self.entries("", |cursor, key| {
                    let value = cursor.here()?;
                    inner = if key == wanted { Some(value) } else { inner };
                    cursor.value().map(drop)
                }),
                Step::Integer(wanted) => self.elements(|cursor, index| {
                    let value = cursor.here()?;
                    inner = if Step::from(index) == Step::Integer(*wanted) { Some(value) } else { inner };
                    cursor.value().map(drop)
                }),
                Step::Undef | Step::Boolean(_) | Step::Float(_) => Ok(()),
            };
            let Some(value) = inner else { break };
            found = value;
        }
        self.position(found)
    }

    /// The line and column of an offset in the input.
    fn position(&self, offset: usize) -> (usize, usize) {
        let before = self.text.as_bytes().get(..offset.saturating_sub(self.dropped)).unwrap_or_default();
        let lines = memchr_iter(b'\n', before).count();
        match memrchr(b'\n', before) {
            Some(end) => (self.start.0 + lines, before.len() - end),
            None => (self.start.0, self.start.1 + before.len()),
        }
    }

    /// The error for something here that is not valid JSON.
    fn invalid(&self, message: &str) -> Box<CatalogError> {
        self.invalid_at(self.offset, message)
    }

    fn invalid_at(&self, offset: usize, message: &str) -> Box<CatalogError> {
        let (line, column) = self.position(self.dropped + offset);
        // What is missing at the end is missing after the last character.
        let is_end = offset == self.text.len();
        let (message, column) = if is_end { ("EOF while parsing a value", column - 1) } else { (message, column) };
        Box::new(CatalogError::Json(JsonError { line, column, message: message.into() }))
    }

    fn expect(&mut self, byte: u8, message: &str) -> Reading<()> {
        if self.take(byte)? { Ok(()) } else { Err(self.invalid(message)) }
    }

    /// Goes past a byte if it is next.
    fn take(&mut self, byte: u8) -> Reading<bool> {
        let is_next = self.peek()? == Some(byte);
        self.offset += usize::from(is_next);
        Ok(is_next)
    }

    /// The next byte after blanks; `None` at the end.
    fn peek(&mut self) -> Reading<Option<u8>> {
        loop {
            match self.text.as_bytes().get(self.offset).copied() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.offset += 1,
                None if self.fill()? => {}
                byte => return Ok(byte),
            }
        }
    }

    /// Parses so many bytes, which are one value, and goes past them.
    fn parse(&mut self, length: usize) -> Reading<Value> {
        let end = self.text.len().min(self.offset + length);
        let value = json::parse(self.text.get(self.offset..end).unwrap_or_default()).map_err(|mut error| {
            let (line, column) = self.position(self.dropped + self.offset);
            if error.line == 1 {
                error.column += column - 1;
            }
            error.line += line - 1;
            Box::new(CatalogError::Json(error))
        })?;
        self.offset = end;
        Ok(value)
    }

    /// The length of the value here, as far as brackets and quotes tell. It may be longer than the text.
    fn length(&mut self) -> Reading<usize> {
        let (mut length, mut depth, mut word) = (0, 0, 0);
        loop {
            let Some(byte) = self.text.as_bytes().get(self.offset + length).copied() else {
                if self.fill()? {
                    continue;
                }
                return Ok(length);
            };
            match byte {
                b'"' => length = self.string_length(length)?.0,
                b'[' | b'{' if self.depth + depth + 1 == MAX_DEPTH => {
                    let message = format!("nested more than {MAX_DEPTH} levels deep");
                    return Err(self.invalid_at(self.offset + length, &message));
                }
                b'[' | b'{' => (length, depth) = (length + 1, depth + 1),
                b']' | b'}' if depth > 0 => (length, depth) = (length + 1, depth - 1),
                // What cannot begin a value is parsed as well, for the error.
                b']' | b'}' | b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' if depth == 0 => return Ok(length.max(1)),
                b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => (length, word) = (length + 1, 0),
                b'+' | b'-' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E' if word < MAX_WORD => {
                    (length, word) = (length + 1, word + 1);
                    continue;
                }
                // No value has this, so nothing more is read for the error.
                _ => {
                    let rest = self.text.get(self.offset + length..).unwrap_or_default();
                    return Ok(length + rest.chars().next().map_or(1, char::len_utf8));
                }
            }
            if depth == 0 {
                return Ok(length);
            }
        }
    }

    /// The length up to the end of the string that begins at this length, and whether the string means what is written.
    fn string_length(&mut self, start: usize) -> Reading<(usize, bool)> {
        let (mut length, mut is_plain) = (start + 1, true);
        loop {
            let rest = self.text.as_bytes().get(self.offset + length..).unwrap_or_default();
            let special = memchr2(b'"', b'\\', rest);
            let (plain, special) = rest.split_at(special.unwrap_or(rest.len()));
            is_plain &= !has_control_characters(plain);
            length += plain.len();
            match special.first().copied() {
                Some(b'"') => return Ok((length + 1, is_plain)),
                // Whatever follows a backslash does not end the string.
                Some(_) => (length, is_plain) = (length + 2, false),
                None if self.fill()? => {}
                None => {
                    self.parse(length)?;
                    return never!(
                        "a string without an end is an error",
                        Err(self.invalid("EOF while parsing a string"))
                    );
                }
            }
        }
    }

    /// Reads more, and drops what was used; returns `false` at the end. The rest is one value: the text is at most doubled, so
    /// that a long value is not moved again and again.
    fn fill(&mut self) -> Reading<bool> {
        if self.is_at_end {
            return Ok(false);
        }
        let used = self.kept.map_or(self.offset, |kept| kept - self.dropped);
        self.start = self.position(self.dropped + used);
        self.dropped += used;
        self.offset -= used;
        let mut bytes = mem::take(&mut self.text).into_bytes();
        bytes.drain(..used);
        bytes.append(&mut self.incomplete);
        let more = bytes.len().max(CHUNK);
        bytes.reserve_exact(more);
        self.is_at_end = self.input.take(more as u64).read_to_end(&mut bytes).map_err(CatalogError::from)? < more;
        let is_too_long = self.dropped + bytes.len() > self.limit;
        if is_too_long || bytes.len() > MAX_VALUE {
            let (what, limit) = if is_too_long { ("it", self.limit) } else { ("a value in it", MAX_VALUE) };
            let reason = format!("{what} is longer than the limit of {limit} bytes");
            return Err(Box::new(io::Error::new(io::ErrorKind::FileTooLarge, reason).into()));
        }
        self.text = String::from_utf8(bytes).or_else(|error| self.complete_part(error))?;
        Ok(true)
    }

    /// The part before a character that is incomplete.
    fn complete_part(&mut self, error: FromUtf8Error) -> Reading<String> {
        let (length, is_incomplete) = (error.utf8_error().valid_up_to(), error.utf8_error().error_len().is_none());
        if !is_incomplete || self.is_at_end {
            return Err(Box::new(CatalogError::NotUtf8 { offset: self.dropped + length }));
        }
        let mut bytes = error.into_bytes();
        self.incomplete = bytes.split_off(length);
        Ok(String::from_utf8(bytes).unwrap_or_else(|_| never!("the rest was valid", String::new())))
    }
}

/// Without a branch for each byte, so that many are compared at once.
fn has_control_characters(text: &[u8]) -> bool {
    text.iter().fold(false, |found, byte| found | (*byte < b' '))
}

/// Replaces common escapes; returns `false` if there are others, or something else that needs the parser.
fn unescape(text: &str, decoded: &mut String) -> bool {
    decoded.clear();
    let mut rest = text;
    while let Some(found) = memchr(b'\\', rest.as_bytes()) {
        let (plain, escaped) = rest.split_at(found);
        decoded.push_str(plain);
        decoded.push(match escaped.as_bytes().get(1) {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(letter @ (b'"' | b'\\' | b'/')) => char::from(*letter),
            _ => return false,
        });
        rest = escaped.get(2..).unwrap_or_default();
    }
    decoded.push_str(rest);
    !has_control_characters(text.as_bytes())
}

/// Adds the step that led to an error, which happened below it.
pub(super) fn within(mut error: Box<CatalogError>, step: Step) -> Box<CatalogError> {
    if let CatalogError::Shape { path, .. } | CatalogError::Value { path, .. } = &mut *error {
        let inner = mem::take(path);
        path.push(step);
        inner.steps().iter().for_each(|step| path.push(step.clone()));
    }
    error
}

fn shape(value: &Value) -> Shape {
    match value {
        Value::Undef => Shape::Null,
        Value::Boolean(_) => Shape::Boolean,
        Value::Integer(_) | Value::Float(_) => Shape::Number,
        Value::Array(_) => Shape::Array,
        Value::Hash(_) => Shape::Object,
        Value::String(_) => Shape::String,
        _ => never!("JSON has no other values", Shape::String),
    }
}

#[cfg(test)]
mod tests;
