//! `convert_base`: a number in another base.

use pcore::Value;

use super::{fail, has_number_line};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::number},
};

pub(super) static FUNCTION: Function = Function::counted(
    "convert_base",
    "Returns a number as text in a base from 2 to 36",
    2,
    body,
    &[("convert_base(5, 2)", "'101'"), ("convert_base('254', '16')", "'fe'"), ("convert_base(-10, 2)", "'-1010'")],
);

/// A number in a text may have any length, but more digits would take long to convert.
const MOST_DIGITS: usize = 2_000;

const NO_NUMBER: &str =
    "convert_base(): First argument must be an integer or a string corresponding to an integer in base 10";

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (given, base) = (call.argument(0), call.argument(1));
    let is_known = |value: &Value| matches!(value, Value::Integer(_) | Value::String(_));
    if !is_known(given) {
        return fail("convert_base(): First argument must be either a string or an integer");
    }
    if !is_known(base) {
        return fail("convert_base(): Second argument must be either a string or an integer");
    }
    if [given, base].iter().any(|value| value.as_str().is_some_and(|text| !has_number_line(text))) {
        return fail(NO_NUMBER);
    }
    let base = match base {
        Value::Integer(base) => *base,
        other => number::to_i(other.as_str().unwrap_or_default()),
    };
    let Some(base) = u32::try_from(base).ok().filter(|base| (2..=36).contains(base)) else {
        return fail("convert_base(): base must be at least 2 and must not be greater than 36");
    };
    let (negative, digits) = match given {
        Value::Integer(number) => (*number < 0, number.unsigned_abs().to_string()),
        other => (false, other.as_str().unwrap_or_default().to_owned()),
    };
    if digits.len() > MOST_DIGITS {
        return fail(format!("convert_base(): a number may have {MOST_DIGITS} digits at most"));
    }
    let sign = if negative { "-" } else { "" };
    Ok(Value::from(format!("{sign}{}", converted(&digits, base))))
}

/// Converts decimal digits of any length.
fn converted(digits: &str, base: u32) -> String {
    // Digits of the new base, the lowest first.
    let mut made: Vec<u32> = Vec::new();
    for digit in digits.chars().map_while(|digit| digit.to_digit(10)) {
        let mut carry = digit;
        for place in &mut made {
            carry += *place * 10;
            *place = carry % base;
            carry /= base;
        }
        while carry > 0 {
            made.push(carry % base);
            carry /= base;
        }
    }
    if made.is_empty() {
        return "0".into();
    }
    made.iter().rev().filter_map(|digit| char::from_digit(*digit, base)).collect()
}
