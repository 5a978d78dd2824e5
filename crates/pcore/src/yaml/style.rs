//! The style in which Psych writes a string.

use std::sync::LazyLock;

use libyaml_safer::ScalarStyle;

use super::{
    moment,
    scalar::{self, Scalar},
};
use crate::regexp::Regexp;

/// The style that Psych requests from the emitter, which may still choose a safer one for strings that the requested
/// one cannot hold.
pub(super) fn of(text: &str) -> ScalarStyle {
    let is_letter = |first: char| first.is_ascii_alphabetic() || first == '_';
    if text.starts_with(is_letter) && text.chars().nth(scalar::MAX_WORD_LENGTH).is_some() && !text.contains('\n') {
        // Too long for any word with a meaning.
        ScalarStyle::Plain
    } else if has_inner_break(text) {
        ScalarStyle::Literal
    } else if text == "y" || text == "n" {
        // Booleans to YAML 1.1, though not to Psych.
        ScalarStyle::DoubleQuoted
    } else if opens_with_sign(text) {
        ScalarStyle::DoubleQuoted
    } else if reads_as_other(text) || is_broken_octal(text) {
        ScalarStyle::SingleQuoted
    } else {
        ScalarStyle::Plain
    }
}

/// Whether there is a line break before the last line; up to two at the very end do not count.
fn has_inner_break(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let body = body.strip_suffix('\n').unwrap_or(body);
    body.contains('\n')
}

/// Whether a line begins with something that is not a letter, digit or underscore, and is not followed by a double
/// quote.
fn opens_with_sign(text: &str) -> bool {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut rest = text.get(start..).unwrap_or_default().chars();
        if rest.next().is_some_and(|first| !is_word(first))
            && rest.take_while(|character| *character != '\n').all(|character| character != '"')
        {
            return true;
        }
        start += line.len();
    }
    false
}

/// Ruby's `[[:word:]]`.
fn is_word(character: char) -> bool {
    static WORD: LazyLock<Regexp> =
        LazyLock::new(|| Regexp::new(r"\A[[:word:]]\z").expect("the compiled-in pattern is valid"));
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    let mut buffer = [0; 4];
    let is_match = WORD.is_match(character.encode_utf8(&mut buffer));
    is_match.expect("a single bracket expression cannot exceed the limits of a search")
}

/// Whether the string would not be read as a string without quotes.
///
/// Strings that Psych fails to read, and so to write (`0x_`), count as such.
fn reads_as_other(text: &str) -> bool {
    match scalar::resolve(text) {
        Ok(Scalar::String(_)) => false,
        Ok(Scalar::Date(_)) => moment::date(text).is_some_and(|date| date.is_real()),
        Ok(Scalar::Time(_)) => moment::time(text).is_some_and(|time| time.is_real()),
        Ok(_) | Err(_) => true,
    }
}

/// `08` and the like: octal to other readers, not a number to Psych.
fn is_broken_octal(text: &str) -> bool {
    let digits = text.trim_start_matches(|digit| matches!(digit, '0'..='7'));
    text.starts_with('0') && digits.starts_with(['8', '9'])
}
