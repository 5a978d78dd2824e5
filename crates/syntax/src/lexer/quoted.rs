//! Quoted strings, and interpolations.

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

use super::escape::{DOUBLE_QUOTED, unescape_single};
use super::{Frame, Lexer, Token, TokenKind, offset};

impl Lexer<'_> {
    pub(super) fn single_quoted(&mut self) {
        let start = self.pos;
        let mut escaped = false;
        let mut pos = self.text_scan_start(start + 1, |byte| byte == b'\'');
        while pos < self.end {
            match self.peek(pos) {
                b'\\' => escaped = !escaped,
                b'\'' if !escaped => {
                    let raw = self.slice(start + 1, pos);
                    let text = if self.margin().is_empty() || !raw.contains('\n') {
                        unescape_single(raw)
                    } else {
                        unescape_single(&self.unescape(start + 1, pos, "", pos))
                    };
                    let value = self.keep(text);
                    self.push_with(TokenKind::String, pos + 1 - start, value);
                    self.match_text_end(start + 1, pos);
                    return;
                }
                _ => {
                    escaped = false;
                    // File contents may be long.
                    let rest = self.bytes.get(pos + 1..self.end).unwrap_or_default();
                    pos = memchr::memchr2(b'\\', b'\'', rest).map_or(self.end, |found| pos + 1 + found);
                    continue;
                }
            }
            pos += 1;
        }
        let message = format!("Unclosed quote after \"'\" followed by '{}'", self.followed_by(start + 1));
        self.pos = self.end;
        self.fail_fatally(start, start + 1, "UNCLOSED_QUOTE", message);
        self.hint_at_quote();
    }

    fn hint_at_quote(&mut self) {
        if let Some(last) = self.lexed.errors.last_mut().filter(|last| last.hints.is_empty()) {
            let hint = "the string extends to the end of the text: close it, or an earlier one that was left open";
            last.hints.push(hint.to_owned());
        }
    }

    pub(super) fn double_quoted(&mut self) {
        let start = self.pos;
        self.begin_text();
        self.pos = start + 1;
        self.last_match = Some(Span::new(start, start + 1));
        self.quoted_text(start, true);
    }

    /// Remembers where the outermost string or heredoc starts.
    pub(super) fn begin_text(&mut self) {
        if self.frames.is_empty() {
            self.outermost = self.lexed.tokens.len();
        }
    }

    /// Reads text in double quotes up to its end or to `${`. The next token starts at `start`.
    fn quoted_text(&mut self, mut start: usize, mut first: bool) {
        let is_end = |byte| matches!(byte, b'"' | b'$');
        let mut text_start = self.pos;
        // Where Puppet's message says that an unclosed text begins.
        let mut failed_at = self.pos;
        let mut escaped = false;
        self.pos = self.text_scan_start(self.pos, is_end);
        loop {
            match self.peek(self.pos) {
                _ if self.pos >= self.end => {
                    return self.fail_unclosed(failed_at);
                }
                b'\\' => {
                    escaped = !escaped;
                    self.pos += 1;
                    continue;
                }
                b'"' if !escaped => {
                    let end = self.pos;
                    self.pos = end + 1;
                    let text = self.unescape(text_start, end, DOUBLE_QUOTED, self.pos);
                    let value = self.keep(text);
                    let kind = if first { TokenKind::String } else { TokenKind::TextEnd };
                    self.push_text(kind, start, self.pos, value);
                    self.match_text_end(text_start, end);
                    if first {
                        self.previous_kind = TokenKind::String;
                    } else if self.frames.is_empty() {
                        self.end_text();
                    }
                    return;
                }
                b'$' if !escaped => {
                    if self.peek(self.pos + 1) == b'{' {
                        return self.open_interpolation(start, text_start, first, DOUBLE_QUOTED, true);
                    }
                    let Some(end) = self.variable_end(self.pos + 1) else {
                        failed_at = self.pos + 1;
                        self.pos = self.text_scan_start(failed_at, is_end);
                        self.last_match = None;
                        continue;
                    };
                    let dollar = self.pos;
                    self.push_variable(start, text_start, first, DOUBLE_QUOTED, dollar, end);
                    first = false;
                    start = end;
                    text_start = end;
                    failed_at = end;
                    self.pos = self.text_scan_start(end, is_end);
                    continue;
                }
                _ => {
                    let rest = self.bytes.get(self.pos + 1..self.end).unwrap_or_default();
                    let found = memchr::memchr3(b'\\', b'"', b'$', rest);
                    self.pos = found.map_or(self.end, |found| self.pos + 1 + found);
                }
            }
            escaped = false;
        }
    }

    /// Where the search for the end of a text starts. Puppet treats a quote or a dollar at the start of a text as part
    /// of it if the next characters could end it too.
    fn text_scan_start(&self, start: usize, is_end: fn(u8) -> bool) -> usize {
        if !is_end(self.peek(start)) {
            return start;
        }
        let mut pos = start + 1;
        while self.peek(pos) == b'\\' && self.peek(pos + 1) == b'\\' {
            pos += 2;
        }
        if is_end(self.peek(pos)) { pos } else { start }
    }

    /// Adds tokens for `$name` in a text: the text before it, and the variable.
    pub(super) fn push_variable(
        &mut self,
        start: usize,
        text_start: usize,
        first: bool,
        escapes: &str,
        dollar: usize,
        end: usize,
    ) {
        let text = self.unescape(text_start, dollar, escapes, dollar + 1);
        self.push_text_before(start, dollar, first, text);
        self.push_text(TokenKind::Variable, dollar, end, 1);
        self.last_match = Some(Span::new(dollar + 1, end));
        self.pos = end;
    }

    /// Adds a token for the text before `${`, and enters the interpolation.
    pub(super) fn open_interpolation(
        &mut self,
        start: usize,
        text_start: usize,
        first: bool,
        escapes: &str,
        quoted: bool,
    ) {
        let end = self.pos;
        self.pos = end + 2;
        let text = self.unescape(text_start, end, escapes, self.pos);
        self.push_text_before(start, self.pos, first, text);
        self.frames.push(Frame::Interpolation { braces: self.braces, first: self.lexed.tokens.len(), quoted });
        self.braces += 1;
        self.match_blanks();
    }

    /// Adds a token for the text before an interpolation.
    fn push_text_before(&mut self, start: usize, end: usize, first: bool, text: EcoString) {
        let value = self.keep(text);
        let kind = if first { TokenKind::TextStart } else { TokenKind::TextMiddle };
        self.push_text(kind, start, end, value);
    }

    pub(super) fn right_brace(&mut self) {
        self.braces = self.braces.saturating_sub(1);
        match self.frames.last() {
            Some(Frame::Interpolation { braces, first, quoted }) if *braces == self.braces => {
                let (first, quoted) = (*first, *quoted);
                self.frames.pop();
                self.make_variable(first);
                self.previous_kind = TokenKind::RightBrace;
                self.pos += 1;
                self.at_line_start = false;
                if quoted {
                    self.quoted_text(self.pos, false);
                } else {
                    self.heredoc_text(self.pos, false);
                }
            }
            _ => self.push(TokenKind::RightBrace, 1),
        }
    }

    /// In `${name}`, `${name[…]}` and `${name.…}` the word is a variable.
    fn make_variable(&mut self, first: usize) {
        let alone = self.lexed.tokens.len() == first + 1;
        let has_suffix = matches!(
            self.lexed.tokens.get(first + 1).map(|token| token.kind),
            Some(TokenKind::Dot | TokenKind::LeftBracket)
        );
        if !alone && !has_suffix {
            return;
        }
        let Some(token) = self.lexed.tokens.get_mut(first) else { return };
        match token.kind {
            TokenKind::Number | TokenKind::Name | TokenKind::Word => {
                token.kind = TokenKind::Variable;
                token.value = 0;
            }
            TokenKind::True | TokenKind::False => {
                let word = if token.kind == TokenKind::True { "true" } else { "false" };
                let span = Span { start: token.start, end: token.end };
                self.lexed.deferred_errors.push(
                    Diagnostic::error(span, format!("'{word}' cannot be interpolated, it is not a variable"))
                        .hint(format!("write {word} into the text, without ${{ }}")),
                );
            }
            kind if kind.is_keyword() => {
                token.kind = TokenKind::Variable;
                token.value = 0;
            }
            _ => {}
        }
    }

    /// Handles the end of the text inside of an open construct. Returns whether anything is left to read.
    pub(super) fn end_of_text(&mut self) -> bool {
        match self.frames.last() {
            None => return false,
            Some(Frame::Interpolation { quoted: true, .. }) => self.fail_unclosed(self.end),
            // Puppet lets a heredoc end within `${`.
            Some(Frame::Interpolation { quoted: false, first, .. }) => {
                let first = *first;
                self.frames.pop();
                if matches!(
                    self.lexed.tokens.get(first).map(|token| token.kind),
                    Some(TokenKind::Name | TokenKind::Number)
                ) {
                    self.make_variable(first);
                }
                self.heredoc_text(self.end, false);
            }
            Some(Frame::Heredoc(_)) => self.resume(),
        }
        true
    }

    /// Adds a token of a text. It does not change how a following `/` is read.
    pub(super) fn push_text(&mut self, kind: TokenKind, start: usize, end: usize, value: u32) {
        self.lexed.tokens.push(Token { kind, start: offset(start), end: offset(end), value });
        self.at_line_start = false;
    }

    /// Ends the outermost string or heredoc.
    pub(super) fn end_text(&mut self) {
        self.previous_kind = TokenKind::TextEnd;
        if let Some(first) = self.poisoned_from.take() {
            let start = self.lexed.tokens.get(first).map_or(self.pos, |token| token.start as usize);
            self.lexed.tokens.truncate(first);
            self.push_error(start);
        }
    }

    fn match_text_end(&mut self, start: usize, end: usize) {
        let raw = self.slice(start, end);
        let last = raw.chars().next_back().map_or(0, char::len_utf8);
        self.last_match = Some(Span::new(end - last, end + 1));
    }

    fn fail_unclosed(&mut self, pos: usize) {
        let after = self.last_match.map_or("", |span| self.slice(span.start as usize, span.end as usize));
        let after = if after == "'" { "\"'\"".to_owned() } else { format!("'{after}'") };
        let message = format!("Unclosed quote after {after} followed by '{}'", self.followed_by(pos));
        self.pos = self.end;
        // The error token replaces the tokens of the string.
        let first = self.poisoned_from.unwrap_or(self.outermost);
        let start = self.lexed.tokens.get(first).map_or(pos, |token| token.start as usize);
        self.lexed.tokens.truncate(first);
        self.fail_fatally(start, pos, "UNCLOSED_QUOTE", message);
        self.hint_at_quote();
    }

    /// The next five characters, as messages show them.
    pub(super) fn followed_by(&self, pos: usize) -> String {
        let rest = self.slice(pos, self.end);
        if rest.is_empty() {
            return "<eof>".to_owned();
        }
        let mut shown = String::new();
        for character in rest.chars().take(5) {
            match character {
                '\t' => shown.push_str("\\t"),
                '\n' => shown.push_str("\\n"),
                '\r' => shown.push_str("\\r"),
                _ => shown.push(character),
            }
        }
        shown.push_str("...");
        shown
    }
}
