//! Secrets in texts that are not valid manifests.
//!
//! One superfluous quote swaps strings and code in the rest of the text. So every mention of `Sensitive` that was not
//! read as a type is read again as if the text began there.

use diagnostics::Span;

use super::{SENSITIVE, Search};
use crate::lexer::{self, Token, TokenKind};

/// How many mentions are read again; after them everything is treated as a secret.
const MAX_MENTIONS: usize = 100;

/// Adds the secrets that the tokens of the whole text do not reveal.
pub(super) fn add(text: &str, seen: &[Token], found: &mut Vec<Span>) {
    let is_type = |token: &&Token| token.kind == TokenKind::TypeName;
    let mut types: Vec<usize> = seen.iter().filter(is_type).map(|token| token.start as usize).collect();
    // The tokens of a heredoc come before the rest of the line that it begins in.
    types.sort_unstable();
    let mut count = 0;
    let mut from = 0;
    while let Some(pos) = next(text, from) {
        from = pos + SENSITIVE.len();
        if types.binary_search(&pos).is_ok() {
            continue;
        }
        count += 1;
        if count > MAX_MENTIONS {
            found.push(Span::new(from, text.len()));
            return;
        }
        let rest = &text[pos..];
        let tokens = lexer::lex(rest).tokens;
        let search = Search::new(rest, &tokens);
        let mut after = search.after_type(0);
        // It may be a parameter of other types.
        while search.kind(after) == TokenKind::RightBracket {
            after += 1;
        }
        let guarded = match search.kind(after) {
            TokenKind::LeftBrace => Some(search.within(after)),
            _ => search.called_or_default(after),
        };
        let Some(range) = guarded else { continue };
        let end = tokens.get(range.end.saturating_sub(1)).map_or(rest.len(), |token| token.end as usize);
        from = from.max(pos + end);
        let mut hidden = Vec::new();
        search.push_literals(range, &mut hidden);
        found.extend(hidden.iter().map(|span| Span::new(pos + span.start as usize, pos + span.end as usize)));
    }
}

/// The offset of the next mention of the type.
fn next(text: &str, mut from: usize) -> Option<usize> {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let bytes = text.as_bytes();
    loop {
        let rest = bytes.get(from..)?;
        let pos = from + memchr::memchr(SENSITIVE.as_bytes()[0], rest)?;
        let end = pos + SENSITIVE.len();
        let is_named = bytes.get(pos..end).is_some_and(|word| word.eq_ignore_ascii_case(SENSITIVE.as_bytes()));
        let is_whole_word =
            !is_word(pos.checked_sub(1).and_then(|before| bytes.get(before))) && !is_word(bytes.get(end));
        if is_named && is_whole_word {
            return Some(pos);
        }
        from = pos + 1;
    }
}
