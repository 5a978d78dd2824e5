//! What stands between tokens: blanks and comments.

use diagnostics::Span;

use super::Lexer;
use crate::ast::Comment;

impl Lexer<'_> {
    /// Blanks and tabs of every sort, and carriage returns.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\r' if self.at < self.end => self.at += 1,
                0x80.. => match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
                    Some(character) if is_wide_blank(character) => self.at += character.len_utf8(),
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// Skips blanks as Puppet does behind a comment or an end of line in an interpolation.
    pub(super) fn note_blanks(&mut self) {
        let start = self.at;
        self.blanks();
        self.matched = (self.at > start).then(|| Span::new(start, self.at));
    }

    pub(super) fn stands_behind_blank(&self) -> bool {
        match self.at.checked_sub(1).and_then(|before| self.bytes.get(before)) {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => true,
            Some(0x80..) => self.slice(0, self.at).chars().next_back().is_some_and(is_wide_blank),
            Some(_) => false,
        }
    }

    pub(super) fn line_comment(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start..self.end).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let text = rest.get(..length).unwrap_or_default();
        let shown = if text.last() == Some(&b'\r') { length - 1 } else { length };
        self.at = start + length;
        self.comments.push(Comment { span: Span::new(start, start + shown) });
        self.matched = None;
    }

    /// `/* … */`
    pub(super) fn block_comment(&mut self) {
        let start = self.at;
        let Some(length) = self.slice(start + 2, self.end).find("*/") else {
            self.at = self.end;
            self.fail_fatally(start, start, "Unclosed multiline comment");
            return;
        };
        self.at = start + length + 4;
        self.comments.push(Comment { span: Span::new(start, self.at) });
        self.fresh_line = false;
        if self.frames.is_empty() {
            self.matched = None;
        } else {
            self.note_blanks();
        }
    }
}

/// Blanks beyond those of ASCII.
pub(super) fn is_wide_blank(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}
