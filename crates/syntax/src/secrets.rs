//! Where a text writes down secrets, so that whoever shows its lines can hide them.
//!
//! Secrets are the literals in the arguments of `Sensitive(…)`, in the default of a parameter whose type has `Sensitive`
//! in it, and in the settings of such an attribute. This is found out from tokens alone, because the lines that are
//! shown are mostly those of texts that cannot be parsed.

mod broken;

#[cfg(test)]
mod tests;

use std::{ops::Range, sync::Arc};

use diagnostics::{Diagnostic, Severity, Source, Span};

use crate::{
    Location, Rules, Strictness,
    lexer::{self, Token, TokenKind},
    parser, validate,
};

/// Returns where a manifest or a template has its secrets, in the order of the text; quotes are not part of them.
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
    // A manifest may hold templates in its texts, and nobody says what a text without a name is.
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

/// Whether a text is no manifest. What a quote too many made of one may still be parsed, but mostly has no effect.
fn is_broken(text: &str) -> bool {
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    let parsed = parser::parse(Arc::new(Source::new("", text)));
    let rules = Rules { strict: Strictness::Off, location: Location::Main };
    parsed.problems.iter().any(is_error) || validate(&parsed.program, &rules).iter().any(is_error)
}

/// The type whose values are secrets. As all names of types it may be written in letters of any case.
const SENSITIVE: &str = "Sensitive";

/// The tokens of a text, and which of them belong together.
struct Search<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// For every token that opens something the place of the one that closes it, which may be the end of the text.
    closed_at: Vec<usize>,
    /// How many tokens before each name the type.
    named_before: Vec<usize>,
}

impl<'t> Search<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> Search<'t> {
        let mut search = Search { text, tokens, closed_at: pairs(tokens), named_before: Vec::new() };
        let mut count = 0;
        search.named_before.push(0);
        for place in 0..tokens.len() {
            count += usize::from(search.is_sensitive(place));
            search.named_before.push(count);
        }
        search
    }

    /// All secrets that the tokens hold.
    fn run(&self) -> Vec<Span> {
        let mut found = Vec::new();
        let mut hidden_until = 0;
        for place in 0..self.tokens.len() {
            // What is hidden already need not be searched for what it hides.
            if place < hidden_until || self.kind(place) != TokenKind::TypeName {
                continue;
            }
            let behind = self.behind_type(place);
            if self.named_before[behind] == self.named_before[place] {
                continue;
            }
            if let Some(range) = self.guarded_by(place, behind) {
                hidden_until = range.end;
                self.push_literals(range, &mut found);
            }
        }
        found
    }

    /// The tokens that a type makes secret: `behind` is the first that follows it.
    fn guarded_by(&self, place: usize, behind: usize) -> Option<Range<usize>> {
        match self.kind(behind) {
            TokenKind::LeftBrace if self.is_feature(place) => Some(self.within(behind)),
            TokenKind::Comma if self.is_made_with_new(place) => Some(behind..self.closed_at[place - 1]),
            _ => self.called_or_default(behind),
        }
    }

    /// What follows a type that is called, or that is the one of a parameter with a default.
    fn called_or_default(&self, behind: usize) -> Option<Range<usize>> {
        match self.kind(behind) {
            TokenKind::LeftParen | TokenKind::FreshLeftParen => Some(self.within(behind)),
            TokenKind::Dot if self.written(behind + 1) == "new" && is_paren(self.kind(behind + 2)) => {
                Some(self.within(behind + 2))
            }
            TokenKind::Times => self.default_of(behind + 1),
            _ => self.default_of(behind),
        }
    }

    /// The default of the parameter whose variable stands there.
    fn default_of(&self, variable: usize) -> Option<Range<usize>> {
        if self.kind(variable) != TokenKind::Variable || self.kind(variable + 1) != TokenKind::Assign {
            return None;
        }
        let start = variable + 2;
        let mut end = start;
        loop {
            match self.kind(end) {
                TokenKind::Comma | TokenKind::End => break,
                kind if closes(kind).is_some() => break,
                // A pipe that opens nothing ends the parameters of a lambda.
                TokenKind::Pipe if self.closed_at[end] == end => break,
                kind => match opens(kind) {
                    Some(sort) => {
                        let close = self.closed_at[end];
                        let is_own = closes(self.kind(close)).unwrap_or(self.kind(close)) == sort;
                        end = if is_own { close + 1 } else { close };
                    }
                    None => end += 1,
                },
            }
        }
        Some(start..end)
    }

    /// Whether a type is that of a feature: `attr name, Type { … }`.
    fn is_feature(&self, place: usize) -> bool {
        let Some(first) = place.checked_sub(3) else { return false };
        self.kind(place - 1) == TokenKind::Comma
            && (self.kind(first) == TokenKind::Attr || self.written(first) == "has")
    }

    /// Whether a type is the first argument of `new(…)`.
    fn is_made_with_new(&self, place: usize) -> bool {
        let Some(first) = place.checked_sub(2) else { return false };
        is_paren(self.kind(place - 1)) && self.written(first) == "new"
    }

    /// The tokens between one that opens something and the one that closes it.
    fn within(&self, open: usize) -> Range<usize> {
        open + 1..self.closed_at[open].max(open + 1)
    }

    /// The first token behind a type and its parameters.
    fn behind_type(&self, place: usize) -> usize {
        match self.kind(place + 1) {
            TokenKind::LeftBracket | TokenKind::ListStart => (self.closed_at[place + 1] + 1).min(self.tokens.len()),
            _ => place + 1,
        }
    }

    /// Adds what stands in the literals of a range, without quotes. A word is a literal, unless it is a function or a key.
    fn push_literals(&self, range: Range<usize>, found: &mut Vec<Span>) {
        for place in range {
            let Some(token) = self.tokens.get(place) else { return };
            let written = self.written(place);
            let before = place.checked_sub(1).map_or(TokenKind::End, |before| self.kind(before));
            let (ahead, behind) = match token.kind {
                TokenKind::String if before == TokenKind::Heredoc => (0, 0),
                TokenKind::String | TokenKind::Regexp => (1, 1),
                TokenKind::TextStart => (usize::from(before != TokenKind::Heredoc), dollar(written)),
                TokenKind::TextMiddle => (0, dollar(written)),
                TokenKind::TextEnd => (0, usize::from(written.ends_with('"'))),
                TokenKind::Error => (usize::from(written.starts_with(['\'', '"'])), 0),
                TokenKind::Number => (0, 0),
                TokenKind::Name | TokenKind::Word => match (before, self.kind(place + 1)) {
                    (TokenKind::Dot, _) | (_, TokenKind::LeftParen | TokenKind::Arrow) => continue,
                    _ => (0, 0),
                },
                _ => continue,
            };
            let (start, end) = (token.start as usize + ahead, (token.end as usize).saturating_sub(behind));
            if start < end {
                found.push(Span::new(start, end));
            }
        }
    }

    fn is_sensitive(&self, place: usize) -> bool {
        self.kind(place) == TokenKind::TypeName
            && self.written(place).trim_start_matches("::").eq_ignore_ascii_case(SENSITIVE)
    }

    fn kind(&self, place: usize) -> TokenKind {
        self.tokens.get(place).map_or(TokenKind::End, |token| token.kind)
    }

    fn written(&self, place: usize) -> &'t str {
        let token = self.tokens.get(place);
        token.and_then(|token| self.text.get(token.start as usize..token.end as usize)).unwrap_or_default()
    }
}

/// How much of a text belongs to the interpolation that follows it.
fn dollar(written: &str) -> usize {
    if written.ends_with("${") { "${".len() } else { 0 }
}

fn is_paren(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LeftParen | TokenKind::FreshLeftParen)
}

/// What a token opens; for each sort of brackets there is one kind.
fn opens(kind: TokenKind) -> Option<TokenKind> {
    use TokenKind::*;
    match kind {
        LeftParen | FreshLeftParen => Some(LeftParen),
        LeftBracket | ListStart => Some(LeftBracket),
        LeftBrace | SelectorBrace => Some(LeftBrace),
        Pipe => Some(Pipe),
        _ => None,
    }
}

/// What a token closes.
fn closes(kind: TokenKind) -> Option<TokenKind> {
    match kind {
        TokenKind::RightParen => Some(TokenKind::LeftParen),
        TokenKind::RightBracket => Some(TokenKind::LeftBracket),
        TokenKind::RightBrace => Some(TokenKind::LeftBrace),
        _ => None,
    }
}

/// Finds for every token that opens something the one that closes it. What is not closed ends with what is around it; a
/// token that opens nothing stands for itself.
fn pairs(tokens: &[Token]) -> Vec<usize> {
    let mut closed_at: Vec<usize> = (0..tokens.len()).collect();
    let mut open: Vec<(usize, TokenKind)> = Vec::new();
    // How many of the open ones a token would close.
    let (mut parens, mut brackets, mut braces) = (0_usize, 0_usize, 0_usize);
    for (place, token) in tokens.iter().enumerate() {
        let ends_pipe = token.kind == TokenKind::Pipe && open.last().is_some_and(|(_, sort)| *sort == TokenKind::Pipe);
        let closed = match token.kind {
            TokenKind::Pipe if ends_pipe => Some(TokenKind::Pipe),
            TokenKind::RightParen if parens > 0 => Some(TokenKind::LeftParen),
            TokenKind::RightBracket if brackets > 0 => Some(TokenKind::LeftBracket),
            TokenKind::RightBrace if braces > 0 => Some(TokenKind::LeftBrace),
            _ => None,
        };
        let mut count = |sort, change: fn(usize) -> usize| match sort {
            TokenKind::LeftParen => parens = change(parens),
            TokenKind::LeftBracket => brackets = change(brackets),
            TokenKind::LeftBrace => braces = change(braces),
            _ => {}
        };
        if let Some(closed) = closed {
            while let Some((start, sort)) = open.pop() {
                closed_at[start] = place;
                count(sort, |count| count.saturating_sub(1));
                if sort == closed {
                    break;
                }
            }
        } else if let Some(sort) = opens(token.kind) {
            count(sort, |count| count + 1);
            open.push((place, sort));
        }
    }
    for (start, _) in open {
        closed_at[start] = tokens.len().saturating_sub(1);
    }
    closed_at
}
