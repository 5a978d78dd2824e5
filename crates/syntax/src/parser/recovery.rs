//! Where to continue after an error.

use super::{MAX_ERRORS, Parser};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// Skips to where a statement probably starts or the block ends. The failed statement began at the token `first`;
    /// the braces that it opened since then are still open.
    pub(super) fn recover(&mut self, first: usize) {
        if self.gave_up() {
            self.give_up();
            return;
        }
        if self.unwinding {
            // The next token starts a definition, which only the outermost list of statements accepts.
            self.unwinding = self.blocks > 0;
            return;
        }
        let mut open: usize = 0;
        for token in self.lexed.tokens.get(first..self.pos).unwrap_or_default() {
            match token.kind {
                TokenKind::LeftBrace | TokenKind::SelectorBrace => open += 1,
                TokenKind::RightBrace => open = open.saturating_sub(1),
                _ => {}
            }
        }
        if self.pos == first && self.is(TokenKind::RightBrace) {
            return;
        }
        let stopped = self.pos;
        loop {
            match self.token.kind {
                TokenKind::End => return,
                // The error token at which parsing stopped was already reported.
                TokenKind::Error if self.pos > stopped => {
                    let _ = self.unexpected();
                }
                TokenKind::LeftBrace | TokenKind::SelectorBrace => open += 1,
                TokenKind::RightBrace if open == 0 => return,
                TokenKind::RightBrace => {
                    open -= 1;
                    if open == 0 {
                        self.bump();
                        return;
                    }
                }
                kind if self.pos > first && self.starts_line() => {
                    let statement = match kind {
                        TokenKind::Class | TokenKind::Define | TokenKind::Node | TokenKind::Function => {
                            // A definition at the very start of a line ends all open blocks.
                            self.unwinding = self.blocks > 0 && self.column_is_one();
                            open == 0 || self.column_is_one()
                        }
                        TokenKind::If | TokenKind::Unless | TokenKind::Case | TokenKind::Variable => open == 0,
                        TokenKind::Name | TokenKind::TypeName => {
                            open == 0 && !matches!(self.peek_second(), TokenKind::Arrow | TokenKind::PlusArrow)
                        }
                        _ => false,
                    };
                    if statement {
                        return;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to the next text of a template.
    pub(super) fn skip_to_text(&mut self) {
        while !matches!(self.token.kind, TokenKind::End | TokenKind::RenderText | TokenKind::RenderStart) {
            self.bump();
        }
    }

    pub(super) fn gave_up(&self) -> bool {
        self.problems.len() >= MAX_ERRORS
    }

    fn give_up(&mut self) {
        if let Some(last) = self.lexed.tokens.len().checked_sub(1)
            && let Some(end) = self.lexed.tokens.get(last)
        {
            self.pos = last;
            self.token = *end;
        }
    }

    /// Whether the next token is the first on its line.
    fn starts_line(&self) -> bool {
        self.slice(self.last_end, self.token.start).contains('\n')
    }

    fn column_is_one(&self) -> bool {
        self.slice(self.last_end, self.token.start).ends_with('\n')
    }
}
