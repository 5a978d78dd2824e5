//! `abs`: how far a number lies from zero.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature, ruby::number},
};

pub(super) static FUNCTION: Function = Function::typed(
    "abs",
    "Returns how far a number lies from zero",
    &[
        Signature { parameters: &["Numeric val"], block: None, body: of_number },
        Signature { parameters: &["String val"], block: None, body: of_text },
    ],
    &[("abs(-3)", "3"), ("abs(2.5)", "2.5"), ("abs('-7.25')", "7.25")],
);

fn of_number(call: &mut Call<'_, '_>) -> Outcome {
    absolute(call.argument(0))
}

fn absolute(value: &Value) -> Outcome {
    match value {
        // The smallest Integer has no positive twin.
        Value::Integer(number) => match number.checked_abs() {
            Some(distance) => Ok(Value::Integer(distance)),
            None => Err(Interrupt::plain(format!("abs(): the absolute value of {number} is outside Integer's range"))),
        },
        Value::Float(number) => Ok(Value::Float(number.abs())),
        other => Ok(other.clone()),
    }
}

fn of_text(call: &mut Call<'_, '_>) -> Outcome {
    call.deprecated(
        "abs_function_numeric_coerce_string",
        "The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before calling",
    );
    let text = call.string(0);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, fraction)) if all_digits(whole) && all_digits(fraction) => absolute(&number::to_f(text).into()),
        None if all_digits(digits) => match text.parse::<i64>() {
            Ok(number) => absolute(&number.into()),
            Err(_) => Err(Interrupt::plain(format!("abs(): {text} is outside Integer's range"))),
        },
        _ => Err(Interrupt::plain("abs(): Requires float or integer to work with - was given non decimal string")),
    }
}
