//! Where in a JSON text a value stands.
//!
//! Values do not know their places; who needs one, for a message, looks for it here. The text has been read before, so
//! that it is JSON is given.

use pcore::json::{self, JsonPath, Step};

/// Line and column, in bytes and from one, of the value that a path leads to. Where the last steps lead nowhere, it is
/// the place of what they should be in.
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
    fn item(mut self, wanted: usize) -> Option<usize> {
        self.take(b'[')?;
        for _ in 0..wanted {
            self.skip_value();
            self.take(b',')?;
        }
        (self.peek()? != b']').then_some(self.position)
    }

    /// The position of the value of a key of the object here; the last one counts.
    fn value_of(mut self, wanted: &str) -> Option<usize> {
        self.take(b'{')?;
        let mut found = None;
        while self.peek()? == b'"' {
            let start = self.position;
            self.skip_value();
            let key = self.text.get(start..self.position).and_then(|key| json::parse(key.trim_end()).ok());
            self.take(b':')?;
            if key.as_ref().and_then(|key| key.as_str()) == Some(wanted) {
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

    /// Goes past one sign and the blanks behind it.
    fn take(&mut self, sign: u8) -> Option<()> {
        if self.peek()? != sign {
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

    /// Goes past the value here and the blanks behind it.
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
        // At least one byte, or what is no JSON after all would hold us here.
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
