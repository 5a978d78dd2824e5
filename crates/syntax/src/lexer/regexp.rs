//! Regular expressions, and the slashes that only divide.

use diagnostics::Span;
use ecow::EcoString;

use super::{Lexer, TokenKind};

impl Lexer<'_> {
    /// A comment, a regular expression, or a division.
    pub(super) fn slash(&mut self) {
        let start = self.at;
        if self.byte(1) == b'*' {
            self.block_comment();
            return;
        }
        if self.after.ends_operand() || self.no_regexp {
            self.push(TokenKind::Slash, 1);
            return;
        }
        let mut escaped = false;
        let mut rewritten = false;
        let mut place = start + 1;
        while let Some(byte) = self.bytes.get(place).filter(|_| place < self.end) {
            match byte {
                b'\\' => escaped = !escaped,
                b'/' if escaped => {
                    rewritten = true;
                    escaped = false;
                }
                b'/' => {
                    let pattern = self.slice(start + 1, place);
                    let pattern =
                        if rewritten { EcoString::from(pattern.replace("\\/", "/")) } else { EcoString::from(pattern) };
                    let value = self.keep(pattern);
                    self.push_with(TokenKind::Regexp, place + 1 - start, value);
                    self.matched = Some(Span::new(start, place + 1));
                    return;
                }
                _ => escaped = false,
            }
            place += 1;
        }
        // Every slash up to the end is escaped, so none of them can begin a regular expression that ends.
        self.no_regexp = self.frames.is_empty();
        self.push(TokenKind::Slash, 1);
    }
}
