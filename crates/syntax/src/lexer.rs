//! Text to tokens.
//!
//! The whole text is read before the parser starts. What cannot be read becomes an [`TokenKind::Error`] token, so that
//! the parser meets it in the order of the text. An interpolated string is one unit: an error anywhere in it takes the
//! place of the whole string, because Puppet finds it before it looks at the string's first token.
//!
//! Nothing here recurses: strings within `${…}` within strings, and heredocs, stand on a stack ([`Frame`]).

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

use crate::ast::Comment;
use blank::is_wide_blank;
use heredoc::Suspended;
use template::TemplateMode;
pub(crate) use token::{Token, TokenKind};

/// After so many errors the rest of a text is not worth reading.
const MAX_ERRORS: usize = 20;

/// What came of reading a text.
pub(crate) struct Lexed {
    /// The tokens; the last is always [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    /// What the tokens with texts of their own say; [`Token::value`] counts into it.
    pub(crate) texts: Vec<EcoString>,
    /// What [`TokenKind::Error`] tokens say; [`Token::value`] counts into it.
    pub(crate) errors: Vec<Diagnostic>,
    /// What is doubtful.
    pub(crate) warnings: Vec<Diagnostic>,
    /// What is wrong, but is said only when nothing else is.
    pub(crate) late: Vec<Diagnostic>,
    pub(crate) comments: Vec<Comment>,
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

/// What the lexer is within.
enum Frame {
    /// `${` of a string or a heredoc.
    Interpolation {
        /// How many braces were open before it.
        braces: u32,
        /// The first token in it.
        first: usize,
        /// Whether the text around it is in double quotes; otherwise it is a heredoc.
        quoted: bool,
    },
    /// The text of a heredoc; what is read afterwards goes on behind `@(…)`.
    Heredoc(Box<Suspended>),
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Where the text ends: that of the source, or of the heredoc that is being read.
    end: usize,
    tokens: Vec<Token>,
    texts: Vec<EcoString>,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    late: Vec<Diagnostic>,
    comments: Vec<Comment>,
    frames: Vec<Frame>,
    /// The first token of the outermost string or heredoc that is being read, when it has an error.
    broken: Option<usize>,
    /// The first token of the outermost string or heredoc that is being read.
    outermost: usize,
    /// What decides whether `/` divides: the kind of the token before.
    after: TokenKind,
    /// How many braces are open.
    braces: u32,
    /// Whether nothing but blanks stands before on this line.
    fresh_line: bool,
    /// Where to go on at the next end of line, since heredocs stand there.
    jump: Option<usize>,
    /// Where the blanks stand that a heredoc with a margin takes from the start of its lines.
    margin: (usize, usize),
    /// How the text of the heredoc that is being read is to be read.
    heredoc: heredoc::Rules,
    /// What Puppet's scanner found last; an unclosed quote is said to stand behind it.
    matched: Option<Span>,
    /// Whether no regular expression can end behind this place.
    no_regexp: bool,
    template: TemplateMode,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            bytes: text.as_bytes(),
            at: 0,
            end: text.len(),
            tokens: Vec::with_capacity(text.len() / 16 + 8),
            texts: Vec::with_capacity(text.len() / 64),
            errors: Vec::new(),
            warnings: Vec::new(),
            late: Vec::new(),
            comments: Vec::new(),
            frames: Vec::new(),
            broken: None,
            outermost: 0,
            after: TokenKind::End,
            braces: 0,
            fresh_line: true,
            jump: None,
            margin: (0, 0),
            heredoc: heredoc::Rules::default(),
            matched: None,
            no_regexp: false,
            template: TemplateMode::None,
        }
    }

    fn finish(mut self) -> Lexed {
        let end = self.text.len();
        self.tokens.push(Token { kind: TokenKind::End, start: offset(end), end: offset(end), value: 0 });
        Lexed {
            tokens: self.tokens,
            texts: self.texts,
            errors: self.errors,
            warnings: self.warnings,
            late: self.late,
            comments: self.comments,
        }
    }

    fn run(&mut self) {
        loop {
            if self.at >= self.end {
                if !self.end_of_text() {
                    return;
                }
                continue;
            }
            if self.errors.len() > MAX_ERRORS {
                return;
            }
            self.token();
        }
    }

    /// Reads a token, blanks or a comment.
    #[inline]
    fn token(&mut self) {
        use TokenKind::*;
        let start = self.at;
        match self.byte(0) {
            b' ' | b'\t' | b'\r' => {
                self.blanks();
                self.matched = None;
            }
            b'\n' => {
                self.at = self.jump.take().unwrap_or(start + 1);
                self.fresh_line = true;
                if !self.frames.is_empty() {
                    self.note_blanks();
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
                let kind = if self.after == Question { SelectorBrace } else { LeftBrace };
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
            b'(' => self.push(if self.fresh_line { FreshLeftParen } else { LeftParen }, 1),
            b')' => self.push(RightParen, 1),
            b'[' => self.push(if self.stands_behind_blank() { ListStart } else { LeftBracket }, 1),
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

    /// The byte so far ahead; zero behind the end.
    #[inline]
    fn byte(&self, ahead: usize) -> u8 {
        let place = self.at + ahead;
        if place < self.end { self.bytes.get(place).copied().unwrap_or(0) } else { 0 }
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
        let start = self.at;
        self.at = (start + length).min(self.end);
        self.tokens.push(Token { kind, start: offset(start), end: offset(self.at), value });
        self.after = kind;
        self.fresh_line = false;
    }

    /// Keeps a text for a token.
    fn keep(&mut self, text: EcoString) -> u32 {
        self.texts.push(text);
        offset(self.texts.len() - 1)
    }

    /// Says that something is wrong at `place`, and makes a token of what was read since `start`.
    fn fail(&mut self, start: usize, place: usize, message: impl Into<String>) {
        // Some errors are reported a few bytes after what is wrong, where there is text.
        let place = place.min(self.end);
        let end = self.at.max(start).max(place.min(self.end));
        self.at = end;
        if !self.frames.is_empty() {
            if self.broken.is_some() {
                return;
            }
            self.broken = Some(self.outermost);
        }
        self.errors.push(Diagnostic::error(Span::new(place, end.max(place)), message));
        if self.frames.is_empty() {
            self.push_error(start);
        }
    }

    /// Adds the token of the last error.
    fn push_error(&mut self, start: usize) {
        let value = offset(self.errors.len().saturating_sub(1));
        self.tokens.push(Token { kind: TokenKind::Error, start: offset(start), end: offset(self.at), value });
        self.after = TokenKind::Error;
        self.fresh_line = false;
    }

    /// The blanks that the heredoc which is being read takes from the start of its lines.
    #[inline]
    fn margin(&self) -> &'a str {
        self.slice(self.margin.0, self.margin.1)
    }

    /// Says that something is wrong from which there is no way on.
    fn fail_fatally(&mut self, start: usize, place: usize, message: impl Into<String>) {
        let place = place.min(self.end);
        let start = if self.frames.is_empty() {
            start
        } else {
            let first = self.broken.unwrap_or(self.outermost);
            self.tokens.get(first).map_or(start, |token| token.start as usize)
        };
        if self.broken.is_none() {
            self.errors.push(Diagnostic::error(Span::new(place, place.max(self.at)), message));
        }
        if !self.frames.is_empty() {
            self.tokens.truncate(self.broken.unwrap_or(self.outermost));
        }
        self.frames.clear();
        self.broken = None;
        self.end = self.text.len();
        self.at = self.end;
        self.push_error(start);
    }

    fn refuse_byte_order_mark(&mut self) -> bool {
        // Other marks are not valid UTF-8, and whoever reads the file has refused them.
        let found = self.bytes.starts_with(&[0xEF, 0xBB, 0xBF]);
        let other = self.bytes.starts_with(&[0x0E, 0xFE, 0xFF]);
        if !found && !other {
            return false;
        }
        self.at = 3;
        self.fail_fatally(
            0,
            0,
            "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source",
        );
        true
    }
}

/// An offset as tokens keep it; texts beyond 4 GiB are not read.
#[inline]
fn offset(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
