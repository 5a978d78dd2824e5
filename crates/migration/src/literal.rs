//! Texts, numbers and patterns as the Puppet language writes them.

use pcore::{Value, never, regexp::Regexp};

/// `'it\'s'`: nothing in it is interpolated.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// A part of a text in double quotes.
pub(crate) fn interpolated(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '"' | '$' => written.extend(['\\', letter]),
            letter => written.push(letter),
        }
    }
    written
}

/// A bare word if possible, else a quoted string.
pub(crate) fn word(text: &str) -> String {
    if is_word(text) { text.to_owned() } else { quoted(text) }
}

fn is_word(text: &str) -> bool {
    // Words that were keywords once, or will be.
    const RESERVED: [&str; 6] = ["application", "consumes", "environment", "import", "plan", "produces"];
    is_type_name(text) && !RESERVED.contains(&text) && !syntax::is_keyword(text)
}

/// Whether a type of resources can have this name.
pub(crate) fn is_type_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Whether a feature can have this name.
pub(crate) fn is_feature_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !matches!(name, "it" | "meta")
}

/// A pattern between slashes; `None` if it has several lines.
pub(crate) fn slashed(pattern: &Regexp) -> Option<String> {
    let written = pattern.to_string();
    (!written.contains('\n')).then_some(written)
}

/// A pattern as a parameter of `Pattern[…]`.
pub(crate) fn pattern_parameter(pattern: &Regexp) -> String {
    slashed(pattern).unwrap_or_else(|| {
        let written = pattern.to_string();
        let inner = written.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
        quoted(inner.unwrap_or_else(|| never!("patterns are written between slashes", &written)))
    })
}

/// A literal for a default; `None` for lists, hashes and so on.
pub(crate) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) | Value::Symbol(text) => Some(word(text)),
        other => text(other),
    }
}

/// A value as text, as Ruby's `to_s` makes it.
pub(crate) fn text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Boolean(value) => value.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) if number.is_finite() => format!("{number:?}"),
        Value::String(text) | Value::Symbol(text) => text.to_string(),
        _ => return None,
    })
}
