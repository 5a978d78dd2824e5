//! The texts between the tags of an EPP template.

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

use super::{Lexer, TokenKind};

/// The part of a template that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TemplateMode {
    /// The text is not a template.
    None,
    Text,
    /// `<% … %>`
    Code,
    /// `<%= … %>`
    Expression,
}

impl TemplateMode {
    pub(super) fn in_code(self) -> bool {
        matches!(self, TemplateMode::Code | TemplateMode::Expression)
    }
}

impl Lexer<'_> {
    /// Reads `%>` or `-%>` and the text after it.
    pub(super) fn close_tag(&mut self, length: usize) {
        let (start, first, errors) = (self.pos, self.lexed.tokens.len(), self.lexed.errors.len());
        if self.template == TemplateMode::Expression {
            self.push(TokenKind::RenderEnd, length);
        } else {
            self.pos += length;
        }
        self.template_text(length == 3);
        if self.lexed.errors.len() > errors {
            // Puppet reads the text before it emits the tag.
            self.lexed.tokens.truncate(first);
            self.push_error(start);
        }
    }

    /// Reads text up to the next tag or the end.
    pub(super) fn template_text(&mut self, mut trim: bool) {
        let start = self.pos;
        let mut text = String::new();
        self.template = TemplateMode::Text;
        while self.pos < self.end {
            let rest = self.slice(self.pos, self.end);
            let found = rest.find("<%");
            let mut part = found.map_or(rest, |found| rest.get(..found).unwrap_or_default());
            self.pos += found.map_or(rest.len(), |found| found + 2);
            if trim {
                part = trim_line(part);
                trim = false;
            }
            text.push_str(&part.replace("%%>", "%>"));
            if found.is_none() {
                return self.push_template_text(start, text);
            }
            match self.byte(0) {
                _ if self.pos >= self.end => {
                    let message = "Unbalanced embedded expression - opening <% and reaching end of input";
                    return self.fail(start, self.pos, "EPP_UNBALANCED_EXPRESSION", message);
                }
                b'%' => {
                    self.pos += 1;
                    text.push_str("<%");
                }
                b'#' => {
                    let Some(length) = comment_length(self.slice(self.pos, self.end)) else {
                        let message = "Reaching end after opening <%# without seeing %>";
                        return self.fail_fatally(start, self.pos, "EPP_UNBALANCED_COMMENT", message);
                    };
                    let comment = self.slice(self.pos, self.pos + length);
                    if comment.as_bytes().get(1) == Some(&b'-') {
                        text.truncate(text.trim_end_matches([' ', '\t']).len());
                    }
                    trim = comment.ends_with("-%>");
                    self.pos += length;
                }
                b'=' => {
                    self.pos += 1;
                    return self.open_tag(start, text, TemplateMode::Expression);
                }
                next => {
                    if next == b'-' {
                        self.pos += 1;
                        text.truncate(text.trim_end_matches([' ', '\t']).len());
                    }
                    return self.open_tag(start, text, TemplateMode::Code);
                }
            }
        }
        // As in Puppet, the text before a comment or a `<%%` at the end of the template is lost.
    }

    fn open_tag(&mut self, start: usize, text: String, mode: TemplateMode) {
        if !text.is_empty() {
            self.push_template_text(start, text);
        }
        if mode == TemplateMode::Expression {
            // Puppet locates it at the start of the text before it.
            self.push_text(TokenKind::RenderStart, start, self.pos, 0);
            self.previous_kind = TokenKind::RenderStart;
        }
        self.template = mode;
    }

    fn push_template_text(&mut self, start: usize, text: String) {
        let value = self.keep(EcoString::from(text));
        self.push_text(TokenKind::RenderText, start, self.pos, value);
        self.previous_kind = TokenKind::RenderText;
    }

    /// Reports a last tag that is not closed.
    pub(super) fn refuse_open_tag(&mut self) {
        if self.template.in_code() {
            let message = "Unbalanced epp tag, reached <eof> without closing tag.";
            let span = Span::new(self.text.len(), self.text.len());
            self.lexed.errors.push(Diagnostic::error(span, message).code("EPP_UNBALANCED_TAG"));
            self.pos = self.text.len();
            self.push_error(self.pos);
        }
    }
}

/// Removes leading blanks and one line break.
fn trim_line(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t']);
    let line = text.strip_prefix('\r').unwrap_or(text);
    line.strip_prefix('\n').unwrap_or(line)
}

/// The length of a comment that starts with `#`: up to a `%>` that is not escaped.
fn comment_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes.windows(3).position(|window| matches!(window, [before, b'%', b'>'] if *before != b'%')).map(|pos| pos + 3)
}
