//! Blanks and comments.

use diagnostics::Span;

use super::Lexer;

impl Lexer<'_> {
    /// Skips all kinds of blanks and tabs, and carriage returns.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\r' if self.pos < self.end => self.pos += 1,
                0x80.. => match self.text.get(self.pos..).and_then(|rest| rest.chars().next()) {
                    Some(character) if is_wide_blank(character) => self.pos += character.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// Skips blanks as Puppet does after a comment or a line break in an interpolation.
    pub(super) fn match_blanks(&mut self) {
        let start = self.pos;
        self.blanks();
        self.last_match = (self.pos > start).then(|| Span::new(start, self.pos));
    }

    pub(super) fn follows_blank(&self) -> bool {
        match self.pos.checked_sub(1).and_then(|before| self.bytes.get(before)) {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => true,
            Some(0x80..) => self.slice(0, self.pos).chars().next_back().is_some_and(is_wide_blank),
            Some(_) => false,
        }
    }

    pub(super) fn line_comment(&mut self) {
        let rest = self.bytes.get(self.pos..self.end).unwrap_or_default();
        self.pos += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        self.last_match = None;
    }

    /// `/* … */`
    pub(super) fn block_comment(&mut self) {
        let start = self.pos;
        let Some(length) = self.slice(start + 2, self.end).find("*/") else {
            self.pos = self.end;
            return self.fail_fatally(start, start, "UNCLOSED_MLCOMMENT", "Unclosed multiline comment");
        };
        self.pos = start + length + 4;
        self.at_line_start = false;
        if self.frames.is_empty() {
            self.last_match = None;
        } else {
            self.match_blanks();
        }
    }
}

/// Whether a character is a blank outside of ASCII.
pub(super) fn is_wide_blank(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}
