//! Numbers in texts: what `'0x10' + 1` makes of its left side.

use pcore::Value;
use syntax::{Strictness, ast::Expression};

use super::value_label;
use crate::{Compilation, error::Outcome, frame::Frame};

/// The number that a text stands for, if it is one: `5`, ` -5 `, `0x10`, `010`, `1.5`, `1e2`.
///
/// A whole number that does not fit into 64 bits is none.
pub(crate) fn from_text(text: &str) -> Option<Value> {
    let blank =
        |character: char| character == ' ' || character == '\t' || character.is_whitespace() && !is_line(character);
    let text = text.strip_prefix("::").unwrap_or(text).trim_matches(blank);
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text[1..].trim_start_matches(blank)),
        b'+' => (false, text[1..].trim_start_matches(blank)),
        _ => (false, text),
    };
    if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return whole(negative, hexadecimal, 16);
    }
    let fraction = digits.find(|character: char| !character.is_ascii_digit());
    match fraction {
        None if digits.len() > 1 && digits.starts_with('0') => whole(negative, &digits[1..], 8),
        None => whole(negative, digits, 10),
        Some(at) => {
            if !is_fraction(&digits[at..]) || at == 0 {
                return None;
            }
            let number: f64 = digits.parse().ok()?;
            number.is_finite().then_some(Value::Float(if negative { -number } else { number }))
        }
    }
}

fn is_line(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn whole(negative: bool, digits: &str, radix: u32) -> Option<Value> {
    if !digits.bytes().all(|digit| digit.is_ascii_alphanumeric()) {
        return None;
    }
    let number = i128::from_str_radix(digits, radix).ok()?;
    i64::try_from(if negative { -number } else { number }).ok().map(Value::Integer)
}

/// Whether this is `.5`, `e-2` or `.5e2`: digits behind the point, and in the exponent.
fn is_fraction(text: &str) -> bool {
    let (point, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let point_fits = point.is_empty() || point.strip_prefix('.').is_some_and(digits);
    point_fits && exponent.is_none_or(|exponent| digits(exponent.strip_prefix('-').unwrap_or(exponent)))
}

impl Compilation<'_> {
    /// Makes a number of what an expression gave. A text that looks like one is taken by the setting `strict`.
    pub(crate) fn coerce_number(&self, frame: &Frame, expression: &Expression, value: Value) -> Outcome {
        match value {
            Value::Integer(_) | Value::Float(_) | Value::Timespan(_) | Value::Timestamp(_) => Ok(value),
            Value::String(text) => {
                let Some(number) = from_text(&text) else {
                    return Err(frame.failure(expression, not_numeric(&Value::String(text))));
                };
                let message = format!("The string '{text}' was automatically coerced to the numerical value {number}");
                match self.options().strict {
                    Strictness::Error => Err(frame.failure(expression, message)),
                    Strictness::Warning => {
                        self.warn(Some(&frame.location(expression)), &message);
                        Ok(number)
                    }
                    Strictness::Off => Ok(number),
                }
            }
            other => Err(frame.failure(expression, not_numeric(&other))),
        }
    }
}

fn not_numeric(value: &Value) -> String {
    format!("The value '{}' cannot be converted to Numeric.", value_label::quoted(value))
}
