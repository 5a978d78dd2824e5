//! Names, type names and variables.

use diagnostics::Span;

use super::{Lexer, TokenKind};

/// The end of a word, and whether it is a name: with hyphens or segments that start with `_` it is only a string.
struct Word {
    end: usize,
    is_name: bool,
}

impl Lexer<'_> {
    /// A name, a keyword or a word with hyphens.
    pub(super) fn word(&mut self) {
        let start = self.pos;
        let word = self.scan_word(start);
        let kind = if word.is_name {
            let bytes = self.bytes.get(start..word.end).unwrap_or_default();
            TokenKind::keyword(bytes).unwrap_or(TokenKind::Name)
        } else {
            TokenKind::Word
        };
        self.last_match = Some(Span::new(start, word.end));
        self.push(kind, word.end - start);
    }

    /// Reads segments, each with or without a leading `::`. Without any, the word ends at `start`.
    fn scan_word(&self, start: usize) -> Word {
        let mut word = Word { end: start, is_name: true };
        let mut pos = start;
        loop {
            let segment = if self.starts_with_colons(pos) { pos + 2 } else { pos };
            match self.peek(segment) {
                b'a'..=b'z' => {}
                b'_' => word.is_name = false,
                _ => return word,
            }
            // Trailing hyphens are not part of the word.
            let mut end = segment + 1;
            let mut ahead = end;
            loop {
                let byte = self.peek(ahead);
                if is_word(byte) {
                    if ahead > end {
                        word.is_name = false;
                    }
                    ahead += 1;
                    end = ahead;
                } else if byte == b'-' {
                    ahead += 1;
                } else {
                    break;
                }
            }
            word.end = end;
            pos = end;
        }
    }

    /// `String`, `Apache::Vhost`
    pub(super) fn type_name(&mut self) {
        let start = self.pos;
        let end = self.scan_type_name(start);
        if !self.starts_with_colons(end) {
            self.last_match = Some(Span::new(start, end));
            return self.push(TokenKind::TypeName, end - start);
        }
        self.pos = end;
        if self.starts_with_colons(start) {
            let message = "Illegal fully qualified class reference";
            self.fail(start, end + 3, "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE", message);
        } else {
            self.fail(start, end + 1, "ILLEGAL_CLASS_REFERENCE", "Illegal class reference");
            self.pos = self.pos.max(self.scan_word(end).end);
        }
    }

    fn scan_type_name(&self, start: usize) -> usize {
        let mut pos = start;
        loop {
            let segment = if self.starts_with_colons(pos) { pos + 2 } else { pos };
            if !self.peek(segment).is_ascii_uppercase() {
                return pos;
            }
            pos = self.word_end(segment + 1);
        }
    }

    /// A name or a type name that starts with `::`.
    pub(super) fn qualified(&mut self) {
        let start = self.pos;
        if self.byte(2).is_ascii_uppercase() {
            return self.type_name();
        }
        let word = self.scan_word(start);
        if word.end == start {
            self.pos = start + 2;
            return self.fail(start, start + 2, "ILLEGAL_FULLY_QUALIFIED_NAME", "Illegal fully qualified name");
        }
        self.last_match = Some(Span::new(start, word.end));
        let kind = if word.is_name { TokenKind::Name } else { TokenKind::Word };
        self.push(kind, word.end - start);
    }

    /// `$name`. A lone dollar is a variable without a name, which the checks refuse.
    pub(super) fn variable(&mut self) {
        let start = self.pos;
        let end = self.variable_end(start + 1);
        self.last_match = end.map(|end| Span::new(start, end));
        self.push_with(TokenKind::Variable, end.map_or(1, |end| end - start), 1);
    }

    /// The end of the variable name that starts at `start`.
    pub(super) fn variable_end(&self, start: usize) -> Option<usize> {
        let first = if self.starts_with_colons(start) { start + 2 } else { start };
        let mut end = self.word_end(first);
        if end == first {
            return None;
        }
        while self.starts_with_colons(end) {
            let next = self.word_end(end + 2);
            if next == end + 2 {
                break;
            }
            end = next;
        }
        Some(end)
    }

    fn starts_with_colons(&self, pos: usize) -> bool {
        self.peek(pos) == b':' && self.peek(pos + 1) == b':'
    }

    pub(super) fn word_end(&self, mut pos: usize) -> usize {
        while is_word(self.peek(pos)) {
            pos += 1;
        }
        pos
    }

    /// The byte at an offset; zero past the end.
    #[inline]
    pub(super) fn peek(&self, pos: usize) -> u8 {
        if pos < self.end { self.bytes.get(pos).copied().unwrap_or(0) } else { 0 }
    }
}

/// Whether a byte is an ASCII letter, digit or underscore.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
