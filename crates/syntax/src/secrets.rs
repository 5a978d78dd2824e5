//! Finds secrets in a text, so that they can be hidden when its lines are shown.
//!
//! Secrets are the literals in the arguments of `Sensitive(…)`, in the default of a parameter whose type contains
//! `Sensitive`, and in the settings of such an attribute. Only tokens are used, because lines are mostly shown when a
//! text cannot be parsed.

mod broken;

#[cfg(test)]
mod tests;

use std::{ops::Range, sync::Arc};

use diagnostics::{Diagnostic, Severity, Source, Span};

use crate::{
    FileKind, Rules, Strictness,
    lexer::{self, Token, TokenKind},
    parser, validate,
};

/// Returns the spans of the secrets of a manifest or a template, in source order and without quotes.
///
/// ```
/// let found = syntax::secrets("$a = Sensitive('abc') # it's one");
/// assert_eq!(found, [diagnostics::Span::new(16, 19)]);
/// ```
pub fn secrets(text: &str) -> Vec<Span> {
    if !text.as_bytes().windows(SENSITIVE.len()).any(|word| word.eq_ignore_ascii_case(SENSITIVE.as_bytes())) {
        return Vec::new();
    }
    let manifest = lexer::lex(text);
    let mut found = Search::new(text, &manifest.tokens).run();
    // A manifest may contain templates in its strings, and a text without a name may be a template itself.
    if text.contains("<%") {
        found.extend(Search::new(text, &lexer::lex_template(text).tokens).run());
    }
    if is_broken(text) {
        broken::add(text, &manifest.tokens, &mut found);
    }
    found.sort_by_key(|span| (span.start, span.end));
    found.dedup();
    found
}

/// Whether a text is not a valid manifest. With a superfluous quote it may still parse, but then validation mostly
/// finds statements without effect.
fn is_broken(text: &str) -> bool {
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    let parsed = parser::parse(Arc::new(Source::new("", text)));
    let rules = Rules { strict: Strictness::Off, file_kind: FileKind::Main };
    parsed.problems.iter().any(is_error) || validate(&parsed.program, &rules).iter().any(is_error)
}

/// The type whose values are secrets. Like all type names it is case-insensitive.
const SENSITIVE: &str = "Sensitive";

/// The tokens of a text, and their matching brackets.
struct Search<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// For every opening token the index of the closing one, which may be the end of the text.
    closed_at: Vec<usize>,
    /// For every token the number of mentions of the type before it.
    named_before: Vec<usize>,
}

impl<'t> Search<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> Search<'t> {
        let mut search = Search { text, tokens, closed_at: pairs(tokens), named_before: Vec::new() };
        let mut count = 0;
        search.named_before.push(0);
        for index in 0..tokens.len() {
            count += usize::from(search.is_sensitive(index));
            search.named_before.push(count);
        }
        search
    }

    /// Finds all secrets.
    fn run(&self) -> Vec<Span> {
        let mut found = Vec::new();
        let mut hidden_until = 0;
        for index in 0..self.tokens.len() {
            // Everything up to there is hidden already.
            if index < hidden_until || self.kind(index) != TokenKind::TypeName {
                continue;
            }
            let after = self.after_type(index);
            if self.named_before[after] == self.named_before[index] {
                continue;
            }
            if let Some(range) = self.guarded_by(index, after) {
                hidden_until = range.end;
                self.push_literals(range, &mut found);
            }
        }
        found
    }

    /// The tokens that a type makes secret; `after` is the first token after the type.
    fn guarded_by(&self, index: usize, after: usize) -> Option<Range<usize>> {
        match self.kind(after) {
            TokenKind::LeftBrace if self.is_feature(index) => Some(self.within(after)),
            TokenKind::Comma if self.is_made_with_new(index) => Some(after..self.closed_at[index - 1]),
            _ => self.called_or_default(after),
        }
    }

    /// The arguments of a call of the type, or the default of a parameter of the type.
    fn called_or_default(&self, after: usize) -> Option<Range<usize>> {
        match self.kind(after) {
            TokenKind::LeftParen | TokenKind::LineStartLeftParen => Some(self.within(after)),
            TokenKind::Dot if self.written(after + 1) == "new" && is_paren(self.kind(after + 2)) => {
                Some(self.within(after + 2))
            }
            TokenKind::Times => self.default_of(after + 1),
            _ => self.default_of(after),
        }
    }

    /// The default of the parameter whose variable is at this index.
    fn default_of(&self, variable: usize) -> Option<Range<usize>> {
        if self.kind(variable) != TokenKind::Variable || self.kind(variable + 1) != TokenKind::Assign {
            return None;
        }
        let start = variable + 2;
        let mut end = start;
        loop {
            match self.kind(end) {
                TokenKind::Comma | TokenKind::End => break,
                kind if kind.is_closing() => break,
                // A pipe without a partner ends the parameters of a lambda.
                TokenKind::Pipe if self.closed_at[end] == end => break,
                kind => match opens(kind) {
                    Some(bracket) => {
                        let close = self.closed_at[end];
                        end = if self.kind(close) == bracket { close + 1 } else { close };
                    }
                    None => end += 1,
                },
            }
        }
        Some(start..end)
    }

    /// Whether a type is that of a feature: `attr name, Type { … }`.
    fn is_feature(&self, index: usize) -> bool {
        let Some(first) = index.checked_sub(3) else { return false };
        self.kind(index - 1) == TokenKind::Comma
            && (self.kind(first) == TokenKind::Attr || self.written(first) == "has")
    }

    /// Whether a type is the first argument of `new(…)`.
    fn is_made_with_new(&self, index: usize) -> bool {
        let Some(first) = index.checked_sub(2) else { return false };
        is_paren(self.kind(index - 1)) && self.written(first) == "new"
    }

    /// The tokens between one that opens something and the one that closes it.
    fn within(&self, open: usize) -> Range<usize> {
        open + 1..self.closed_at[open].max(open + 1)
    }

    /// The first token after a type and its parameters.
    fn after_type(&self, index: usize) -> usize {
        match self.kind(index + 1) {
            TokenKind::LeftBracket | TokenKind::ListStart => (self.closed_at[index + 1] + 1).min(self.tokens.len()),
            _ => index + 1,
        }
    }

    /// Adds the literals of a range, without quotes. A word is a literal, unless it is a function or a key.
    fn push_literals(&self, range: Range<usize>, found: &mut Vec<Span>) {
        for index in range {
            let Some(token) = self.tokens.get(index) else { return };
            let written = self.written(index);
            let before = index.checked_sub(1).map_or(TokenKind::End, |before| self.kind(before));
            let (prefix, suffix) = match token.kind {
                TokenKind::String if before == TokenKind::Heredoc => (0, 0),
                TokenKind::String | TokenKind::Regexp => (1, 1),
                TokenKind::TextStart => (usize::from(before != TokenKind::Heredoc), dollar(written)),
                TokenKind::TextMiddle => (0, dollar(written)),
                TokenKind::TextEnd => (0, usize::from(written.ends_with('"'))),
                TokenKind::Error => (usize::from(written.starts_with(['\'', '"'])), 0),
                TokenKind::Number => (0, 0),
                TokenKind::Name | TokenKind::Word => match (before, self.kind(index + 1)) {
                    (TokenKind::Dot, _) | (_, TokenKind::LeftParen | TokenKind::Arrow) => continue,
                    _ => (0, 0),
                },
                _ => continue,
            };
            let (start, end) = (token.start as usize + prefix, (token.end as usize).saturating_sub(suffix));
            if start < end {
                found.push(Span::new(start, end));
            }
        }
    }

    fn is_sensitive(&self, index: usize) -> bool {
        self.kind(index) == TokenKind::TypeName
            && self.written(index).trim_start_matches("::").eq_ignore_ascii_case(SENSITIVE)
    }

    fn kind(&self, index: usize) -> TokenKind {
        self.tokens.get(index).map_or(TokenKind::End, |token| token.kind)
    }

    fn written(&self, index: usize) -> &'t str {
        let token = self.tokens.get(index);
        token.and_then(|token| self.text.get(token.start as usize..token.end as usize)).unwrap_or_default()
    }
}

/// The length of the `${` at the end of a text.
fn dollar(written: &str) -> usize {
    if written.ends_with("${") { "${".len() } else { 0 }
}

fn is_paren(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LeftParen | TokenKind::LineStartLeftParen)
}

/// The token that closes what a token opens. A pipe closes another one.
fn opens(kind: TokenKind) -> Option<TokenKind> {
    kind.closing().or((kind == TokenKind::Pipe).then_some(kind))
}

/// Finds the closing token for every opening one. An unclosed bracket ends with the enclosing one; a token that opens
/// nothing is mapped to itself.
fn pairs(tokens: &[Token]) -> Vec<usize> {
    let mut closed_at: Vec<usize> = (0..tokens.len()).collect();
    let mut open: Vec<(usize, TokenKind)> = Vec::new();
    // The number of open brackets of each kind.
    let (mut parens, mut brackets, mut braces) = (0_usize, 0_usize, 0_usize);
    for (index, token) in tokens.iter().enumerate() {
        let ends_pipe =
            token.kind == TokenKind::Pipe && open.last().is_some_and(|(_, bracket)| *bracket == TokenKind::Pipe);
        let is_closed = match token.kind {
            TokenKind::Pipe => ends_pipe,
            TokenKind::RightParen => parens > 0,
            TokenKind::RightBracket => brackets > 0,
            TokenKind::RightBrace => braces > 0,
            _ => false,
        };
        let mut count = |bracket, change: fn(usize) -> usize| match bracket {
            TokenKind::RightParen => parens = change(parens),
            TokenKind::RightBracket => brackets = change(brackets),
            TokenKind::RightBrace => braces = change(braces),
            _ => {}
        };
        if is_closed {
            while let Some((start, bracket)) = open.pop() {
                closed_at[start] = index;
                count(bracket, |count| count.saturating_sub(1));
                if bracket == token.kind {
                    break;
                }
            }
        } else if let Some(bracket) = opens(token.kind) {
            count(bracket, |count| count + 1);
            open.push((index, bracket));
        }
    }
    for (start, _) in open {
        closed_at[start] = tokens.len().saturating_sub(1);
    }
    closed_at
}
