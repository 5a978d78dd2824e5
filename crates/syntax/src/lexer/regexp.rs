//! Regular expressions, and the slashes that only divide.

use diagnostics::Span;
use ecow::EcoString;

use super::{Lexer, TokenKind};

impl Lexer<'_> {
    /// A comment, a regular expression, or a division.
    pub(super) fn slash(&mut self) {
        let start = self.pos;
        if self.byte(1) == b'*' {
            return self.block_comment();
        }
        if self.previous_kind.ends_operand() || self.no_regexp {
            return self.push(TokenKind::Slash, 1);
        }
        let mut escaped = false;
        let mut rewritten = false;
        let mut pos = start + 1;
        while let Some(byte) = self.bytes.get(pos).filter(|_| pos < self.end) {
            match byte {
                b'\\' => escaped = !escaped,
                b'/' if escaped => {
                    rewritten = true;
                    escaped = false;
                }
                b'/' => {
                    let pattern = self.slice(start + 1, pos);
                    let pattern =
                        if rewritten { EcoString::from(pattern.replace("\\/", "/")) } else { EcoString::from(pattern) };
                    let value = self.keep(pattern);
                    self.push_with(TokenKind::Regexp, pos + 1 - start, value);
                    self.last_match = Some(Span::new(start, pos + 1));
                    return;
                }
                _ => escaped = false,
            }
            pos += 1;
        }
        // Every slash up to the end is escaped, so no later one can start a complete regular expression.
        self.no_regexp = self.frames.is_empty();
        self.push(TokenKind::Slash, 1);
    }
}
