//! The texts between the tags of an EPP template.

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

use super::{Lexer, TokenKind};

/// What a template is within.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TemplateMode {
    /// The text is no template.
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
    /// Reads `%>` or `-%>` and the text behind it.
    pub(super) fn close_tag(&mut self, length: usize) {
        let (start, first, errors) = (self.at, self.tokens.len(), self.errors.len());
        if self.template == TemplateMode::Expression {
            self.push(TokenKind::RenderEnd, length);
        } else {
            self.at += length;
        }
        self.template_text(length == 3);
        if self.errors.len() > errors {
            // Puppet reads the text before it has told of the tag.
            self.tokens.truncate(first);
            self.push_error(start);
        }
    }

    /// Reads text up to the next tag or the end.
    pub(super) fn template_text(&mut self, mut trim: bool) {
        let start = self.at;
        let mut text = String::new();
        self.template = TemplateMode::Text;
        while self.at < self.end {
            let rest = self.slice(self.at, self.end);
            let found = rest.find("<%");
            let mut part = found.map_or(rest, |found| rest.get(..found).unwrap_or_default());
            self.at += found.map_or(rest.len(), |found| found + 2);
            if trim {
                part = trim_line(part);
                trim = false;
            }
            text.push_str(&part.replace("%%>", "%>"));
            if found.is_none() {
                self.push_template_text(start, text);
                return;
            }
            match self.byte(0) {
                _ if self.at >= self.end => {
                    let message = "Unbalanced embedded expression - opening <% and reaching end of input";
                    self.fail(start, self.at, message);
                    return;
                }
                b'%' => {
                    self.at += 1;
                    text.push_str("<%");
                }
                b'#' => {
                    let Some(length) = comment_length(self.slice(self.at, self.end)) else {
                        let place = self.at;
                        self.fail_fatally(start, place, "Reaching end after opening <%# without seeing %>");
                        return;
                    };
                    let comment = self.slice(self.at, self.at + length);
                    if comment.as_bytes().get(1) == Some(&b'-') {
                        text.truncate(text.trim_end_matches([' ', '\t']).len());
                    }
                    trim = comment.ends_with("-%>");
                    self.comments.push(crate::ast::Comment { span: Span::new(self.at - 2, self.at + length) });
                    self.at += length;
                }
                b'-' => {
                    self.at += 1;
                    text.truncate(text.trim_end_matches([' ', '\t']).len());
                    self.open_tag(start, text, TemplateMode::Code);
                    return;
                }
                b'=' => {
                    self.at += 1;
                    self.open_tag(start, text, TemplateMode::Expression);
                    return;
                }
                _ => {
                    self.open_tag(start, text, TemplateMode::Code);
                    return;
                }
            }
        }
        // Puppet loses the text before a comment or a `<%%` that ends the template, and so do we.
    }

    fn open_tag(&mut self, start: usize, text: String, mode: TemplateMode) {
        if !text.is_empty() {
            self.push_template_text(start, text);
        }
        if mode == TemplateMode::Expression {
            // Puppet places it where the text before it starts.
            self.push_text(TokenKind::RenderStart, start, self.at, 0);
            self.after = TokenKind::RenderStart;
        }
        self.template = mode;
    }

    fn push_template_text(&mut self, start: usize, text: String) {
        let value = self.keep(EcoString::from(text));
        self.push_text(TokenKind::RenderText, start, self.at, value);
        self.after = TokenKind::RenderText;
    }

    /// Says that the last tag is not closed.
    pub(super) fn refuse_open_tag(&mut self) {
        if self.template.in_code() {
            let message = "Unbalanced epp tag, reached <eof> without closing tag.";
            self.errors.push(Diagnostic::error(Span::new(self.text.len(), self.text.len()), message));
            self.at = self.text.len();
            self.push_error(self.at);
        }
    }
}

/// Without the blanks and the end of line that it starts with.
fn trim_line(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t']);
    let line = text.strip_prefix('\r').unwrap_or(text);
    line.strip_prefix('\n').unwrap_or(line)
}

/// How far a comment reaches that starts with `#`: up to a `%>` that is not escaped.
fn comment_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes.windows(3).position(|window| matches!(window, [before, b'%', b'>'] if *before != b'%')).map(|place| place + 3)
}
