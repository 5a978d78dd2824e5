//! Reads JSON value by value.
//!
//! It does not say what is wrong with a text: `None` means that the text continues with something else, and
//! [`parse`](super::parse) finds out why.

use ecow::{EcoString, EcoVec};
use memchr::memchr2;

use super::MAX_DEPTH;
use crate::value::{Hash, Value};

/// A position in a document.
pub(super) struct Cursor<'c> {
    text: &'c str,
    offset: usize,
    /// A buffer for strings with escapes.
    decoded: String,
    depth: usize,
}

impl<'c> Cursor<'c> {
    /// Starts at the beginning of a document.
    pub(super) fn new(text: &'c str) -> Cursor<'c> {
        Cursor { text, offset: 0, decoded: String::new(), depth: 0 }
    }

    /// Reads a value that is all of the text.
    pub(super) fn document(&mut self) -> Option<Value> {
        let value = self.value()?;
        self.peek().is_none().then_some(value)
    }

    /// Returns the offset up to which the text has been read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the next character after blanks.
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte(self.offset)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.offset += 1,
                byte => return Some(byte),
            }
        }
    }

    fn byte(&self, offset: usize) -> Option<u8> {
        self.text.as_bytes().get(offset).copied()
    }

    /// Skips a character if it comes next.
    fn take(&mut self, byte: u8) -> Option<bool> {
        let is_next = self.peek()? == byte;
        self.offset += usize::from(is_next);
        Some(is_next)
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte)?.then_some(())
    }

    /// Reads the entries of an object; `read` is called at each value.
    pub(super) fn entries(&mut self, mut read: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.expect(b'{')?;
        if self.take(b'}')? {
            return Some(());
        }
        loop {
            let key = EcoString::from(self.string()?);
            self.expect(b':')?;
            read(self, &key)?;
            if !self.take(b',')? {
                return self.expect(b'}');
            }
        }
    }

    /// Reads the elements of an array; `read` is called at each element.
    pub(super) fn elements(&mut self, mut read: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.expect(b'[')?;
        if self.take(b']')? {
            return Some(());
        }
        loop {
            read(self)?;
            if !self.take(b',')? {
                return self.expect(b']');
            }
        }
    }

    fn string(&mut self) -> Option<&str> {
        self.expect(b'"')?;
        let start = self.offset;
        let (mut special, mut end) = self.special()?;
        if special == b'"' {
            self.offset = end + 1;
            return self.text.get(start..end);
        }
        self.decoded.clear();
        loop {
            self.decoded.push_str(self.text.get(self.offset..end)?);
            self.offset = end + 1;
            match special {
                b'"' => return Some(&self.decoded),
                b'\\' => self.escape()?,
                _ => return None,
            }
            (special, end) = self.special()?;
        }
    }

    /// Finds the next quote, backslash or control character, and returns it with its offset.
    fn special(&self) -> Option<(u8, usize)> {
        let rest = self.text.as_bytes().get(self.offset..).unwrap_or_default();
        let mark = memchr2(b'"', b'\\', rest);
        let plain = mark.and_then(|mark| rest.get(..mark)).unwrap_or(rest);
        let control = plain.iter().position(|byte| *byte < b' ');
        let offset = self.offset + control.or(mark)?;
        Some((self.byte(offset)?, offset))
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self) -> Option<()> {
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
            _ => return None,
        };
        self.decoded.push(letter);
        Some(())
    }

    /// Reads the character of four hexadecimal digits, or of a surrogate pair.
    fn escaped_letter(&mut self) -> Option<char> {
        let first = self.four_digits()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        for byte in *b"\\u" {
            if self.byte(self.offset)? != byte {
                return None;
            }
            self.offset += 1;
        }
        let second = self.four_digits()?.checked_sub(0xDC00).filter(|second| *second < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + second)
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.text.as_bytes().get(self.offset..self.offset + 4)?;
        self.offset += 4;
        digits.iter().try_fold(0, |number, digit| Some(number * 16 + char::from(*digit).to_digit(16)?))
    }

    /// Reads a number; one with a fraction or an exponent is a float.
    fn number(&mut self) -> Option<Value> {
        let rest = self.text.get(self.offset..)?;
        let is_part = |byte: u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let number = &rest[..rest.bytes().position(|byte| !is_part(byte)).unwrap_or(rest.len())];
        let digits = number.strip_prefix('-').unwrap_or(number);
        let whole_end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        let (whole, fraction) = digits.split_at(whole_end);
        let is_valid = !whole.is_empty()
            && (whole == "0" || !whole.starts_with('0'))
            && !fraction.ends_with('.')
            && !fraction.contains(".e")
            && !fraction.contains(".E");
        if !is_valid {
            return None;
        }
        let value = if number.contains(['.', 'e', 'E']) {
            Value::Float(number.parse().ok().filter(|float: &f64| float.is_finite())?)
        } else {
            Value::Integer(number.parse().ok()?)
        };
        self.offset += number.len();
        Some(value)
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        self.text.get(self.offset..)?.starts_with(word).then(|| {
            self.offset += word.len();
            value
        })
    }

    /// Reads any value.
    pub(super) fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            b'"' => self.string().map(Value::from),
            b'n' => self.word("null", Value::Undef),
            b't' => self.word("true", Value::Boolean(true)),
            b'f' => self.word("false", Value::Boolean(false)),
            b'[' | b'{' if self.depth + 1 == MAX_DEPTH => None,
            b'[' => {
                let mut items = EcoVec::new();
                self.depth += 1;
                self.elements(|cursor| {
                    items.push(cursor.value()?);
                    Some(())
                })?;
                self.depth -= 1;
                Some(Value::Array(items))
            }
            b'{' => {
                let mut entries = Hash::default();
                self.depth += 1;
                self.entries(|cursor, key| {
                    entries.insert(key.into(), cursor.value()?);
                    Some(())
                })?;
                self.depth -= 1;
                Some(Value::from(entries))
            }
            _ => self.number(),
        }
    }
}

#[cfg(test)]
mod tests;
