//! Names, type names and variables.

use diagnostics::Span;

use super::{Lexer, TokenKind};

/// How far a word reaches, and whether it is a name: hyphens and segments that start with `_` make it a mere string.
struct Word {
    end: usize,
    is_name: bool,
}

impl Lexer<'_> {
    /// A name, a keyword or a word with hyphens.
    pub(super) fn word(&mut self) {
        let start = self.at;
        let word = self.scan_word(start);
        let kind = if word.is_name {
            let bytes = self.bytes.get(start..word.end).unwrap_or_default();
            TokenKind::keyword(bytes).unwrap_or(TokenKind::Name)
        } else {
            TokenKind::Word
        };
        self.matched = Some(Span::new(start, word.end));
        self.push(kind, word.end - start);
    }

    /// Segments, each with `::` before it or not, from `start`. Ends at `start` where there is none.
    fn scan_word(&self, start: usize) -> Word {
        let mut word = Word { end: start, is_name: true };
        let mut place = start;
        loop {
            let segment = if self.starts_with_colons(place) { place + 2 } else { place };
            match self.peek(segment) {
                b'a'..=b'z' => {}
                b'_' => word.is_name = false,
                _ => return word,
            }
            // Hyphens count only where something follows.
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
            place = end;
        }
    }

    /// `String`, `Apache::Vhost`
    pub(super) fn type_name(&mut self) {
        let start = self.at;
        let end = self.scan_type_name(start);
        if self.starts_with_colons(end) {
            self.at = end;
            self.fail(start, end + 1, "Illegal class reference");
            self.at = self.at.max(self.scan_word(end).end);
            return;
        }
        self.matched = Some(Span::new(start, end));
        self.push(TokenKind::TypeName, end - start);
    }

    fn scan_type_name(&self, start: usize) -> usize {
        let mut place = start;
        loop {
            let segment = if self.starts_with_colons(place) { place + 2 } else { place };
            if !self.peek(segment).is_ascii_uppercase() {
                return place;
            }
            place = self.word_end(segment + 1);
        }
    }

    /// A name or a type name that starts with `::`.
    pub(super) fn qualified(&mut self) {
        let start = self.at;
        if self.byte(2).is_ascii_uppercase() {
            let end = self.scan_type_name(start);
            if self.starts_with_colons(end) {
                self.at = end;
                self.fail(start, end + 3, "Illegal fully qualified class reference");
                return;
            }
            self.matched = Some(Span::new(start, end));
            self.push(TokenKind::TypeName, end - start);
            return;
        }
        let word = self.scan_word(start);
        if word.end == start {
            self.at = start + 2;
            self.fail(start, start + 2, "Illegal fully qualified name");
            return;
        }
        self.matched = Some(Span::new(start, word.end));
        let kind = if word.is_name { TokenKind::Name } else { TokenKind::Word };
        self.push(kind, word.end - start);
    }

    /// `$name`. A lone dollar is a variable without a name, which the checks refuse.
    pub(super) fn variable(&mut self) {
        let start = self.at;
        match self.variable_end(start + 1) {
            Some(end) => {
                self.matched = Some(Span::new(start, end));
                self.push_with(TokenKind::Variable, end - start, 1);
            }
            None => {
                self.matched = None;
                self.push_with(TokenKind::Variable, 1, 1);
            }
        }
    }

    /// Where the name of a variable that starts at `start` ends.
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

    fn starts_with_colons(&self, place: usize) -> bool {
        self.peek(place) == b':' && self.peek(place + 1) == b':'
    }

    pub(super) fn word_end(&self, mut place: usize) -> usize {
        while is_word(self.peek(place)) {
            place += 1;
        }
        place
    }

    /// The byte at a place; zero behind the end.
    #[inline]
    pub(super) fn peek(&self, place: usize) -> u8 {
        if place < self.end { self.bytes.get(place).copied().unwrap_or(0) } else { 0 }
    }
}

/// Letters, digits and underscores, of ASCII alone.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
