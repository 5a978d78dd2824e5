//! Heredocs: `@("END":json/t)` and the lines that follow.

use super::escape::Escapes;
use super::{Frame, Lexer, TokenKind};

/// How the text of a heredoc is read.
#[derive(Clone, Copy, Default)]
pub(super) struct Rules {
    escapes: Escapes,
    interpolates: bool,
    /// Where its first line starts.
    start: usize,
}

/// What the lexer was doing when it met a heredoc.
pub(super) struct Suspended {
    at: usize,
    end: usize,
    after: TokenKind,
    braces: u32,
    fresh_line: bool,
    jump: Option<usize>,
    margin: (usize, usize),
    rules: Rules,
    no_regexp: bool,
}

/// What stands within `@(…)`.
struct Header<'a> {
    tag: &'a str,
    syntax: &'a str,
    escapes: Option<&'a str>,
    interpolates: bool,
}

/// The lines of a heredoc.
struct Body {
    /// Where the text ends.
    end: usize,
    /// Where the line with the end tag ends.
    next: usize,
    /// The blanks before the end tag's `|`.
    margin: (usize, usize),
}

impl Lexer<'_> {
    pub(super) fn heredoc(&mut self) {
        let start = self.at;
        let Some(length) = self.slice(start, self.end).find(')') else {
            let message = format!("Unclosed parenthesis after '@(' followed by '{}'", self.followed_by(start));
            self.at = self.end;
            self.fail_fatally(start, start, message);
            return;
        };
        let behind = start + length + 1;
        self.at = behind;
        let header = match parse_header(self.slice(start + 2, behind - 1)) {
            Ok(header) => header,
            Err(message) => return self.fail(start, behind, message),
        };
        let escapes = match header.escapes.map_or(Ok(Escapes::default()), parse_escapes) {
            Ok(escapes) => escapes,
            Err(message) => return self.fail(start, behind, message),
        };
        let text_start = match self.jump {
            Some(jump) => jump,
            None => match self.slice(behind, self.end).find('\n') {
                Some(newline) => behind + newline + 1,
                None => return self.fail(start, behind, "Heredoc without any following lines of text"),
            },
        };
        let Some(body) = self.find_end(text_start, header.tag) else {
            self.fail(start, text_start, "Heredoc without end-tagged line");
            self.at = behind;
            return;
        };
        self.jump = Some(body.next);
        self.begin_text();
        let value = self.keep(header.syntax.into());
        self.push_text(TokenKind::Heredoc, start, behind, value);
        self.frames.push(Frame::Heredoc(Box::new(Suspended {
            at: behind,
            end: self.end,
            after: self.after,
            braces: self.braces,
            fresh_line: false,
            jump: self.jump.take(),
            margin: self.margin,
            rules: self.heredoc,
            no_regexp: self.no_regexp,
        })));
        self.end = body.end;
        self.at = text_start;
        self.after = TokenKind::End;
        self.no_regexp = false;
        self.margin = body.margin;
        self.heredoc = Rules { escapes, interpolates: header.interpolates, start: text_start };
        self.heredoc_text(text_start, true);
    }

    /// Reads the text of a heredoc up to its end or to `${`. The next token starts at `start`.
    pub(super) fn heredoc_text(&mut self, mut start: usize, mut first: bool) {
        let escapes = self.heredoc.escapes;
        let mut text_start = self.at.max(start);
        let mut escaped = false;
        while self.heredoc.interpolates && self.at < self.end {
            match self.peek(self.at) {
                b'\\' => {
                    escaped = !escaped && escapes.has(Escapes::DOLLAR);
                    self.at += 1;
                    continue;
                }
                b'$' if !escaped => {
                    if self.peek(self.at + 1) == b'{' {
                        self.open_interpolation(start, text_start, first, escapes, false);
                        return;
                    }
                    if let Some(end) = self.variable_end(self.at + 1) {
                        let dollar = self.at;
                        self.push_variable(start, text_start, first, escapes, dollar, end);
                        self.move_to_line_start(dollar);
                        first = false;
                        start = end;
                        text_start = end;
                        continue;
                    }
                    self.at += 1;
                }
                _ => self.at += 1,
            }
            escaped = false;
        }
        self.at = self.end;
        let text = self.unescape(text_start, self.end, escapes, self.end);
        let value = self.keep(text);
        let kind = if first { TokenKind::String } else { TokenKind::TextEnd };
        self.push_text(kind, start, self.end, value);
        self.resume();
    }

    /// Puppet takes what stands first in a text with a margin to stand at the start of the line.
    fn move_to_line_start(&mut self, dollar: usize) {
        let start = self.heredoc.start;
        if dollar == start || self.slice(start, dollar) != self.margin() {
            return;
        }
        if let Some(token) = self.tokens.last_mut() {
            token.value += token.start - super::offset(start);
            token.start = super::offset(start);
        }
    }

    /// Goes on behind `@(…)`.
    pub(super) fn resume(&mut self) {
        let Some(Frame::Heredoc(suspended)) = self.frames.pop() else { return };
        self.at = suspended.at;
        self.end = suspended.end;
        self.after = suspended.after;
        self.braces = suspended.braces;
        self.fresh_line = suspended.fresh_line;
        self.jump = suspended.jump;
        self.margin = suspended.margin;
        self.heredoc = suspended.rules;
        self.no_regexp = suspended.no_regexp;
        if self.frames.is_empty() {
            self.end_text();
        }
    }

    /// Finds the line with the end tag. As in Puppet the tag may stand at the end of any line.
    fn find_end(&self, start: usize, tag: &str) -> Option<Body> {
        let mut line_start = start;
        while line_start < self.end {
            let rest = self.slice(line_start, self.end);
            let line = rest.find('\n').map_or(rest, |newline| rest.get(..newline).unwrap_or_default());
            let next = (line_start + line.len() + 1).min(self.end);
            if let Some(before) = trim_blanks(line.strip_suffix('\r').unwrap_or(line)).strip_suffix(tag) {
                return Some(self.end_line(start, line_start, before, next));
            }
            line_start = next;
        }
        None
    }

    /// Reads what stands before the end tag: blanks, `|` for a margin, `-` for no line break at the end.
    fn end_line(&self, start: usize, line_start: usize, before: &str, next: usize) -> Body {
        let mut rest = trim_blanks(before);
        let dash = rest.strip_suffix('-');
        let bar = trim_blanks(dash.unwrap_or(rest)).strip_suffix('|');
        rest = bar.or(dash).unwrap_or(before);
        let margin = if bar.is_some() {
            (line_start + trim_blanks(rest).len(), line_start + rest.len())
        } else {
            (line_start, line_start)
        };
        let mut end = line_start;
        if dash.is_some() && end > start {
            end -= 1;
            if end > start && self.bytes.get(end - 1) == Some(&b'\r') {
                end -= 1;
            }
        }
        Body { end, next, margin }
    }
}

fn is_blank(character: char) -> bool {
    character == ' ' || character == '\t' || super::blank::is_wide_blank(character)
}

fn trim_blanks(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

/// Reads `tag[:syntax][/escapes]`.
fn parse_header(header: &str) -> Result<Header<'_>, &'static str> {
    const INVALID: &str = "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])";
    let tag_length = header.find([':', '/', '\r', '\n']).unwrap_or(header.len());
    let (tag, mut rest) = header.split_at_checked(tag_length).unwrap_or((header, ""));
    if tag.is_empty() {
        return Err(INVALID);
    }
    let mut syntax = "";
    if let Some(behind) = rest.strip_prefix(':') {
        let length = behind.find('/').unwrap_or(behind.len());
        let (written, behind) = behind.split_at_checked(length).unwrap_or((behind, ""));
        syntax = written.trim_matches(is_blank);
        rest = behind;
        let valid = syntax.len() > 1
            && syntax.starts_with(|first: char| first.is_ascii_lowercase())
            && syntax.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'+');
        if !valid {
            return Err(INVALID);
        }
    }
    let mut escapes = None;
    if let Some(behind) = rest.strip_prefix('/') {
        let written = trim_blanks(behind);
        if !written.bytes().all(|byte| super::word::is_word(byte) || byte == b'$') {
            return Err(INVALID);
        }
        escapes = Some(written);
    } else if !rest.is_empty() {
        return Err(INVALID);
    }
    let tag = tag.trim_matches(|character: char| character.is_ascii_whitespace() || character == '\0');
    let quoted = tag.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let tag = quoted.map_or(tag, |tag| tag.trim_matches(|character: char| character.is_ascii_whitespace()));
    if tag.is_empty() {
        return Err("Heredoc with an empty endtag");
    }
    Ok(Header { tag, syntax, escapes, interpolates: quoted.is_some() })
}

fn parse_escapes(written: &str) -> Result<Escapes, String> {
    let written = if written.is_empty() { "trnsuL$" } else { written };
    let repeats =
        written.char_indices().any(|(place, one)| written.get(..place).is_some_and(|seen| seen.contains(one)));
    if repeats {
        let listed: Vec<String> = written.chars().map(String::from).collect();
        return Err(format!("An escape char for @() may only appear once. Got '{}'", listed.join(", ")));
    }
    let mut escapes = Escapes::BACKSLASH;
    for character in written.chars() {
        escapes = escapes.with(match character {
            't' => Escapes::TAB,
            'r' => Escapes::RETURN,
            'n' => Escapes::NEWLINE,
            's' => Escapes::SPACE,
            'u' => Escapes::UNICODE,
            'L' => Escapes::JOIN,
            '$' => Escapes::DOLLAR,
            _ => {
                return Err(format!(
                    "Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{character}'"
                ));
            }
        });
    }
    Ok(escapes)
}
