//! The meaning of an unquoted scalar in Psych.
//!
//! The rules are YAML 1.1's with Psych's own exceptions: `yes` and `on` are booleans but `y` is not, a float needs a
//! point, an exponent needs a sign, `1,000` is a number, `:name` is a symbol.

use ecow::{EcoString, EcoVec};

use super::{YamlProblem, moment, number, number::BigInteger};

/// A resolved scalar.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// `~`, `null` or the empty text.
    Null,
    /// `true`, `yes`, `on` and their opposites.
    Boolean(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// A larger integer.
    BigInteger(BigInteger),
    /// A number with a point.
    Float(f64),
    /// A string.
    String(EcoString),
    /// A Ruby symbol, without the colon.
    Symbol(EcoString),
    /// A date as it was written. Psych's `safe_load` refuses them, valid or not.
    Date(EcoString),
    /// A point in time as it was written. Psych's `safe_load` refuses them, valid or not.
    Time(EcoString),
    /// The decoded bytes of `!!binary`.
    Binary(EcoVec<u8>),
}

/// Resolves an unquoted scalar; Psych fails on some that look like a number.
pub(super) fn resolve(text: &str) -> Result<Scalar, YamlProblem> {
    if text.is_empty() {
        return Ok(Scalar::Null);
    }
    if text.contains('\n') || opens_like_text(text) {
        return Ok(word(text));
    }
    if moment::time(text).is_some() {
        return Ok(Scalar::Time(text.into()));
    }
    if moment::date(text).is_some() {
        return Ok(Scalar::Date(text.into()));
    }
    if let Some(name) = text.strip_prefix(':').filter(|name| !name.is_empty()) {
        return Ok(Scalar::Symbol(symbol(name)));
    }
    match number::resolve(text) {
        Some(number) => number,
        None => Ok(Scalar::String(text.into())),
    }
}

/// Whether the first characters rule out everything except words.
fn opens_like_text(text: &str) -> bool {
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return false };
    is_text_character(first)
        || !matches!(first, '0'..='9' | '.' | ':' | '-') && characters.next().is_some_and(is_text_character)
}

fn is_text_character(character: char) -> bool {
    character.is_alphabetic() || is_space(character) || "_!@#$%^&*(){}<>|/\\~;=".contains(character)
}

/// Ruby's `\s`.
pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}')
}

/// The length of the longest word with a meaning: `false`.
pub(super) const MAX_WORD_LENGTH: usize = 5;

/// Distinguishes the words with a meaning from all other strings.
///
/// Psych looks for them line by line: `no`, an empty line and `on` is a boolean.
fn word(text: &str) -> Scalar {
    let no_word = || Scalar::String(text.into());
    if text.chars().nth(MAX_WORD_LENGTH).is_some() {
        return no_word();
    }
    let opens_word = |line: &str| {
        let first = line.as_bytes().first().map(u8::to_ascii_lowercase);
        matches!(first, Some(b'y' | b't' | b'o' | b'n' | b'f' | b'~'))
    };
    if !opens_word(text) || !text.split_inclusive('\n').all(opens_word) {
        return no_word();
    }
    let has_line = |words: &[&str]| text.split('\n').any(|line| words.contains(&folded(line).as_str()));
    if text == "~" || has_line(&["null"]) {
        Scalar::Null
    } else if has_line(&["yes", "true", "on"]) {
        Scalar::Boolean(true)
    } else if has_line(&["no", "false", "off"]) {
        Scalar::Boolean(false)
    } else {
        no_word()
    }
}

/// Folds case as Ruby's regular expressions do, as far as that can result in ASCII letters of a word.
fn folded(line: &str) -> String {
    let lower = line.to_ascii_lowercase();
    if lower.is_ascii() { lower } else { lower.replace('ſ', "s").replace('ﬀ', "ff") }
}

/// The name of a symbol: quotes around it are dropped, with everything after them, and a second colon inside them.
fn symbol(name: &str) -> EcoString {
    for quote in ['"', '\''] {
        if let Some(rest) = name.strip_prefix(quote)
            && let Some(end) = rest.rfind(quote)
        {
            let inner = rest.get(..end).unwrap_or_default();
            return inner.strip_prefix(':').unwrap_or(inner).into();
        }
    }
    name.into()
}
