//! Strings in quotes, and what is interpolated in texts.

use diagnostics::{Diagnostic, Span};

use super::escape::{Escapes, unescape_single};
use super::{Frame, Lexer, Token, TokenKind, offset};

impl Lexer<'_> {
    pub(super) fn single_quoted(&mut self) {
        let start = self.at;
        let mut escaped = false;
        let mut place = self.text_scan_start(start + 1, |byte| byte == b'\'');
        while place < self.end {
            match self.peek(place) {
                b'\\' => escaped = !escaped,
                b'\'' if !escaped => {
                    let raw = self.slice(start + 1, place);
                    let text = if self.margin().is_empty() || !raw.contains('\n') {
                        unescape_single(raw)
                    } else {
                        unescape_single(&self.unescape(start + 1, place, Escapes::default(), place))
                    };
                    let value = self.keep(text);
                    self.push_with(TokenKind::String, place + 1 - start, value);
                    self.match_text_end(start + 1, place);
                    return;
                }
                _ => {
                    escaped = false;
                    // Contents of files may be long.
                    let rest = self.bytes.get(place + 1..self.end).unwrap_or_default();
                    place = memchr::memchr2(b'\\', b'\'', rest).map_or(self.end, |found| place + 1 + found);
                    continue;
                }
            }
            place += 1;
        }
        let message = format!("Unclosed quote after \"'\" followed by '{}'", self.followed_by(start + 1));
        self.at = self.end;
        self.fail_fatally(start, start + 1, message);
        self.hint_at_quote();
    }

    fn hint_at_quote(&mut self) {
        if let Some(last) = self.errors.last_mut().filter(|last| last.hints.is_empty()) {
            let hint = "the string goes on to the end of the text: close it, or one before it that was left open";
            last.hints.push(hint.to_owned());
        }
    }

    pub(super) fn double_quoted(&mut self) {
        let start = self.at;
        self.begin_text();
        self.at = start + 1;
        self.matched = Some(Span::new(start, start + 1));
        self.quoted_text(start, true);
    }

    /// Remembers where the outermost string or heredoc starts.
    pub(super) fn begin_text(&mut self) {
        if self.frames.is_empty() {
            self.outermost = self.tokens.len();
        }
    }

    /// Reads text in double quotes up to its end or to `${`. The next token starts at `start`.
    fn quoted_text(&mut self, mut start: usize, mut first: bool) {
        let is_end = |byte| matches!(byte, b'"' | b'$');
        let mut text_start = self.at;
        // Where Puppet says that the text begins which does not end.
        let mut failed_at = self.at;
        let mut escaped = false;
        self.at = self.text_scan_start(self.at, is_end);
        loop {
            match self.peek(self.at) {
                _ if self.at >= self.end => {
                    self.fail_unclosed(failed_at);
                    return;
                }
                b'\\' => {
                    escaped = !escaped;
                    self.at += 1;
                    continue;
                }
                b'"' if !escaped => {
                    let end = self.at;
                    self.at = end + 1;
                    let text = self.unescape(text_start, end, Escapes::DOUBLE_QUOTED, self.at);
                    let value = self.keep(text);
                    let kind = if first { TokenKind::String } else { TokenKind::TextEnd };
                    self.push_text(kind, start, self.at, value);
                    self.match_text_end(text_start, end);
                    if first {
                        self.after = TokenKind::String;
                    } else if self.frames.is_empty() {
                        self.end_text();
                    }
                    return;
                }
                b'$' if !escaped => {
                    if self.peek(self.at + 1) == b'{' {
                        self.open_interpolation(start, text_start, first, Escapes::DOUBLE_QUOTED, true);
                        return;
                    }
                    let Some(end) = self.variable_end(self.at + 1) else {
                        failed_at = self.at + 1;
                        self.at = self.text_scan_start(failed_at, is_end);
                        self.matched = None;
                        continue;
                    };
                    let dollar = self.at;
                    self.push_variable(start, text_start, first, Escapes::DOUBLE_QUOTED, dollar, end);
                    first = false;
                    start = end;
                    text_start = end;
                    failed_at = end;
                    self.at = self.text_scan_start(end, is_end);
                    continue;
                }
                _ => {
                    let rest = self.bytes.get(self.at + 1..self.end).unwrap_or_default();
                    let found = memchr::memchr3(b'\\', b'"', b'$', rest);
                    self.at = found.map_or(self.end, |found| self.at + 1 + found);
                }
            }
            escaped = false;
        }
    }

    /// Where the search for the end of a text starts. Puppet takes a quote or a dollar that starts a text for text when
    /// what follows could end it too.
    fn text_scan_start(&self, start: usize, is_end: fn(u8) -> bool) -> usize {
        if !is_end(self.peek(start)) {
            return start;
        }
        let mut place = start + 1;
        while self.peek(place) == b'\\' && self.peek(place + 1) == b'\\' {
            place += 2;
        }
        if is_end(self.peek(place)) { place } else { start }
    }

    /// `$name` within a text: the text before it, and the variable.
    pub(super) fn push_variable(
        &mut self,
        start: usize,
        text_start: usize,
        first: bool,
        escapes: Escapes,
        dollar: usize,
        end: usize,
    ) {
        let text = self.unescape(text_start, dollar, escapes, dollar + 1);
        let value = self.keep(text);
        let kind = if first { TokenKind::TextStart } else { TokenKind::TextMiddle };
        self.push_text(kind, start, dollar, value);
        self.push_text(TokenKind::Variable, dollar, end, 1);
        self.matched = Some(Span::new(dollar + 1, end));
        self.at = end;
    }

    /// `${`: the text before it; the tokens that follow are read as usual.
    pub(super) fn open_interpolation(
        &mut self,
        start: usize,
        text_start: usize,
        first: bool,
        escapes: Escapes,
        quoted: bool,
    ) {
        let end = self.at;
        self.at = end + 2;
        let text = self.unescape(text_start, end, escapes, self.at);
        let value = self.keep(text);
        let kind = if first { TokenKind::TextStart } else { TokenKind::TextMiddle };
        self.push_text(kind, start, self.at, value);
        self.frames.push(Frame::Interpolation { braces: self.braces, first: self.tokens.len(), quoted });
        self.braces += 1;
        self.note_blanks();
    }

    pub(super) fn right_brace(&mut self) {
        self.braces = self.braces.saturating_sub(1);
        match self.frames.last() {
            Some(Frame::Interpolation { braces, first, quoted }) if *braces == self.braces => {
                let (first, quoted) = (*first, *quoted);
                self.frames.pop();
                self.make_variable(first);
                self.after = TokenKind::RightBrace;
                self.at += 1;
                self.fresh_line = false;
                if quoted {
                    self.quoted_text(self.at, false);
                } else {
                    self.heredoc_text(self.at, false);
                }
            }
            _ => self.push(TokenKind::RightBrace, 1),
        }
    }

    /// In `${name}`, `${name[…]}` and `${name.…}` the word is a variable.
    fn make_variable(&mut self, first: usize) {
        let alone = self.tokens.len() == first + 1;
        let continued =
            matches!(self.tokens.get(first + 1).map(|token| token.kind), Some(TokenKind::Dot | TokenKind::LeftBracket));
        if !alone && !continued {
            return;
        }
        let Some(token) = self.tokens.get_mut(first) else { return };
        match token.kind {
            TokenKind::Number | TokenKind::Name | TokenKind::Word => {
                token.kind = TokenKind::Variable;
                token.value = 0;
            }
            TokenKind::True | TokenKind::False => {
                let word = if token.kind == TokenKind::True { "true" } else { "false" };
                let span = Span { start: token.start, end: token.end };
                self.late.push(
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

    /// The text is over while something is open. Returns whether anything is left to read.
    pub(super) fn end_of_text(&mut self) -> bool {
        match self.frames.last() {
            None => return false,
            Some(Frame::Interpolation { quoted: true, .. }) => self.fail_unclosed(self.end),
            // Puppet lets a heredoc end within `${`.
            Some(Frame::Interpolation { quoted: false, first, .. }) => {
                let first = *first;
                self.frames.pop();
                if matches!(self.tokens.get(first).map(|token| token.kind), Some(TokenKind::Name | TokenKind::Number)) {
                    self.make_variable(first);
                }
                self.heredoc_text(self.end, false);
            }
            Some(Frame::Heredoc(_)) => self.resume(),
        }
        true
    }

    /// Adds a token of a text. What decides about `/` does not change within a text.
    pub(super) fn push_text(&mut self, kind: TokenKind, start: usize, end: usize, value: u32) {
        self.tokens.push(Token { kind, start: offset(start), end: offset(end), value });
        self.fresh_line = false;
    }

    /// The outermost string or heredoc is over.
    pub(super) fn end_text(&mut self) {
        self.after = TokenKind::TextEnd;
        if let Some(first) = self.broken.take() {
            let start = self.tokens.get(first).map_or(self.at, |token| token.start as usize);
            self.tokens.truncate(first);
            self.push_error(start);
        }
    }

    fn match_text_end(&mut self, start: usize, end: usize) {
        let raw = self.slice(start, end);
        let last = raw.chars().next_back().map_or(0, char::len_utf8);
        self.matched = Some(Span::new(end - last, end + 1));
    }

    fn fail_unclosed(&mut self, place: usize) {
        let after = self.matched.map_or("", |span| self.slice(span.start as usize, span.end as usize));
        let after = if after == "'" { "\"'\"".to_owned() } else { format!("'{after}'") };
        let message = format!("Unclosed quote after {after} followed by '{}'", self.followed_by(place));
        self.at = self.end;
        // The string takes its first tokens with it.
        let first = self.broken.unwrap_or(self.outermost);
        let start = self.tokens.get(first).map_or(place, |token| token.start as usize);
        self.tokens.truncate(first);
        self.fail_fatally(start, place, message);
        self.hint_at_quote();
    }

    /// The next five characters, as messages show them.
    pub(super) fn followed_by(&self, place: usize) -> String {
        let rest = self.slice(place, self.end);
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
