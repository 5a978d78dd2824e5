//! Reads JSON of a known shape, value by value, from a text that may end before the document does.
//!
//! It is for documents that are large and nearly always valid: it does not distinguish unusual input from errors, and
//! leaves both to [`parse`](super::parse).

use ecow::{EcoString, EcoVec};
use memchr::memchr2;

use crate::value::{Hash, Value};

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CursorError {
    /// The text ends in the middle of the value.
    #[error("the text ends in the middle of a value")]
    Unfinished,
    /// The text continues with something else, or something that a cursor does not read.
    #[error("the text continues with something else")]
    Other,
}

/// The limit on the nesting of values; deeper documents are left to [`parse`](super::parse).
const MAX_DEPTH: usize = 100;

/// A position in a text.
///
/// ```
/// use pcore::json::{Cursor, CursorError};
///
/// let mut decoded = String::new();
/// let mut cursor = Cursor::new(r#" ["caf\u00e9", 80], "#, &mut decoded);
/// let mut names = Vec::new();
/// cursor.elements(|cursor| Ok(names.push(cursor.value()?)))?;
/// assert_eq!(names, ["café".into(), 80.into()]);
/// assert!(cursor.take(b',')?);
/// assert_eq!(cursor.value(), Err(CursorError::Unfinished));
/// # Ok::<(), CursorError>(())
/// ```
pub struct Cursor<'c> {
    text: &'c str,
    offset: usize,
    /// A reusable buffer for strings with escapes.
    decoded: &'c mut String,
    depth: usize,
}

impl<'c> Cursor<'c> {
    /// Starts at the beginning of a text. `decoded` is only a buffer, which can be reused.
    pub fn new(text: &'c str, decoded: &'c mut String) -> Cursor<'c> {
        Cursor { text, offset: 0, decoded, depth: 0 }
    }

    /// Returns the offset up to which the text has been read.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the next character after blanks.
    pub fn peek(&mut self) -> Result<u8, CursorError> {
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
    pub fn take(&mut self, byte: u8) -> Result<bool, CursorError> {
        let is_next = self.peek()? == byte;
        self.offset += usize::from(is_next);
        Ok(is_next)
    }

    fn expect(&mut self, byte: u8) -> Result<(), CursorError> {
        if self.take(byte)? { Ok(()) } else { Err(CursorError::Other) }
    }

    /// Skips `null` if it comes next.
    pub fn take_null(&mut self) -> Result<bool, CursorError> {
        if self.peek()? != b'n' {
            return Ok(false);
        }
        self.word("null").map(|()| true)
    }

    /// Reads a value unless it is `null`.
    pub fn unless_null<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, CursorError>,
    ) -> Result<Option<T>, CursorError> {
        if self.take_null()? { Ok(None) } else { read(self).map(Some) }
    }

    /// Reads the entries of an object; `read` is called at each value.
    pub fn entries(
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
    pub fn elements(&mut self, mut read: impl FnMut(&mut Self) -> Result<(), CursorError>) -> Result<(), CursorError> {
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
    pub fn text(&mut self) -> Result<&str, CursorError> {
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
    pub fn integer(&mut self) -> Result<i64, CursorError> {
        self.peek()?;
        let rest = self.part(self.offset, self.text.len())?;
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        // Without a following character, the number may continue in the next chunk.
        let length = digits.find(|letter: char| !letter.is_ascii_digit()).ok_or(CursorError::Unfinished)?;
        let (digits, following) = digits.split_at(length);
        let is_valid = match digits {
            "0" => rest.starts_with('0'),
            digits => !digits.starts_with('0'),
        };
        if !is_valid || following.starts_with(['.', 'e', 'E']) {
            return Err(CursorError::Other);
        }
        let number = &rest[..rest.len() - following.len()];
        self.offset += number.len();
        number.parse().map_err(|_| CursorError::Other)
    }

    /// Reads `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, CursorError> {
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

    /// Reads any value whose numbers are integers of 64 bits.
    pub fn value(&mut self) -> Result<Value, CursorError> {
        match self.peek()? {
            b'"' => self.text().map(Value::from),
            b'n' => self.word("null").map(|()| Value::Undef),
            b't' | b'f' => self.boolean().map(Value::Boolean),
            b'[' | b'{' if self.depth == MAX_DEPTH => Err(CursorError::Other),
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
            _ => self.integer().map(Value::Integer),
        }
    }
}

#[cfg(test)]
mod tests;
