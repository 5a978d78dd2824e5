//! Splits a text into tokens.
//!
//! The whole text is read before the parser starts. Text that is not a token becomes a [`TokenKind::Error`] token, so
//! that the parser meets it in source order. An interpolated string is one unit: an error anywhere in it replaces the
//! whole string, because Puppet finds it before it looks at the string's first token.
//!
//! Nothing here recurses: nested strings, interpolations and heredocs are kept on a stack ([`Frame`]).

mod blank;
mod escape;
mod heredoc;
mod number;
mod quoted;
mod regexp;
mod template;
mod token;
mod word;

#[cfg(test)]
mod tests;

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

use blank::is_wide_blank;
use heredoc::Suspended;
use template::TemplateMode;
pub(crate) use token::{Token, TokenKind};

/// The lexer stops after this many errors.
const MAX_ERRORS: usize = 20;

/// The result of reading a text.
#[derive(Default)]
pub(crate) struct Lexed {
    /// The tokens; the last is always [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    /// The unescaped texts of tokens; [`Token::value`] is an index into this list.
    pub(crate) texts: Vec<EcoString>,
    /// The errors of [`TokenKind::Error`] tokens; [`Token::value`] is an index into this list.
    pub(crate) errors: Vec<Diagnostic>,
    /// Warnings, such as unknown escapes.
    pub(crate) warnings: Vec<Diagnostic>,
    /// Errors that are reported only if there are no others: Puppet finds them after parsing.
    pub(crate) deferred_errors: Vec<Diagnostic>,
}

/// Reads a manifest.
pub(crate) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer::new(text);
    if !lexer.refuse_byte_order_mark() {
        lexer.run();
    }
    lexer.finish()
}

/// Reads an EPP template.
pub(crate) fn lex_template(text: &str) -> Lexed {
    let mut lexer = Lexer::new(text);
    if !lexer.refuse_byte_order_mark() {
        lexer.template_text(false);
        lexer.run();
        lexer.refuse_open_tag();
    }
    lexer.finish()
}

/// A construct that the lexer is inside of.
enum Frame<'a> {
    /// `${` of a string or a heredoc.
    Interpolation {
        /// The number of braces that were open before it.
        braces: u32,
        /// The index of its first token.
        first: usize,
        /// Whether it is in a double-quoted string; otherwise it is in a heredoc.
        quoted: bool,
    },
    /// The text of a heredoc. Reading continues after its `@(…)` when the text ends.
    Heredoc(Box<Suspended<'a>>),
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    /// The end of the source, or of the heredoc that is being read.
    end: usize,
    lexed: Lexed,
    frames: Vec<Frame<'a>>,
    /// The index of the first token of the outermost string or heredoc that is being read, if it has an error. All
    /// tokens from there on are replaced by one error token.
    poisoned_from: Option<usize>,
    /// The index of the first token of the outermost string or heredoc that is being read.
    outermost: usize,
    /// The kind of the previous token, which decides whether `/` divides.
    previous_kind: TokenKind,
    /// The number of open braces.
    braces: u32,
    /// Whether only blanks precede this position on its line.
    at_line_start: bool,
    /// Where to continue after the end of the current line: after the heredocs whose text follows it.
    heredoc_resume: Option<usize>,
    /// The range of the blanks that a heredoc with a margin removes from the start of its lines.
    margin: (usize, usize),
    /// The rules for the heredoc that is being read.
    heredoc: heredoc::Rules<'a>,
    /// What Puppet's scanner matched last; the message about an unclosed quote names it.
    last_match: Option<Span>,
    /// Whether no regular expression can end after this position.
    no_regexp: bool,
    template: TemplateMode,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            end: text.len(),
            lexed: Lexed {
                tokens: Vec::with_capacity(text.len() / 16 + 8),
                texts: Vec::with_capacity(text.len() / 64),
                ..Lexed::default()
            },
            frames: Vec::new(),
            poisoned_from: None,
            outermost: 0,
            previous_kind: TokenKind::End,
            braces: 0,
            at_line_start: true,
            heredoc_resume: None,
            margin: (0, 0),
            heredoc: heredoc::Rules::default(),
            last_match: None,
            no_regexp: false,
            template: TemplateMode::None,
        }
    }

    fn finish(mut self) -> Lexed {
        let end = self.text.len();
        self.lexed.tokens.push(Token { kind: TokenKind::End, start: offset(end), end: offset(end), value: 0 });
        self.lexed
    }

    fn run(&mut self) {
        loop {
            if self.pos >= self.end {
                if !self.end_of_text() {
                    return;
                }
                continue;
            }
            if self.lexed.errors.len() > MAX_ERRORS {
                return;
            }
            self.token();
        }
    }

    /// Reads a token, blanks or a comment.
    #[inline]
    fn token(&mut self) {
        use TokenKind::*;
        let start = self.pos;
        match self.byte(0) {
            b' ' | b'\t' | b'\r' => {
                self.blanks();
                self.last_match = None;
            }
            b'\n' => {
                self.pos = self.heredoc_resume.take().unwrap_or(start + 1);
                self.at_line_start = true;
                if !self.frames.is_empty() {
                    self.match_blanks();
                }
            }
            b'#' => self.line_comment(),
            b'/' => self.slash(),
            b'a'..=b'z' | b'_' => self.word(),
            b'A'..=b'Z' => self.type_name(),
            b'$' => self.variable(),
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(),
            b'0'..=b'9' => self.number(),
            b',' => self.push(Comma, 1),
            b'{' => {
                self.braces += 1;
                let kind = if self.previous_kind == Question { SelectorBrace } else { LeftBrace };
                self.push(kind, 1);
            }
            b'}' => self.right_brace(),
            b'=' => match self.byte(1) {
                b'>' => self.push(Arrow, 2),
                b'=' => self.push(Equal, 2),
                b'~' => self.push(Match, 2),
                _ => self.push(Assign, 1),
            },
            b':' => {
                if self.byte(1) == b':' {
                    self.qualified();
                } else {
                    self.push(Colon, 1);
                }
            }
            b'(' => self.push(if self.at_line_start { LineStartLeftParen } else { LeftParen }, 1),
            b')' => self.push(RightParen, 1),
            b'[' => self.push(if self.follows_blank() { ListStart } else { LeftBracket }, 1),
            b']' => self.push(RightBracket, 1),
            b'.' => self.push(Dot, 1),
            b';' => self.push(Semicolon, 1),
            b'?' => self.push(Question, 1),
            b'*' => self.push(Times, 1),
            b'%' => {
                if self.byte(1) == b'>' && self.template.in_code() {
                    self.close_tag(2);
                } else {
                    self.push(Percent, 1);
                }
            }
            b'@' => match self.byte(1) {
                b'@' => self.push(AtAt, 2),
                b'(' => self.heredoc(),
                _ => self.push(At, 1),
            },
            b'|' => match (self.byte(1), self.byte(2)) {
                (b'>', b'>') => self.push(RightExportedCollect, 3),
                (b'>', _) => self.push(RightCollect, 2),
                _ => self.push(Pipe, 1),
            },
            b'+' => match self.byte(1) {
                b'=' => self.push(Append, 2),
                b'>' => self.push(PlusArrow, 2),
                _ => self.push(Plus, 1),
            },
            b'-' => match (self.byte(1), self.byte(2)) {
                (b'%', b'>') if self.template.in_code() => self.close_tag(3),
                (b'>', _) => self.push(InEdge, 2),
                (b'=', _) => self.push(Delete, 2),
                _ => self.push(Minus, 1),
            },
            b'!' => match self.byte(1) {
                b'=' => self.push(NotEqual, 2),
                b'~' => self.push(NoMatch, 2),
                _ => self.push(Not, 1),
            },
            b'~' => match self.byte(1) {
                b'>' => self.push(InEdgeSub, 2),
                _ => self.push(Tilde, 1),
            },
            b'<' => match (self.byte(1), self.byte(2)) {
                (b'<', b'|') => self.push(LeftExportedCollect, 3),
                (b'<', _) => self.push(ShiftLeft, 2),
                (b'=', _) => self.push(LessOrEqual, 2),
                (b'|', _) => self.push(LeftCollect, 2),
                (b'-', _) => self.push(OutEdge, 2),
                (b'~', _) => self.push(OutEdgeSub, 2),
                _ => self.push(Less, 1),
            },
            b'>' => match self.byte(1) {
                b'>' => self.push(ShiftRight, 2),
                b'=' => self.push(GreaterOrEqual, 2),
                _ => self.push(Greater, 1),
            },
            _ => {
                let character = self.text.get(start..).and_then(|rest| rest.chars().next());
                match character {
                    Some(character) if is_wide_blank(character) => self.blanks(),
                    Some(character) => self.push(Other, character.len_utf8()),
                    None => self.push(Other, 1),
                }
            }
        }
    }

    /// The byte this far ahead; zero past the end.
    #[inline]
    fn byte(&self, ahead: usize) -> u8 {
        let pos = self.pos + ahead;
        if pos < self.end { self.bytes.get(pos).copied().unwrap_or(0) } else { 0 }
    }

    /// The text between two offsets.
    #[inline]
    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Adds the token of the next `length` bytes.
    #[inline]
    fn push(&mut self, kind: TokenKind, length: usize) {
        self.push_with(kind, length, 0);
    }

    #[inline]
    fn push_with(&mut self, kind: TokenKind, length: usize, value: u32) {
        let start = self.pos;
        self.pos = (start + length).min(self.end);
        self.lexed.tokens.push(Token { kind, start: offset(start), end: offset(self.pos), value });
        self.previous_kind = kind;
        self.at_line_start = false;
    }

    /// Stores the text of a token and returns its index.
    fn keep(&mut self, text: EcoString) -> u32 {
        self.lexed.texts.push(text);
        offset(self.lexed.texts.len() - 1)
    }

    /// Reports an error at `pos`, and makes an error token of what was read since `start`.
    fn fail(&mut self, start: usize, pos: usize, code: &'static str, message: impl Into<String>) {
        // Puppet reports some errors a few bytes later.
        let pos = pos.min(self.end);
        let end = self.pos.max(start).max(pos.min(self.end));
        self.pos = end;
        if !self.frames.is_empty() {
            if self.poisoned_from.is_some() {
                return;
            }
            self.poisoned_from = Some(self.outermost);
        }
        self.lexed.errors.push(Diagnostic::error(Span::new(pos, end.max(pos)), message).code(code));
        if self.frames.is_empty() {
            self.push_error(start);
        }
    }

    /// Adds a token for the last error.
    fn push_error(&mut self, start: usize) {
        let value = offset(self.lexed.errors.len().saturating_sub(1));
        self.lexed.tokens.push(Token { kind: TokenKind::Error, start: offset(start), end: offset(self.pos), value });
        self.previous_kind = TokenKind::Error;
        self.at_line_start = false;
    }

    /// The blanks that the current heredoc removes from the start of its lines.
    #[inline]
    fn margin(&self) -> &'a str {
        self.slice(self.margin.0, self.margin.1)
    }

    /// Reports an error that ends the reading.
    fn fail_fatally(&mut self, start: usize, pos: usize, code: &'static str, message: impl Into<String>) {
        let pos = pos.min(self.end);
        let start = if self.frames.is_empty() {
            start
        } else {
            let first = self.poisoned_from.unwrap_or(self.outermost);
            self.lexed.tokens.get(first).map_or(start, |token| token.start as usize)
        };
        if self.poisoned_from.is_none() {
            self.lexed.errors.push(Diagnostic::error(Span::new(pos, pos.max(self.pos)), message).code(code));
        }
        if !self.frames.is_empty() {
            self.lexed.tokens.truncate(self.poisoned_from.unwrap_or(self.outermost));
        }
        self.frames.clear();
        self.poisoned_from = None;
        self.end = self.text.len();
        self.pos = self.end;
        self.push_error(start);
    }

    fn refuse_byte_order_mark(&mut self) -> bool {
        // Marks of other encodings are not valid UTF-8, so they cannot be in a `&str`.
        if !self.text.starts_with('\u{feff}') {
            return false;
        }
        self.pos = 3;
        self.fail_fatally(
            0,
            0,
            "ILLEGAL_BOM",
            "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source",
        );
        true
    }
}

/// An offset as tokens store it. Texts of more than 4 GiB are not supported.
#[inline]
fn offset(pos: usize) -> u32 {
    u32::try_from(pos).unwrap_or(u32::MAX)
}
