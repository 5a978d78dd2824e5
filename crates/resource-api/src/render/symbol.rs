//! The symbols that Ruby writes without quotes.

use super::is_printable;

/// Whether `:name` needs no quotes.
pub(super) fn is_bare_symbol(name: &str) -> bool {
    if OPERATORS.contains(&name) {
        return true;
    }
    if let Some(global) = name.strip_prefix('$') {
        return is_global(global);
    }
    if let Some(variable) = name.strip_prefix("@@").or_else(|| name.strip_prefix('@')) {
        return is_identifier(variable);
    }
    // Method names may end with one of these.
    is_identifier(name.strip_suffix(['?', '!', '=']).unwrap_or(name))
}

const OPERATORS: [&str; 28] = [
    "!", "!=", "!~", "%", "&", "*", "**", "+", "+@", "-", "-@", "/", "<", "<<", "<=", "<=>", "==", "===", "=~", ">",
    ">=", ">>", "[]", "[]=", "^", "`", "|", "~",
];

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| is_letter(first) && !first.is_ascii_digit()) && letters.all(is_letter)
}

fn is_letter(character: char) -> bool {
    if character.is_ascii() { character.is_ascii_alphanumeric() || character == '_' } else { is_printable(character) }
}

fn is_global(name: &str) -> bool {
    let mut letters = name.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (
            Some('~' | '*' | '$' | '?' | '!' | '@' | '/' | '\\' | ';' | ',' | '.' | '=' | ':' | '<' | '>' | '"'),
            None,
            _,
        ) => true,
        (Some('&' | '`' | '\'' | '+' | '0'), None, _) => true,
        (Some('-'), Some(letter), None) => is_letter(letter),
        (Some('1'..='9'), ..) => name.chars().all(|digit| digit.is_ascii_digit()),
        _ => is_identifier(name),
    }
}
