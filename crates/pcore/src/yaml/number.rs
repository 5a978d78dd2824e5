//! Numbers as Psych spells them: base 2, 8, 10, 16 and 60, with `_` and `,` between digits.

use std::fmt::{self, Display, Formatter};

use ecow::EcoString;

use super::{YamlProblem, scalar::Scalar};

/// An integer beyond 64 bits.
///
/// It is kept in the base in which it was written: conversion to another base takes time quadratic in its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BigInteger {
    negative: bool,
    radix: u32,
    digits: EcoString,
}

impl BigInteger {
    /// Returns the number in base 10, shortened in the middle if it is long.
    pub(super) fn abbreviated(&self) -> EcoString {
        const SHOWN: usize = 60;
        if self.digits.len() <= SHOWN {
            return ecow::eco_format!("{self}");
        }
        let sign = if self.negative { "-" } else { "" };
        let prefix = match self.radix {
            2 => "0b",
            8 => "0",
            16 => "0x",
            _ => "",
        };
        ecow::eco_format!("{sign}{prefix}{}…", self.digits.get(..SHOWN).unwrap_or_default())
    }
}

/// Writes the number in base 10.
impl Display for BigInteger {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.negative {
            f.write_str("-")?;
        }
        if self.radix == 10 {
            return f.write_str(&self.digits);
        }
        // Limbs of nine decimal digits, the least significant first.
        const LIMB: u64 = 1_000_000_000;
        let mut limbs: Vec<u64> = vec![0];
        for digit in self.digits.chars() {
            let mut carry = u64::from(digit.to_digit(self.radix).unwrap_or_default());
            for limb in &mut limbs {
                let product = *limb * u64::from(self.radix) + carry;
                *limb = product % LIMB;
                carry = product / LIMB;
            }
            if carry > 0 {
                limbs.push(carry);
            }
        }
        let mut limbs = limbs.iter().rev();
        write!(f, "{}", limbs.next().unwrap_or(&0))?;
        limbs.try_for_each(|limb| write!(f, "{limb:09}"))
    }
}

/// Parses a number in any of the forms; `None` if the text has none of them.
pub(super) fn resolve(text: &str) -> Option<Result<Scalar, YamlProblem>> {
    if let Some(float) = named_float(text) {
        return Some(Ok(Scalar::Float(float)));
    }
    if let Some(number) = base_sixty(text) {
        return Some(Ok(number));
    }
    if let Some(float) = float(text) {
        return Some(float.map(Scalar::Float));
    }
    integer(text)
}

fn named_float(text: &str) -> Option<f64> {
    match text.to_ascii_lowercase().as_str() {
        ".inf" | "+.inf" => Some(f64::INFINITY),
        "-.inf" => Some(f64::NEG_INFINITY),
        ".nan" => Some(f64::NAN),
        _ => None,
    }
}

/// Splits off a sign; the flag is whether it is a minus.
fn signed(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    }
}

fn all(text: &str, allowed: impl Fn(u8) -> bool) -> bool {
    text.bytes().all(allowed)
}

fn integer(text: &str) -> Option<Result<Scalar, YamlProblem>> {
    let (negative, rest) = signed(text);
    let separator = |byte| byte == b'_' || byte == b',';
    let of = |radix: u32, digits: &str| {
        !digits.is_empty() && all(digits, |byte| separator(byte) || char::from(byte).is_digit(radix))
    };
    let (radix, digits) = if let Some(digits) = rest.strip_prefix("0b").filter(|digits| of(2, digits)) {
        (2, digits)
    } else if let Some(digits) = rest.strip_prefix("0x").filter(|digits| of(16, digits)) {
        (16, digits)
    } else if let Some(digits) = rest.strip_prefix('0').filter(|digits| of(8, digits)) {
        (8, digits)
    } else if rest == "0" || is_decimal(rest) {
        (10, rest)
    } else {
        return None;
    };
    let digits: String = digits.chars().filter(char::is_ascii_alphanumeric).collect();
    if digits.is_empty() && radix != 8 {
        let text: EcoString = text.chars().filter(|character| !matches!(character, '_' | ',')).collect();
        return Some(Err(YamlProblem::NotANumber { kind: "Integer", text }));
    }
    Some(Ok(whole(negative, radix, &digits)))
}

/// A digit from 1 to 9, then digits with at most one separator before each.
fn is_decimal(text: &str) -> bool {
    let doubled = || text.as_bytes().windows(2).any(|pair| pair.iter().all(|byte| !byte.is_ascii_digit()));
    text.starts_with(|first| matches!(first, '1'..='9'))
        && text.ends_with(|last: char| last.is_ascii_digit())
        && all(text, |byte| byte.is_ascii_digit() || byte == b'_' || byte == b',')
        && !doubled()
}

/// Returns a number of any size from its digits; no digits mean zero.
fn whole(negative: bool, radix: u32, digits: &str) -> Scalar {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Scalar::Integer(0);
    }
    // With more digits than 64 bits have in base 2, parsing is pointless.
    let sign = if negative { "-" } else { "" };
    let small = (digits.len() <= 64).then(|| i64::from_str_radix(&format!("{sign}{digits}"), radix).ok()).flatten();
    match small {
        Some(number) => Scalar::Integer(number),
        None => Scalar::BigInteger(BigInteger { negative, radix, digits: digits.into() }),
    }
}

/// Parses `12.5`, `.5`, `1_000.`, `1.5e+3`: there must be a point, and an exponent must have a sign.
fn float(text: &str) -> Option<Result<f64, YamlProblem>> {
    let (_, rest) = signed(text);
    let (before, after) = rest.split_once('.')?;
    let whole_part = before.is_empty()
        || before.starts_with(|first: char| first.is_ascii_digit())
            && all(before, |byte| byte.is_ascii_digit() || byte == b'_' || byte == b',');
    let (fraction, exponent) = match after.find(['e', 'E']) {
        Some(at) => after.split_at(at),
        None => (after, ""),
    };
    let digits = |text: &str| all(text, |byte| byte.is_ascii_digit());
    let exponent_part = exponent.is_empty()
        || exponent.get(1..2).is_some_and(|sign| sign == "+" || sign == "-")
            && exponent.get(2..).is_some_and(|number| !number.is_empty() && digits(number));
    if !whole_part || !digits(fraction) || !exponent_part {
        return None;
    }
    if before.is_empty() && fraction.is_empty() && exponent.is_empty() {
        // A lone point is a string.
        return None;
    }
    let sign = text.get(..text.len() - rest.len()).unwrap_or_default();
    let before: String = before.chars().filter(char::is_ascii_digit).collect();
    let point = if fraction.is_empty() { "" } else { "." };
    let plain = format!("{sign}{before}{point}{fraction}{exponent}");
    Some(plain.parse().map_err(|_| YamlProblem::NotANumber { kind: "Float", text: plain.into() }))
}

/// Parses `1:30`, `190:20:30.15`: hours, minutes and seconds to Psych, even if there are only two.
fn base_sixty(text: &str) -> Option<Scalar> {
    let mut parts = text.split(':');
    let first = parts.next()?;
    let (negative, digits) = signed(first);
    let minutes = parts.next()?;
    let seconds = parts.next();
    let (last, fraction) = match seconds.unwrap_or(minutes).split_once('.') {
        Some((last, fraction)) => (last, Some(fraction)),
        None => (seconds.unwrap_or(minutes), None),
    };
    let shaped = parts.next().is_none()
        && digits.starts_with(|first: char| first.is_ascii_digit())
        && all(digits, |byte| byte.is_ascii_digit() || byte == b'_')
        && (seconds.is_none() || below_sixty(minutes).is_some())
        && below_sixty(last).is_some()
        && fraction.is_none_or(|fraction| all(fraction, |byte| byte.is_ascii_digit() || byte == b'_'));
    if !shaped {
        return None;
    }
    let digits = leading_digits(digits);
    if fraction.is_some() {
        let hours: f64 = digits.parse().unwrap_or_default();
        let hours = if negative { -hours } else { hours };
        return Some(Scalar::Float(match seconds {
            Some(seconds) => hours * 3600.0 + leading_float(minutes) * 60.0 + leading_float(seconds),
            None => hours * 3600.0 + leading_float(minutes) * 60.0,
        }));
    }
    let rest = match seconds {
        Some(seconds) => below_sixty(minutes)? * 60 + below_sixty(seconds)?,
        None => below_sixty(minutes)? * 60,
    };
    Some(hours_and(negative, &digits, rest))
}

/// Parses one or two digits of a number below 60.
fn below_sixty(text: &str) -> Option<i64> {
    let shaped = matches!(text.len(), 1 | 2) && all(text, |byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| shaped && *number < 60)
}

/// Adds seconds below 3600 to hours of any size; only the hours carry the sign.
fn hours_and(negative: bool, hours: &str, seconds: i64) -> Scalar {
    let hours = hours.trim_start_matches('0');
    if hours.is_empty() {
        return Scalar::Integer(seconds);
    }
    let mut carry = if negative { -seconds } else { seconds };
    let mut reversed = String::with_capacity(hours.len() + 4);
    for digit in hours.bytes().rev() {
        carry += i64::from(digit - b'0') * 3600;
        reversed.push(char::from(b'0' + u8::try_from(carry.rem_euclid(10)).unwrap_or_default()));
        carry = carry.div_euclid(10);
    }
    while carry > 0 {
        reversed.push(char::from(b'0' + u8::try_from(carry % 10).unwrap_or_default()));
        carry /= 10;
    }
    whole(negative, 10, &reversed.chars().rev().collect::<String>())
}

/// Returns the digits that Ruby's `to_i` sees: up to the first `_` that is not followed by a digit.
fn leading_digits(text: &str) -> String {
    let mut digits = String::new();
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        match byte {
            b'0'..=b'9' => digits.push(char::from(byte)),
            b'_' if rest.peek().is_some_and(u8::is_ascii_digit) => {}
            _ => break,
        }
    }
    digits
}

/// Returns what Ruby's `to_f` sees in digits with a point and separators.
fn leading_float(text: &str) -> f64 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = leading_digits(whole);
    let fraction = if fraction.starts_with('_') { String::new() } else { leading_digits(fraction) };
    format!("{digits}.{fraction}0").parse().unwrap_or_default()
}

/// Parses a text as Ruby's `Float()` does, which is stricter than `to_f` and more permissive than a YAML float.
pub(super) fn strict_float(text: &str) -> Option<f64> {
    let trimmed = text.trim_matches(super::scalar::is_space);
    let mut plain = String::with_capacity(trimmed.len());
    let bytes = trimmed.as_bytes();
    for (index, byte) in bytes.iter().enumerate() {
        let digit = |index: Option<usize>| index.and_then(|index| bytes.get(index)).is_some_and(u8::is_ascii_digit);
        match byte {
            b'_' if digit(index.checked_sub(1)) && digit(Some(index + 1)) => {}
            b'.' if !digit(Some(index + 1)) => return None,
            b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E' => plain.push(char::from(*byte)),
            _ => return None,
        }
    }
    plain.parse().ok()
}
