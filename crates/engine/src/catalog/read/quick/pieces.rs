//! Streamed JSON: only as much of the text is in memory as one value needs.
//!
//! The methods return `None` for anything unexpected and when the input fails.

use std::{
    io::{self, Read},
    mem,
    string::FromUtf8Error,
};

use ecow::EcoString;
use pcore::json::{Cursor, CursorError};

/// The number of bytes that are read at once, unless one value is longer: they fit into the cache of a processor.
const PIECE: usize = 128 << 10;

/// The rest of a text.
pub(super) struct Pieces<R> {
    input: R,
    /// The part that was read.
    text: String,
    /// How much of `text` was used.
    used: usize,
    /// The beginning of a character whose end was not read yet.
    beginning: Vec<u8>,
    is_at_end: bool,
    problem: Option<io::Error>,
    /// A buffer for strings with escapes.
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

    /// The result, if all of the text was used.
    pub(super) fn into_outcome<T>(mut self, made: Option<T>) -> io::Result<Option<T>> {
        let made = made.filter(|_| self.peek().is_none() && self.beginning.is_empty());
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(made),
        }
    }

    /// Calls `take` for each entry of an object, with the cursor before the value.
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

    /// Calls `take` for each element of an array, with the cursor before it; `null` has none.
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

    /// Reads the next value. If the text ends within it, more is read and the value is read again.
    pub(super) fn value<T>(&mut self, mut read: impl FnMut(&mut Cursor<'_>) -> Result<T, CursorError>) -> Option<T> {
        loop {
            let mut cursor = Cursor::new(self.text.get(self.used..)?, &mut self.decoded);
            match read(&mut cursor) {
                Ok(value) => {
                    self.used += cursor.offset();
                    return Some(value);
                }
                Err(CursorError::Unfinished) if self.read_more() => {}
                Err(CursorError::Unfinished | CursorError::Other) => return None,
            }
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    /// Takes a byte if it is next.
    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.used += usize::from(is_next);
        is_next
    }

    /// The next byte after blanks.
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

    /// Reads more and drops what was used; returns `false` at the end. The rest is one value: the text is at most doubled,
    /// so that a long value is not read again and again.
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

    /// The valid part of bytes that may end within a character. Invalid bytes end the reading.
    fn beginning_of(&mut self, error: FromUtf8Error) -> String {
        let (length, is_cut) = (error.utf8_error().valid_up_to(), error.utf8_error().error_len().is_none());
        let mut bytes = error.into_bytes();
        self.beginning = bytes.split_off(length);
        self.is_at_end |= !is_cut;
        String::from_utf8(bytes).unwrap_or_default()
    }
}
