//! Heredocs: `@("END":json/t)` and the lines that follow.

use std::mem::replace;

use super::{Frame, Lexer, TokenKind};

/// The rules for the text of a heredoc.
#[derive(Clone, Copy, Default)]
pub(super) struct Rules<'a> {
    /// The letters that may follow a backslash.
    escapes: &'a str,
    interpolates: bool,
    /// The start of its first line.
    start: usize,
}

/// The state of the lexer at the start of a heredoc.
pub(super) struct Suspended<'a> {
    pos: usize,
    end: usize,
    previous_kind: TokenKind,
    braces: u32,
    heredoc_resume: Option<usize>,
    margin: (usize, usize),
    rules: Rules<'a>,
    no_regexp: bool,
}

/// The parts of `@(…)`.
struct Header<'a> {
    tag: &'a str,
    syntax: &'a str,
    escapes: Option<&'a str>,
    interpolates: bool,
}

/// The lines of a heredoc.
struct Body {
    /// The end of the text.
    end: usize,
    /// The end of the line with the end tag.
    next: usize,
    /// The blanks before the end tag's `|`.
    margin: (usize, usize),
}

impl<'a> Lexer<'a> {
    pub(super) fn heredoc(&mut self) {
        let start = self.pos;
        let Some(length) = self.slice(start, self.end).find(')') else {
            let message = format!("Unclosed parenthesis after '@(' followed by '{}'", self.followed_by(start));
            self.pos = self.end;
            return self.fail_fatally(start, start, "HEREDOC_UNCLOSED_PARENTHESIS", message);
        };
        let header_end = start + length + 1;
        self.pos = header_end;
        let header = match parse_header(self.slice(start + 2, header_end - 1)) {
            Ok(header) => header,
            Err((code, message)) => return self.fail(start, header_end, code, message),
        };
        let escapes = match header.escapes.map_or(Ok(""), parse_escapes) {
            Ok(escapes) => escapes,
            Err((code, message)) => return self.fail(start, header_end, code, message),
        };
        let text_start = match self.heredoc_resume {
            Some(heredoc_resume) => heredoc_resume,
            None => match self.slice(header_end, self.end).find('\n') {
                Some(newline) => header_end + newline + 1,
                None => {
                    let message = "Heredoc without any following lines of text";
                    return self.fail(start, header_end, "HEREDOC_WITHOUT_TEXT", message);
                }
            },
        };
        let Some(body) = self.find_end(text_start, header.tag) else {
            let message = "Heredoc without end-tagged line";
            self.fail(start, text_start, "HEREDOC_WITHOUT_END_TAGGED_LINE", message);
            self.pos = header_end;
            return;
        };
        self.heredoc_resume = Some(body.next);
        self.begin_text();
        let value = self.keep(header.syntax.into());
        self.push_text(TokenKind::Heredoc, start, header_end, value);
        let rules = Rules { escapes, interpolates: header.interpolates, start: text_start };
        self.frames.push(Frame::Heredoc(Box::new(Suspended {
            pos: replace(&mut self.pos, text_start),
            end: replace(&mut self.end, body.end),
            previous_kind: replace(&mut self.previous_kind, TokenKind::End),
            braces: self.braces,
            heredoc_resume: self.heredoc_resume.take(),
            margin: replace(&mut self.margin, body.margin),
            rules: replace(&mut self.heredoc, rules),
            no_regexp: replace(&mut self.no_regexp, false),
        })));
        self.heredoc_text(text_start, true);
    }

    /// Reads the text of a heredoc up to its end or to `${`. The next token starts at `start`.
    pub(super) fn heredoc_text(&mut self, mut start: usize, mut first: bool) {
        let escapes = self.heredoc.escapes;
        let mut text_start = self.pos.max(start);
        let mut escaped = false;
        while self.heredoc.interpolates && self.pos < self.end {
            match self.peek(self.pos) {
                b'\\' => {
                    escaped = !escaped && escapes.contains('$');
                    self.pos += 1;
                    continue;
                }
                b'$' if !escaped => {
                    if self.peek(self.pos + 1) == b'{' {
                        return self.open_interpolation(start, text_start, first, escapes, false);
                    }
                    if let Some(end) = self.variable_end(self.pos + 1) {
                        let dollar = self.pos;
                        self.push_variable(start, text_start, first, escapes, dollar, end);
                        self.move_to_line_start(dollar);
                        first = false;
                        start = end;
                        text_start = end;
                        continue;
                    }
                    self.pos += 1;
                }
                _ => self.pos += 1,
            }
            escaped = false;
        }
        self.pos = self.end;
        let text = self.unescape(text_start, self.end, escapes, self.end);
        let value = self.keep(text);
        let kind = if first { TokenKind::String } else { TokenKind::TextEnd };
        self.push_text(kind, start, self.end, value);
        self.resume();
    }

    /// Puppet reports a variable right after the margin of the first line at the start of the line.
    fn move_to_line_start(&mut self, dollar: usize) {
        let start = self.heredoc.start;
        if dollar == start || self.slice(start, dollar) != self.margin() {
            return;
        }
        if let Some(token) = self.lexed.tokens.last_mut() {
            token.value += token.start - super::offset(start);
            token.start = super::offset(start);
        }
    }

    /// Continues after `@(…)`.
    pub(super) fn resume(&mut self) {
        let Some(Frame::Heredoc(suspended)) = self.frames.pop() else { return };
        self.pos = suspended.pos;
        self.end = suspended.end;
        self.previous_kind = suspended.previous_kind;
        self.braces = suspended.braces;
        self.at_line_start = false;
        self.heredoc_resume = suspended.heredoc_resume;
        self.margin = suspended.margin;
        self.heredoc = suspended.rules;
        self.no_regexp = suspended.no_regexp;
        if self.frames.is_empty() {
            self.end_text();
        }
    }

    /// Finds the line with the end tag. As in Puppet the tag may be at the end of any line.
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

    /// Reads the text before the end tag: blanks, `|` for a margin, `-` for no line break at the end.
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
fn parse_header(header: &str) -> Result<Header<'_>, (&'static str, &'static str)> {
    const INVALID: (&str, &str) =
        ("HEREDOC_INVALID_SYNTAX", "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])");
    let tag_length = header.find([':', '/', '\r', '\n']).unwrap_or(header.len());
    let (tag, mut rest) = header.split_at_checked(tag_length).unwrap_or((header, ""));
    if tag.is_empty() {
        return Err(INVALID);
    }
    let mut syntax = "";
    if let Some(after) = rest.strip_prefix(':') {
        let length = after.find('/').unwrap_or(after.len());
        let (written, after) = after.split_at_checked(length).unwrap_or((after, ""));
        syntax = written.trim_matches(is_blank);
        rest = after;
        let valid = syntax.len() > 1
            && syntax.starts_with(|first: char| first.is_ascii_lowercase())
            && syntax.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'+');
        if !valid {
            return Err(INVALID);
        }
    }
    let mut escapes = None;
    if let Some(after) = rest.strip_prefix('/') {
        let written = trim_blanks(after);
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
        return Err(("HEREDOC_EMPTY_ENDTAG", "Heredoc with an empty endtag"));
    }
    Ok(Header { tag, syntax, escapes, interpolates: quoted.is_some() })
}

fn parse_escapes(written: &str) -> Result<&str, (&'static str, String)> {
    const ALL: &str = "trnsuL$";
    let written = if written.is_empty() { ALL } else { written };
    let repeats = written.char_indices().any(|(pos, one)| written.get(..pos).is_some_and(|seen| seen.contains(one)));
    if repeats {
        let listed: Vec<String> = written.chars().map(String::from).collect();
        let message = format!("An escape char for @() may only appear once. Got '{}'", listed.join(", "));
        return Err(("HEREDOC_MULTIPLE_AT_ESCAPES", message));
    }
    if let Some(unknown) = written.chars().find(|character| !ALL.contains(*character)) {
        let message = format!("Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{unknown}'");
        return Err(("HEREDOC_INVALID_ESCAPE", message));
    }
    Ok(written)
}
