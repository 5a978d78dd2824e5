//! Hints for an unexpected token: what was probably forgotten, mixed up, or left open.
//!
//! The tokens are searched only after an error.

use diagnostics::{Diagnostic, Span};

use super::Parser;
use crate::lexer::{Token, TokenKind};

/// How far from the beginning of its line a brace may be for its indentation to be a hint. There may be many braces on one
/// long line.
const MAX_LINE_LENGTH: usize = 4096;

/// An open brace, bracket or parenthesis.
#[derive(Clone, Copy)]
struct Open {
    /// The index of its token.
    pos: usize,
    /// Whether it contains a colon, as after a title.
    colon: bool,
}

/// What is open at the unexpected token.
struct Brackets {
    open: Vec<Open>,
    /// The first one whose end is indented less than its start: that end was probably meant for another one.
    suspicious: Option<usize>,
}

impl Parser<'_> {
    /// Adds labels and hints to an error about the next token.
    #[cold]
    pub(super) fn advise(&self, problem: Diagnostic) -> Diagnostic {
        let brackets = self.brackets();
        let innermost = brackets.open.last().copied();
        match (self.token.kind, innermost) {
            (TokenKind::End, _) => self.unclosed(problem, &brackets),
            (kind, None) if kind.is_closing() => problem.hint("nothing is open that this could close"),
            (kind, Some(open))
                if kind.is_closing() && Some(kind) != self.kind_at(open.pos).and_then(TokenKind::closing) =>
            {
                let shown = self.lexed.tokens.get(open.pos).map_or("", |token| self.written(*token)).trim();
                let text = format!("this '{shown}' is still open");
                problem.label(self.span_of(open.pos), text)
            }
            _ => self.mixed_up(problem, innermost),
        }
    }

    /// Adds a label for what is not closed at the end of the text.
    fn unclosed(&self, problem: Diagnostic, brackets: &Brackets) -> Diagnostic {
        let innermost = brackets.open.last().map(|open| open.pos);
        match (brackets.suspicious, innermost) {
            (Some(suspicious), Some(_)) => {
                let text = "this '{' is probably not closed: its '}' is indented less";
                problem.label(self.span_of(suspicious), text)
            }
            (None, Some(innermost)) => {
                let shown = self.lexed.tokens.get(innermost).map_or("", |token| self.written(*token)).trim();
                problem.label(self.span_of(innermost), format!("this '{shown}' is not closed"))
            }
            (_, None) => problem,
        }
    }

    /// Adds a hint about what was forgotten or confused.
    fn mixed_up(&self, problem: Diagnostic, innermost: Option<Open>) -> Diagnostic {
        let Some(previous) = self.pos.checked_sub(1).and_then(|pos| self.lexed.tokens.get(pos)).copied() else {
            return problem;
        };
        let follows_value = previous.kind.ends_operand() || previous.kind == TokenKind::RightBrace;
        let names_attribute = matches!(self.peek_second(), TokenKind::Arrow | TokenKind::PlusArrow);
        let resource = innermost.filter(|open| self.is_resource(open.pos));
        let untitled = resource.filter(|open| !open.colon).is_some() && follows_value;
        let here = Span { start: self.last_end, end: self.last_end };
        match self.token.kind {
            TokenKind::Name | TokenKind::Word if previous.kind == TokenKind::String && self.touches(previous) => {
                problem.hint("write a quote within a string as \\', or put the string in double quotes")
            }
            _ if untitled && resource.is_some_and(|open| self.is_invariant(open.pos)) => {
                problem.hint("an invariant is only allowed directly in the body of a type or a define")
            }
            TokenKind::RightBrace | TokenKind::Comma if untitled => problem.hint(AFTER_TITLE),
            _ if untitled && names_attribute => problem.hint(AFTER_TITLE),
            _ if follows_value && names_attribute && innermost.is_some() => {
                problem.label(here, "a comma is missing here")
            }
            TokenKind::Assign | TokenKind::InEdge | TokenKind::InEdgeSub | TokenKind::Colon
                if resource.is_some_and(|open| open.colon) =>
            {
                problem.hint("write the value after '=>'")
            }
            TokenKind::Assign if self.is_in_condition() => problem.hint("'==' compares; '=' sets a variable"),
            TokenKind::Arrow
                if previous.kind == TokenKind::Variable && innermost.is_none_or(|o| !self.is_hash(o.pos)) =>
            {
                problem.hint("a variable is set with '='")
            }
            TokenKind::Arrow if matches!(previous.kind, TokenKind::RightBrace | TokenKind::RightBracket) => {
                problem.hint("'->' puts one resource before another, '~>' notifies it as well")
            }
            TokenKind::If if previous.kind == TokenKind::Else => problem.hint("write 'elsif' instead of 'else if'"),
            kind if follows_value && starts_value(kind) && innermost.is_some_and(|open| self.is_list(open.pos)) => {
                problem.label(here, "a comma is missing here")
            }
            _ => problem,
        }
    }

    /// What is open before the next token.
    fn brackets(&self) -> Brackets {
        let mut brackets = Brackets { open: Vec::new(), suspicious: None };
        for (pos, token) in self.lexed.tokens.iter().enumerate().take(self.pos) {
            match token.kind {
                TokenKind::Colon | TokenKind::Semicolon => {
                    if let Some(open) = brackets.open.last_mut() {
                        open.colon = token.kind == TokenKind::Colon;
                    }
                }
                kind if kind.closing().is_some() => brackets.open.push(Open { pos, colon: false }),
                kind if kind.is_closing() => {
                    let fits = |open: &mut Open| self.kind_at(open.pos).and_then(TokenKind::closing) == Some(kind);
                    if let Some(closed) = brackets.open.pop_if(fits)
                        && brackets.suspicious.is_none()
                        && kind == TokenKind::RightBrace
                        && self.is_less_indented(*token, closed.pos)
                    {
                        brackets.suspicious = Some(closed.pos);
                    }
                }
                _ => {}
            }
        }
        brackets
    }

    /// Whether a closing brace is the first on its line, and indented less than the line that it was opened on.
    fn is_less_indented(&self, closer: Token, opener: usize) -> bool {
        let Some(opener) = self.lexed.tokens.get(opener) else { return false };
        let (Some((line, inner)), Some((other, outer))) = (self.line_of(opener.start), self.line_of(closer.start))
        else {
            return false;
        };
        let is_first = other + outer == closer.start as usize;
        line != other && is_first && outer < inner
    }

    /// The beginning of the line of an offset, and its indentation; nothing far from the beginning of a long line.
    fn line_of(&self, offset: u32) -> Option<(usize, usize)> {
        let end = offset as usize;
        let from = self.text.floor_char_boundary(end.saturating_sub(MAX_LINE_LENGTH));
        let start = match self.text[from..end].rfind('\n') {
            Some(newline) => from + newline + 1,
            None if from == 0 => 0,
            None => return None,
        };
        let line = &self.text[start..end];
        Some((start, line.len() - line.trim_start_matches([' ', '\t']).len()))
    }

    /// Whether a brace contains the bodies of a resource: it follows a type, but not in a definition.
    fn is_resource(&self, opener: usize) -> bool {
        let before = |steps: usize| opener.checked_sub(steps).and_then(|pos| self.kind_at(pos));
        if self.kind_at(opener) != Some(TokenKind::LeftBrace) {
            return false;
        }
        match before(1) {
            Some(TokenKind::Class) => true,
            Some(TokenKind::Name) => !matches!(
                before(2),
                Some(
                    TokenKind::Class
                        | TokenKind::Define
                        | TokenKind::Node
                        | TokenKind::Inherits
                        | TokenKind::Case
                        | TokenKind::If
                        | TokenKind::Elsif
                        | TokenKind::Unless
                )
            ),
            _ => false,
        }
    }

    /// Whether a brace may contain the entries of a hash or selector.
    fn is_hash(&self, opener: usize) -> bool {
        let before = opener.checked_sub(1).and_then(|pos| self.kind_at(pos));
        match self.kind_at(opener) {
            Some(TokenKind::SelectorBrace) => true,
            Some(TokenKind::LeftBrace) => matches!(
                before,
                Some(
                    TokenKind::Assign
                        | TokenKind::Arrow
                        | TokenKind::Comma
                        | TokenKind::LeftParen
                        | TokenKind::LeftBracket
                        | TokenKind::ListStart
                )
            ),
            _ => false,
        }
    }

    /// Whether a bracket contains values that are separated by commas.
    fn is_list(&self, opener: usize) -> bool {
        matches!(
            self.kind_at(opener),
            Some(TokenKind::LeftBracket | TokenKind::ListStart | TokenKind::LeftParen | TokenKind::LineStartLeftParen)
        )
    }

    /// Whether the next token follows `if`, `elsif` or `unless` without a brace in between.
    fn is_in_condition(&self) -> bool {
        let before = self.lexed.tokens.get(..self.pos).unwrap_or_default().iter().rev().map(|token| token.kind);
        let ends = [TokenKind::LeftBrace, TokenKind::RightBrace, TokenKind::Semicolon, TokenKind::Assign];
        before
            .take_while(|kind| !ends.contains(kind))
            .any(|kind| matches!(kind, TokenKind::If | TokenKind::Elsif | TokenKind::Unless))
    }

    /// Whether a brace follows the word `invariant`.
    fn is_invariant(&self, brace: usize) -> bool {
        let before = brace.checked_sub(1).and_then(|pos| self.lexed.tokens.get(pos));
        before.is_some_and(|token| token.kind == TokenKind::Name && self.written(*token) == "invariant")
    }

    /// Whether the next token follows immediately after this one.
    fn touches(&self, previous: Token) -> bool {
        previous.end == self.token.start
    }

    fn kind_at(&self, pos: usize) -> Option<TokenKind> {
        self.lexed.tokens.get(pos).map(|token| token.kind)
    }

    fn span_of(&self, pos: usize) -> Span {
        self.lexed.tokens.get(pos).map_or_else(Span::default, |token| Span { start: token.start, end: token.end })
    }
}

const AFTER_TITLE: &str = "a title is followed by a colon, as in notify { 'title': message => 'text' }";

/// Whether a token may start a value in a list.
fn starts_value(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::Word
            | TokenKind::TypeName
            | TokenKind::Number
            | TokenKind::Variable
            | TokenKind::String
            | TokenKind::TextStart
            | TokenKind::Regexp
            | TokenKind::True
            | TokenKind::False
            | TokenKind::Undef
            | TokenKind::ListStart
    )
}
