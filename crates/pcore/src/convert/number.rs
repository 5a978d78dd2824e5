//! Numbers in texts, read as Ruby's `Integer()` and `Float()` read them.

use std::num::IntErrorKind;

use ecow::EcoString;

use super::ConversionError;

/// Returns whether there is a minus, and what follows the sign. Blanks after a sign are Puppet's addition to Ruby's
/// syntax.
fn signed(text: &str) -> (bool, &str) {
    let start = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']);
    match start.strip_prefix(['+', '-']) {
        Some(rest) => (start.starts_with('-'), rest.trim_start_matches([' ', '\t'])),
        None => (false, start),
    }
}

/// Parses an integer; without a radix, its prefix decides.
pub(super) fn read_integer(text: &str, radix: Option<u32>) -> Result<i64, ConversionError> {
    let (negative, digits) = signed(text);
    let (radix, digits) = match radix {
        None => match prefixed(digits, "xX").map(|rest| (16, rest)).or(prefixed(digits, "bB").map(|rest| (2, rest))) {
            Some(radix) => radix,
            None if digits.len() > 1 && digits.starts_with('0') => (8, digits),
            None => (10, digits),
        },
        Some(16) => (16, prefixed(digits, "xX").unwrap_or(digits)),
        Some(2) => (2, prefixed(digits, "bB").unwrap_or(digits)),
        Some(other) => (other, digits),
    };
    let invalid = || ConversionError::InvalidNumber { kind: "Integer", text: text.into() };
    // Rust would accept another sign here.
    if !digits.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return Err(invalid());
    }
    let sign = if negative { "-" } else { "" };
    i64::from_str_radix(&format!("{sign}{digits}"), radix).map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => outside_integer(text),
        _ => invalid(),
    })
}

/// Parses a floating point number or a hexadecimal integer; binary ones only at the beginning of the string, as in
/// Puppet.
pub(super) fn read_float(text: &str) -> Result<f64, ConversionError> {
    if prefixed(text, "bB").is_some() {
        return read_integer(text, Some(2)).map(|number| number as f64);
    }
    let (negative, digits) = signed(text);
    let number = match prefixed(digits, "xX") {
        Some(hexadecimal) => read_hexadecimal(hexadecimal),
        None if digits.starts_with(|letter: char| letter.is_ascii_digit()) => digits.parse().ok(),
        None => None,
    };
    match number {
        Some(number) => Ok(if negative { -number } else { number }),
        None => Err(ConversionError::InvalidNumber { kind: "Float", text: text.into() }),
    }
}

/// Returns a float truncated to an integer.
pub(super) fn truncate(number: f64) -> Result<i64, ConversionError> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let whole = number.trunc();
    if (-LIMIT..LIMIT).contains(&whole) { Ok(whole as i64) } else { Err(outside_integer(&number.to_string())) }
}

/// Returns the absolute value of a number.
pub(super) fn absolute(number: i64) -> Result<i64, ConversionError> {
    // The smallest Integer has no positive counterpart.
    number.checked_abs().ok_or_else(|| outside_integer(&format!("the absolute value of {number}")))
}

fn outside_integer(shown: &str) -> ConversionError {
    ConversionError::OutsideInteger(EcoString::from(shown))
}

fn read_hexadecimal(digits: &str) -> Option<f64> {
    if let Ok(number) = u64::from_str_radix(digits, 16) {
        return Some(number as f64);
    }
    // Beyond 64 bits the last digits are lost anyway.
    digits.chars().try_fold(0.0, |sum, digit| Some(sum * 16.0 + f64::from(digit.to_digit(16)?)))
}

/// Returns what follows `0` and one of the letters.
fn prefixed<'a>(text: &'a str, letters: &str) -> Option<&'a str> {
    text.strip_prefix('0')?.strip_prefix(|letter| letters.contains(letter))
}
