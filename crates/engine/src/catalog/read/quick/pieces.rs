//! JSON that is read piece by piece: only as much of the text is in memory as one value needs.
//!
//! Nothing is the answer to whatever is not as expected, and where the input fails.

use std::{
    io::{self, Read},
    mem,
    string::FromUtf8Error,
};

use ecow::EcoString;
use pcore::json::{Cursor, Stop};

/// How much is read at once, unless one value is longer: what fits into the cache of a processor.
const PIECE: usize = 128 << 10;

/// The rest of a text.
pub(super) struct Pieces<R> {
    input: R,
    /// What was read of it.
    text: String,
    /// Up to where that was used.
    used: usize,
    /// The beginning of a letter whose end was not read yet.
    beginning: Vec<u8>,
    is_at_end: bool,
    problem: Option<io::Error>,
    /// Room for texts with escapes.
    decoded: String,
}

impl<R: Read> Pieces<R> {
    pub(super) fn new(input: R) -> Pieces<R> {
        Pieces {
            input,
            text: String::new(),
            used: 0,
            beginning: Vec::new(),
            is_at_end: false,
            problem: None,
            decoded: String::new(),
        }
    }

    /// What was made of the text, if that was all of it.
    pub(super) fn into_outcome<T>(mut self, made: Option<T>) -> io::Result<Option<T>> {
        let made = made.filter(|_| self.peek().is_none() && self.beginning.is_empty());
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(made),
        }
    }

    /// Goes through the entries of an object, at the values of which it stands then.
    pub(super) fn entries(&mut self, mut take: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.expect(b'{')?;
        if self.take(b'}') {
            return Some(());
        }
        loop {
            let key = self.value(|cursor| Ok(EcoString::from(cursor.text()?)))?;
            self.expect(b':')?;
            take(self, &key)?;
            if !self.take(b',') {
                return self.expect(b'}');
            }
        }
    }

    /// Goes through the elements of an array, before which it stands then; `null` has none.
    pub(super) fn elements(&mut self, mut take: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if self.value(|cursor| cursor.take_null())? {
            return Some(());
        }
        self.expect(b'[')?;
        if self.take(b']') {
            return Some(());
        }
        loop {
            take(self)?;
            if !self.take(b',') {
                return self.expect(b']');
            }
        }
    }

    /// What is made of the next value. If not all of it is there, it is read again.
    pub(super) fn value<T>(&mut self, mut read: impl FnMut(&mut Cursor<'_>) -> Result<T, Stop>) -> Option<T> {
        loop {
            let mut cursor = Cursor::new(self.text.get(self.used..)?, &mut self.decoded);
            match read(&mut cursor) {
                Ok(value) => {
                    self.used += cursor.place();
                    return Some(value);
                }
                Err(Stop::Unfinished) if self.read_more() => {}
                Err(Stop::Unfinished | Stop::Other) => return None,
            }
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    /// Goes on if this is next.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.used += usize::from(is_next);
        is_next
    }

    /// What is next behind blanks.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.used).copied() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.used += 1,
                Some(byte) => return Some(byte),
                None if self.read_more() => {}
                None => return None,
            }
        }
    }

    /// Reads on, and forgets what was used; not at the end. What is not used yet is one value: at most as much more is
    /// read as there is of it, so that a long one is not looked at again and again.
    fn read_more(&mut self) -> bool {
        if self.is_at_end {
            return false;
        }
        let mut bytes = mem::take(&mut self.text).into_bytes();
        bytes.drain(..self.used);
        self.used = 0;
        bytes.append(&mut self.beginning);
        let more = bytes.len().max(PIECE);
        bytes.reserve_exact(more);
        match self.input.by_ref().take(more as u64).read_to_end(&mut bytes) {
            Ok(read) => self.is_at_end = read < more,
            Err(problem) => {
                self.problem = Some(problem);
                self.is_at_end = true;
                bytes.clear();
            }
        }
        self.text = String::from_utf8(bytes).unwrap_or_else(|error| self.beginning_of(error));
        true
    }

    /// What is text of bytes that are not all of them. What is no text at all ends the reading.
    fn beginning_of(&mut self, error: FromUtf8Error) -> String {
        let (length, is_cut) = (error.utf8_error().valid_up_to(), error.utf8_error().error_len().is_none());
        let mut bytes = error.into_bytes();
        self.beginning = bytes.split_off(length);
        self.is_at_end |= !is_cut;
        String::from_utf8(bytes).unwrap_or_default()
    }
}
