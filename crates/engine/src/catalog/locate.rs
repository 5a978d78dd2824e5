//! The position of a value in a JSON text.
//!
//! Values do not know their positions; messages look for them here. The text was parsed before, so it is valid JSON.

use pcore::json::{self, JsonPath, Step};

/// The line and column, in bytes and counted from one, of the value at a path. Where the last steps lead nowhere, it is
/// the position of the value that should contain them.
pub(super) fn locate(text: &str, path: &JsonPath) -> Option<(usize, usize)> {
    let mut cursor = Cursor { text, position: 0 };
    cursor.skip_blanks();
    for step in path.steps() {
        let entered = match step {
            Step::Key(key) => cursor.value_of(key),
            Step::Integer(index) => cursor.item(usize::try_from(*index).ok()?),
            Step::Undef | Step::Boolean(_) | Step::Float(_) => None,
        };
        match entered {
            Some(position) => cursor.position = position,
            None => break,
        }
    }
    let before = text.get(..cursor.position)?;
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
    Some((line, column))
}

#[derive(Clone, Copy)]
struct Cursor<'t> {
    text: &'t str,
    position: usize,
}

impl Cursor<'_> {
    /// The position of an item of the array here.
    fn item(mut self, index: usize) -> Option<usize> {
        self.take(b'[')?;
        for _ in 0..index {
            self.skip_value();
            self.take(b',')?;
        }
        (self.peek()? != b']').then_some(self.position)
    }

    /// The position of the value of a key of the object here; the last one counts.
    fn value_of(mut self, key: &str) -> Option<usize> {
        self.take(b'{')?;
        let mut found = None;
        while self.peek()? == b'"' {
            let start = self.position;
            self.skip_value();
            let found_key = self.text.get(start..self.position).and_then(|text| json::parse(text.trim_end()).ok());
            self.take(b':')?;
            if found_key.as_ref().and_then(|found| found.as_str()) == Some(key) {
                found = Some(self.position);
            }
            self.skip_value();
            if self.take(b',').is_none() {
                break;
            }
        }
        found
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// Goes past one character and the blanks after it.
    fn take(&mut self, character: u8) -> Option<()> {
        if self.peek()? != character {
            return None;
        }
        self.position += 1;
        self.skip_blanks();
        Some(())
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.position += 1;
        }
    }

    /// Goes past the value here and the blanks after it.
    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                Some(b'"') => self.skip_string(),
                Some(b'[' | b'{') => {
                    depth += 1;
                    self.position += 1;
                }
                Some(b']' | b'}') => {
                    depth = depth.saturating_sub(1);
                    self.position += 1;
                }
                Some(b',' | b':') if depth > 0 => self.position += 1,
                Some(byte) if depth > 0 && byte.is_ascii_whitespace() => self.position += 1,
                Some(_) => self.skip_word(),
                None => return,
            }
            if depth == 0 {
                self.skip_blanks();
                return;
            }
        }
    }

    fn skip_word(&mut self) {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        // At least one byte, so that invalid JSON cannot cause an endless loop.
        self.position += 1;
        while self.peek().is_some_and(is_part) {
            self.position += 1;
        }
    }

    fn skip_string(&mut self) {
        self.position += 1;
        while let Some(byte) = self.peek().filter(|byte| *byte != b'"') {
            self.position += if byte == b'\\' { 2 } else { 1 };
        }
        self.position += 1;
    }
}
