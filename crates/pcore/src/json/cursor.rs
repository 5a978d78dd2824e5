//! Reads JSON value by value, from a text that may end before the document does.
//!
//! It does not say what is wrong with a text; that is left to [`parse`](super::parse).

use ecow::{EcoString, EcoVec};
use memchr::memchr2;

use super::MAX_DEPTH;
use crate::value::{Hash, Value};

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CursorError {
    /// The text ends in the middle of the value.
    #[error("the text ends in the middle of a value")]
    Unfinished,
    /// The text continues with something else, or something that a cursor does not read.
    #[error("the text continues with something else")]
    Other,
}

/// A position in a text.
pub(super) struct Cursor<'c> {
    text: &'c str,
    offset: usize,
    /// A reusable buffer for strings with escapes.
    decoded: &'c mut String,
    depth: usize,
    /// Whether the end of the text is that of the document.
    is_whole: bool,
}

impl<'c> Cursor<'c> {
    /// Starts at the beginning of a text. `decoded` is only a buffer, which can be reused.
    pub(super) fn new(text: &'c str, decoded: &'c mut String) -> Cursor<'c> {
        Cursor { text, offset: 0, decoded, depth: 0, is_whole: false }
    }

    /// Starts at the beginning of a text with a whole document.
    pub(super) fn of_document(text: &'c str, decoded: &'c mut String) -> Cursor<'c> {
        Cursor { is_whole: true, ..Cursor::new(text, decoded) }
    }

    /// Reads a value that is all of the text.
    pub(super) fn document(&mut self) -> Result<Value, CursorError> {
        let value = self.value()?;
        match self.peek() {
            Err(CursorError::Unfinished) => Ok(value),
            _ => Err(CursorError::Other),
        }
    }

    /// Returns the offset up to which the text has been read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the next character after blanks.
    pub(super) fn peek(&mut self) -> Result<u8, CursorError> {
        loop {
            match self.byte(self.offset)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.offset += 1,
                byte => return Ok(byte),
            }
        }
    }

    fn byte(&self, offset: usize) -> Result<u8, CursorError> {
        self.text.as_bytes().get(offset).copied().ok_or(CursorError::Unfinished)
    }

    /// Returns a part of the text that has already been scanned.
    fn part(&self, start: usize, end: usize) -> Result<&'c str, CursorError> {
        self.text.get(start..end).ok_or(CursorError::Other)
    }

    /// Skips a character if it comes next.
    pub(super) fn take(&mut self, byte: u8) -> Result<bool, CursorError> {
        let is_next = self.peek()? == byte;
        self.offset += usize::from(is_next);
        Ok(is_next)
    }

    fn expect(&mut self, byte: u8) -> Result<(), CursorError> {
        if self.take(byte)? { Ok(()) } else { Err(CursorError::Other) }
    }

    /// Reads the entries of an object; `read` is called at each value.
    pub(super) fn entries(
        &mut self,
        mut read: impl FnMut(&mut Self, &str) -> Result<(), CursorError>,
    ) -> Result<(), CursorError> {
        self.expect(b'{')?;
        if self.take(b'}')? {
            return Ok(());
        }
        loop {
            let key = EcoString::from(self.text()?);
            self.expect(b':')?;
            read(self, &key)?;
            if !self.take(b',')? {
                return self.expect(b'}');
            }
        }
    }

    /// Reads the elements of an array; `read` is called at each element.
    pub(super) fn elements(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<(), CursorError>,
    ) -> Result<(), CursorError> {
        self.expect(b'[')?;
        if self.take(b']')? {
            return Ok(());
        }
        loop {
            read(self)?;
            if !self.take(b',')? {
                return self.expect(b']');
            }
        }
    }

    /// Reads a string.
    pub(super) fn text(&mut self) -> Result<&str, CursorError> {
        self.expect(b'"')?;
        let start = self.offset;
        let (mut special, mut end) = self.special()?;
        if special == b'"' {
            self.offset = end + 1;
            return self.part(start, end);
        }
        self.decoded.clear();
        loop {
            let part = self.part(self.offset, end)?;
            self.decoded.push_str(part);
            self.offset = end + 1;
            match special {
                b'"' => return Ok(self.decoded),
                b'\\' => self.escape()?,
                _ => return Err(CursorError::Other),
            }
            (special, end) = self.special()?;
        }
    }

    /// Finds the next quote, backslash or control character, and returns it with its offset.
    fn special(&self) -> Result<(u8, usize), CursorError> {
        let rest = self.text.as_bytes().get(self.offset..).unwrap_or_default();
        let mark = memchr2(b'"', b'\\', rest);
        let plain = mark.and_then(|mark| rest.get(..mark)).unwrap_or(rest);
        let control = plain.iter().position(|byte| *byte < b' ');
        let offset = self.offset + control.or(mark).ok_or(CursorError::Unfinished)?;
        Ok((self.byte(offset)?, offset))
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self) -> Result<(), CursorError> {
        let byte = self.byte(self.offset)?;
        self.offset += 1;
        let letter = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => self.escaped_letter()?,
            _ => return Err(CursorError::Other),
        };
        self.decoded.push(letter);
        Ok(())
    }

    /// Reads the character of four hexadecimal digits, or of a surrogate pair.
    fn escaped_letter(&mut self) -> Result<char, CursorError> {
        let first = self.four_digits()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or(CursorError::Other);
        }
        for byte in *b"\\u" {
            if self.byte(self.offset)? != byte {
                return Err(CursorError::Other);
            }
            self.offset += 1;
        }
        let second =
            self.four_digits()?.checked_sub(0xDC00).filter(|second| *second < 0x400).ok_or(CursorError::Other)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + second).ok_or(CursorError::Other)
    }

    fn four_digits(&mut self) -> Result<u32, CursorError> {
        let digits = self.text.as_bytes().get(self.offset..self.offset + 4).ok_or(CursorError::Unfinished)?;
        self.offset += 4;
        digits.iter().try_fold(0, |number, digit| {
            let digit = char::from(*digit).to_digit(16).ok_or(CursorError::Other)?;
            Ok(number * 16 + digit)
        })
    }

    /// Reads an integer of 64 bits.
    pub(super) fn integer(&mut self) -> Result<i64, CursorError> {
        let number = self.number()?;
        let integer = number.parse().map_err(|_| CursorError::Other)?;
        self.offset += number.len();
        Ok(integer)
    }

    /// Returns the text of a number.
    fn number(&mut self) -> Result<&'c str, CursorError> {
        self.peek()?;
        let rest = self.part(self.offset, self.text.len())?;
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let length = match rest.bytes().position(|byte| !is_part(&byte)) {
            Some(length) => length,
            None if self.is_whole => rest.len(),
            // Without a following character, the number may continue in the next chunk.
            None => return Err(CursorError::Unfinished),
        };
        let number = &rest[..length];
        let digits = number.strip_prefix('-').unwrap_or(number);
        let whole_end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        let (whole, fraction) = digits.split_at(whole_end);
        let is_valid = !whole.is_empty()
            && (whole == "0" || !whole.starts_with('0'))
            && !fraction.ends_with('.')
            && !fraction.contains(".e")
            && !fraction.contains(".E");
        if is_valid { Ok(number) } else { Err(CursorError::Other) }
    }

    /// Reads a number; one with a fraction or an exponent is a float.
    fn any_number(&mut self) -> Result<Value, CursorError> {
        let number = self.number()?;
        if !number.contains(['.', 'e', 'E']) {
            return self.integer().map(Value::Integer);
        }
        let float = number.parse().ok().filter(|float: &f64| float.is_finite()).ok_or(CursorError::Other)?;
        self.offset += number.len();
        Ok(Value::Float(float))
    }

    /// Reads `true` or `false`.
    pub(super) fn boolean(&mut self) -> Result<bool, CursorError> {
        match self.peek()? {
            b't' => self.word("true").map(|()| true),
            _ => self.word("false").map(|()| false),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), CursorError> {
        let rest = self.part(self.offset, self.text.len())?;
        if rest.starts_with(word) {
            self.offset += word.len();
            return Ok(());
        }
        Err(if word.starts_with(rest) { CursorError::Unfinished } else { CursorError::Other })
    }

    /// Reads any value.
    pub(super) fn value(&mut self) -> Result<Value, CursorError> {
        match self.peek()? {
            b'"' => self.text().map(Value::from),
            b'n' => self.word("null").map(|()| Value::Undef),
            b't' | b'f' => self.boolean().map(Value::Boolean),
            b'[' | b'{' if self.depth + 1 == MAX_DEPTH => Err(CursorError::Other),
            b'[' => {
                let mut items = EcoVec::new();
                self.depth += 1;
                self.elements(|cursor| {
                    items.push(cursor.value()?);
                    Ok(())
                })?;
                self.depth -= 1;
                Ok(Value::Array(items))
            }
            b'{' => {
                let mut entries = Hash::default();
                self.depth += 1;
                self.entries(|cursor, key| {
                    entries.insert(key.into(), cursor.value()?);
                    Ok(())
                })?;
                self.depth -= 1;
                Ok(Value::from(entries))
            }
            _ => self.any_number(),
        }
    }
}

#[cfg(test)]
mod tests;
