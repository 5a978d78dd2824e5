//! `floor`: the next whole number that is not above; and what it shares with `ceiling`.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature, ruby::number},
};

pub(super) static FUNCTION: Function = Function::typed(
    "floor",
    "Returns the largest whole number that is not above a number",
    &[
        Signature { parameters: &["Numeric val"], block: None, body: of_number },
        Signature { parameters: &["String val"], block: None, body: of_text },
    ],
    &[("floor(1.8)", "1"), ("floor(-1.2)", "-2"), ("floor('1e2')", "100")],
);

fn of_number(call: &mut Call<'_, '_>) -> Outcome {
    rounded("floor", call.argument(0), f64::floor)
}

fn of_text(call: &mut Call<'_, '_>) -> Outcome {
    rounded_text(call, "floor", f64::floor)
}

/// Rounds a number; a whole one stays.
pub(super) fn rounded(name: &str, value: &Value, round: fn(f64) -> f64) -> Outcome {
    match value {
        Value::Float(number) => whole(name, round(*number)),
        other => Ok(other.clone()),
    }
}

/// Rounds the number in a text.
pub(super) fn rounded_text(call: &mut Call<'_, '_>, name: &str, round: fn(f64) -> f64) -> Outcome {
    call.deprecated(
        &format!("{name}_function_numeric_coerce_string"),
        &format!(
            "The {name}() function's auto conversion of String to Float is deprecated - change to convert input \
             before calling"
        ),
    );
    match number::float(call.string(0)) {
        Some(number) => whole(name, round(number)),
        None => Err(Interrupt::plain(format!("{name}(): cannot convert given value to a floating point value."))),
    }
}

/// The Integer of a float without a fraction.
pub(super) fn whole(name: &str, number: f64) -> Outcome {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&number) {
        return Ok(Value::Integer(number as i64));
    }
    Err(Interrupt::plain(format!("{name}(): {} is outside Integer's range", Value::Float(number))))
}
