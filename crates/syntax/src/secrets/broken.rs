//! Secrets of texts that are no manifests.
//!
//! One quote too many turns all that follows inside out: what was text becomes code, and the other way round. So every
//! place that says `Sensitive` and was not seen as a type is read as if the text began there.

use diagnostics::Span;

use super::{SENSITIVE, Search};
use crate::lexer::{self, Token, TokenKind};

/// How many places are read anew; behind them everything is taken for a secret.
const MAX_PLACES: usize = 100;

/// Adds the secrets that tokens of the whole text did not show.
pub(super) fn add(text: &str, seen: &[Token], found: &mut Vec<Span>) {
    let is_type = |token: &&Token| token.kind == TokenKind::TypeName;
    let mut types: Vec<usize> = seen.iter().filter(is_type).map(|token| token.start as usize).collect();
    // Tokens of heredocs stand before those of the line that they begin in.
    types.sort_unstable();
    let mut count = 0;
    let mut from = 0;
    while let Some(place) = next(text, from) {
        from = place + SENSITIVE.len();
        if types.binary_search(&place).is_ok() {
            continue;
        }
        count += 1;
        if count > MAX_PLACES {
            found.push(Span::new(from, text.len()));
            return;
        }
        let rest = &text[place..];
        let tokens = lexer::lex(rest).tokens;
        let search = Search::new(rest, &tokens);
        let mut behind = search.behind_type(0);
        // Nobody knows in which other types it stands.
        while search.kind(behind) == TokenKind::RightBracket {
            behind += 1;
        }
        let guarded = match search.kind(behind) {
            TokenKind::LeftBrace => Some(search.within(behind)),
            _ => search.called_or_default(behind),
        };
        let Some(range) = guarded else { continue };
        let end = tokens.get(range.end.saturating_sub(1)).map_or(rest.len(), |token| token.end as usize);
        from = from.max(place + end);
        let mut hidden = Vec::new();
        search.push_literals(range, &mut hidden);
        found.extend(hidden.iter().map(|span| Span::new(place + span.start as usize, place + span.end as usize)));
    }
}

/// Where the word stands next.
fn next(text: &str, mut from: usize) -> Option<usize> {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let bytes = text.as_bytes();
    loop {
        let rest = bytes.get(from..)?;
        let place = from + memchr::memchr(SENSITIVE.as_bytes()[0], rest)?;
        let end = place + SENSITIVE.len();
        let is_named = bytes.get(place..end).is_some_and(|word| word.eq_ignore_ascii_case(SENSITIVE.as_bytes()));
        let stands_alone =
            !is_word(place.checked_sub(1).and_then(|before| bytes.get(before))) && !is_word(bytes.get(end));
        if is_named && stands_alone {
            return Some(place);
        }
        from = place + 1;
    }
}
