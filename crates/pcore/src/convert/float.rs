//! `Float.new` and `Numeric.new`.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
    number::{absolute, read_float, read_integer},
};
use crate::value::Value;

const NAMED_ARGUMENTS: &str = "Struct[{from => Convertible, Optional[abs] => Boolean}]";

pub(super) static FLOAT: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_float")
        .local(
            "Convertible",
            r"Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]",
        )
        .local("NamedArgs", NAMED_ARGUMENTS)
        .signature(&["Convertible from", "Boolean abs?"], |call| float(call.argument(0), call.flag(1)))
        .signature(&["NamedArgs hash_args"], |call| float(call.entry("from"), abs_entry(call)))
        .refusal(&["Any from", "Boolean abs?"], |call| {
            ConversionError::inconvertible("new_float", call.argument(0), "Float")
        })
});

pub(super) static NUMERIC: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_numeric")
        .local(
            "Convertible",
            r"Variant[Integer, Float, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp]",
        )
        .local("NamedArgs", NAMED_ARGUMENTS)
        .signature(&["Convertible from", "Boolean abs?"], |call| numeric(call.argument(0), call.flag(1)))
        .signature(&["NamedArgs hash_args"], |call| numeric(call.entry("from"), abs_entry(call)))
        .refusal(&["Any from", "Boolean abs?"], |call| {
            ConversionError::inconvertible("new_numeric", call.argument(0), "Numeric")
        })
});

fn abs_entry(call: &Call<'_>) -> bool {
    *call.entry("abs") == Value::Boolean(true)
}

fn float(from: &Value, absolute_value: bool) -> Result<Value, ConversionError> {
    let number = match from {
        Value::Float(number) => *number,
        Value::Integer(number) => *number as f64,
        Value::Boolean(yes) => f64::from(u8::from(*yes)),
        Value::Timespan(span) => span.to_f64(),
        Value::Timestamp(stamp) => stamp.to_f64(),
        Value::String(text) => read_float(text)?,
        other => return Err(ConversionError::inconvertible("new_float", other, "Float")),
    };
    Ok(Value::Float(if absolute_value { number.abs() } else { number }))
}

fn numeric(from: &Value, absolute_value: bool) -> Result<Value, ConversionError> {
    let number = match from {
        Value::Integer(_) => from.clone(),
        Value::Boolean(yes) => Value::Integer(i64::from(*yes)),
        Value::String(text) => numeric_text(text)?,
        other => float(other, false)?,
    };
    Ok(match number {
        Value::Integer(number) if absolute_value => Value::Integer(absolute(number)?),
        Value::Float(number) if absolute_value => Value::Float(number.abs()),
        other => other,
    })
}

/// Parses an integer or a floating point number.
///
/// Some strings pass the signature although Puppet does not convert them: binary numbers with a sign, zero with an
/// exponent, strings that begin with a line break, and numbers too large for a float. They become `undef`, which is not
/// a Numeric.
fn numeric_text(text: &str) -> Result<Value, ConversionError> {
    let digits = text.trim_start_matches(['+', '-']).trim_start_matches([' ', '\t']);
    let lower = digits.to_ascii_lowercase();
    let is_binary = lower.starts_with("0b");
    let is_number = digits.starts_with(|letter: char| letter.is_ascii_digit());
    if !is_number || is_binary && digits.len() != text.len() {
        return Ok(Value::Undef);
    }
    if is_binary || lower.starts_with("0x") || !lower.contains(['.', 'e']) {
        return read_integer(text, None).map(Value::Integer);
    }
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, ""));
    if !exponent.is_empty() && mantissa.chars().all(|letter| matches!(letter, '0' | '.')) {
        return Ok(Value::Undef);
    }
    let number = read_float(text)?;
    Ok(if number.is_finite() { Value::Float(number) } else { Value::Undef })
}
