//! Reads JSON of a known shape, value by value, where the text may end before the document does.
//!
//! For documents that are large and nearly always in order: what is unusual is not told from what is wrong, and left to
//! [`parse`](super::parse).

use ecow::{EcoString, EcoVec};

use crate::value::{Hash, Value};

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The text ends in the middle of it.
    #[error("the text ends in the middle of a value")]
    Unfinished,
    /// It is something else.
    #[error("it is something else")]
    Other,
}

/// How deep values may be nested; more is not usual.
const DEEPEST: usize = 100;

/// A place in a text.
///
/// ```
/// use pcore::json::{Cursor, Stop};
///
/// let mut decoded = String::new();
/// let mut cursor = Cursor::new(r#" ["caf\u00e9", 80], "#, &mut decoded);
/// let mut names = Vec::new();
/// cursor.elements(|cursor| Ok(names.push(cursor.value()?)))?;
/// assert_eq!(names, ["café".into(), 80.into()]);
/// assert!(cursor.take(b',')?);
/// assert_eq!(cursor.value(), Err(Stop::Unfinished));
/// # Ok::<(), Stop>(())
/// ```
pub struct Cursor<'c> {
    text: &'c str,
    place: usize,
    /// Room for a text with escapes.
    decoded: &'c mut String,
    depth: usize,
}

impl<'c> Cursor<'c> {
    /// Stands at the beginning of a text. `decoded` is only room, which others can use again.
    pub fn new(text: &'c str, decoded: &'c mut String) -> Cursor<'c> {
        Cursor { text, place: 0, decoded, depth: 0 }
    }

    /// How much of the text is behind it.
    pub fn place(&self) -> usize {
        self.place
    }

    /// What comes next behind blanks.
    pub fn peek(&mut self) -> Result<u8, Stop> {
        loop {
            match self.byte(self.place)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.place += 1,
                byte => return Ok(byte),
            }
        }
    }

    fn byte(&self, place: usize) -> Result<u8, Stop> {
        self.text.as_bytes().get(place).copied().ok_or(Stop::Unfinished)
    }

    /// A part of the text, all of which was looked at.
    fn part(&self, start: usize, end: usize) -> Result<&'c str, Stop> {
        self.text.get(start..end).ok_or(Stop::Other)
    }

    /// Goes on if this comes next.
    pub fn take(&mut self, byte: u8) -> Result<bool, Stop> {
        let is_next = self.peek()? == byte;
        self.place += usize::from(is_next);
        Ok(is_next)
    }

    fn expect(&mut self, byte: u8) -> Result<(), Stop> {
        if self.take(byte)? { Ok(()) } else { Err(Stop::Other) }
    }

    /// Goes on if `null` comes next.
    pub fn take_null(&mut self) -> Result<bool, Stop> {
        if self.peek()? != b'n' {
            return Ok(false);
        }
        self.word("null").map(|()| true)
    }

    /// What is read next, unless that is `null`.
    pub fn unless_null<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<Option<T>, Stop> {
        if self.take_null()? { Ok(None) } else { read(self).map(Some) }
    }

    /// Goes through the entries of an object, at the values of which it stands then.
    pub fn entries(&mut self, mut read: impl FnMut(&mut Self, &str) -> Result<(), Stop>) -> Result<(), Stop> {
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

    /// Goes through the elements of an array, before which it stands then.
    pub fn elements(&mut self, mut read: impl FnMut(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
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

    /// A text.
    pub fn text(&mut self) -> Result<&str, Stop> {
        self.expect(b'"')?;
        let start = self.place;
        let (mut special, mut end) = self.special()?;
        if special == b'"' {
            self.place = end + 1;
            return self.part(start, end);
        }
        self.decoded.clear();
        loop {
            let part = self.part(self.place, end)?;
            self.decoded.push_str(part);
            self.place = end + 1;
            match special {
                b'"' => return Ok(self.decoded),
                b'\\' => self.escape()?,
                _ => return Err(Stop::Other),
            }
            (special, end) = self.special()?;
        }
    }

    /// The next quote, backslash or control character, and where it is.
    fn special(&self) -> Result<(u8, usize), Stop> {
        const EACH: u64 = u64::MAX / 255;
        let bytes = self.text.as_bytes();
        let (words, tail) = bytes.get(self.place..).unwrap_or_default().as_chunks::<8>();
        for (number, word) in words.iter().enumerate() {
            // The highest bit of each byte that is special; above the lowest of them there may be too many.
            let word = u64::from_le_bytes(*word);
            let is = |byte: u8| {
                let other = word ^ (u64::from(byte) * EACH);
                other.wrapping_sub(EACH) & !other
            };
            let is_control = word.wrapping_sub(u64::from(b' ') * EACH) & !word;
            let special = (is(b'"') | is(b'\\') | is_control) & (EACH << 7);
            if special != 0 {
                let place = self.place + number * 8 + special.trailing_zeros() as usize / 8;
                return Ok((self.byte(place)?, place));
            }
        }
        let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..b' ');
        let place = bytes.len() - tail.len() + tail.iter().position(is_special).ok_or(Stop::Unfinished)?;
        Ok((self.byte(place)?, place))
    }

    /// What is behind a backslash.
    fn escape(&mut self) -> Result<(), Stop> {
        let byte = self.byte(self.place)?;
        self.place += 1;
        let letter = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => self.escaped_letter()?,
            _ => return Err(Stop::Other),
        };
        self.decoded.push(letter);
        Ok(())
    }

    /// The letter of four digits, or of two times four.
    fn escaped_letter(&mut self) -> Result<char, Stop> {
        let first = self.four_digits()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or(Stop::Other);
        }
        for byte in *b"\\u" {
            if self.byte(self.place)? != byte {
                return Err(Stop::Other);
            }
            self.place += 1;
        }
        let second = self.four_digits()?.checked_sub(0xDC00).filter(|second| *second < 0x400).ok_or(Stop::Other)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + second).ok_or(Stop::Other)
    }

    fn four_digits(&mut self) -> Result<u32, Stop> {
        let digits = self.text.as_bytes().get(self.place..self.place + 4).ok_or(Stop::Unfinished)?;
        self.place += 4;
        digits.iter().try_fold(0, |number, digit| {
            let digit = char::from(*digit).to_digit(16).ok_or(Stop::Other)?;
            Ok(number * 16 + digit)
        })
    }

    /// A whole number of 64 bits.
    pub fn integer(&mut self) -> Result<i64, Stop> {
        self.peek()?;
        let rest = self.part(self.place, self.text.len())?;
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        // Nobody knows whether it goes on.
        let length = digits.find(|letter: char| !letter.is_ascii_digit()).ok_or(Stop::Unfinished)?;
        let (digits, behind) = digits.split_at(length);
        let is_usual = match digits {
            "0" => rest.starts_with('0'),
            digits => !digits.starts_with('0'),
        };
        if !is_usual || behind.starts_with(['.', 'e', 'E']) {
            return Err(Stop::Other);
        }
        let number = &rest[..rest.len() - behind.len()];
        self.place += number.len();
        number.parse().map_err(|_| Stop::Other)
    }

    /// `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, Stop> {
        match self.peek()? {
            b't' => self.word("true").map(|()| true),
            _ => self.word("false").map(|()| false),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Stop> {
        let rest = self.part(self.place, self.text.len())?;
        if rest.starts_with(word) {
            self.place += word.len();
            return Ok(());
        }
        Err(if word.starts_with(rest) { Stop::Unfinished } else { Stop::Other })
    }

    /// Any value whose numbers are whole and have 64 bits.
    pub fn value(&mut self) -> Result<Value, Stop> {
        match self.peek()? {
            b'"' => self.text().map(Value::from),
            b'n' => self.word("null").map(|()| Value::Undef),
            b't' | b'f' => self.boolean().map(Value::Boolean),
            b'[' | b'{' if self.depth == DEEPEST => Err(Stop::Other),
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
