//! Strings, regular expressions and words, with the escapes that they need.

use std::fmt::Write as _;

/// Returns a quoted string: in single quotes, unless it contains characters that are better escaped.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    if text.chars().any(needs_escape) {
        out.push('"');
        double_quoted(text, &mut out);
        out.push('"');
        return out;
    }
    out.push('\'');
    for character in text.chars() {
        if matches!(character, '\\' | '\'') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('\'');
    out
}

/// Writes the contents of a double-quoted string.
pub(super) fn double_quoted(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '"' | '\\' | '$' => {
                out.push('\\');
                out.push(character);
            }
            _ if needs_escape(character) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
}

/// Whether a character is invisible in a text.
fn needs_escape(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Returns a regular expression between slashes.
pub(super) fn regexp(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + 2);
    let mut escaped = false;
    out.push('/');
    for character in pattern.chars() {
        if character == '/' && !escaped {
            out.push('\\');
        }
        escaped = character == '\\' && !escaped;
        out.push(character);
    }
    out.push('/');
    out
}

/// Returns a word of an `enum[…]` or of `features`, without quotes if possible.
pub(super) fn word(text: &str) -> String {
    let plain = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if plain { text.to_owned() } else { string(text) }
}
