//! Functions of numbers.

use pcore::Value;

use crate::functions::{Call, Function, Outcome, Signature, fail, number};

functions![
    Function::typed(
        "abs",
        "Returns how far a number lies from zero",
        &[
            Signature::new(&["Numeric val"], |call| absolute(call.argument(0))),
            Signature::new(&["String val"], absolute_of_text),
        ],
        &[("abs(-3)", "3"), ("abs(2.5)", "2.5"), ("abs('-7.25')", "7.25")],
    ),
    Function::typed(
        "ceiling",
        "Returns the smallest whole number that is not below a number",
        &[
            Signature::new(&["Numeric val"], |call| rounded("ceiling", call.argument(0), f64::ceil)),
            Signature::new(&["String val"], |call| rounded_text(call, "ceiling", f64::ceil)),
        ],
        &[("ceiling(1.2)", "2"), ("ceiling(-1.2)", "-1"), ("ceiling('0x10')", "16")],
    ),
    Function::typed(
        "floor",
        "Returns the largest whole number that is not above a number",
        &[
            Signature::new(&["Numeric val"], |call| rounded("floor", call.argument(0), f64::floor)),
            Signature::new(&["String val"], |call| rounded_text(call, "floor", f64::floor)),
        ],
        &[("floor(1.8)", "1"), ("floor(-1.2)", "-2"), ("floor('1e2')", "100")],
    ),
    Function::typed(
        "round",
        "Returns the whole number that is nearest to a number",
        &[Signature::new(&["Numeric val"], round)],
        &[("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(2.4)", "2"), ("round(7)", "7")],
    ),
];

fn absolute(value: &Value) -> Outcome {
    match value {
        // The smallest Integer has no positive twin.
        Value::Integer(number) => match number.checked_abs() {
            Some(distance) => Ok(Value::Integer(distance)),
            None => fail(format!("abs(): the absolute value of {number} is outside Integer's range")),
        },
        Value::Float(number) => Ok(Value::Float(number.abs())),
        other => Ok(other.clone()),
    }
}

fn absolute_of_text(call: &mut Call<'_, '_>) -> Outcome {
    call.deprecated(
        "abs_function_numeric_coerce_string",
        "The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before calling",
    );
    let text = call.string(0)?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, fraction)) if all_digits(whole) && all_digits(fraction) => absolute(&number::to_f(text).into()),
        None if all_digits(digits) => match text.parse::<i64>() {
            Ok(number) => absolute(&number.into()),
            Err(_) => fail(format!("abs(): {text} is outside Integer's range")),
        },
        _ => fail("abs(): Requires float or integer to work with - was given non decimal string"),
    }
}

/// Rounds a number; a whole one stays.
fn rounded(name: &str, value: &Value, round: fn(f64) -> f64) -> Outcome {
    match value {
        Value::Float(number) => whole(name, round(*number)),
        other => Ok(other.clone()),
    }
}

/// Rounds the number in a text.
fn rounded_text(call: &mut Call<'_, '_>, name: &str, round: fn(f64) -> f64) -> Outcome {
    call.deprecated(
        &format!("{name}_function_numeric_coerce_string"),
        &format!(
            "The {name}() function's auto conversion of String to Float is deprecated - change to convert input \
             before calling"
        ),
    );
    match number::float(call.string(0)?) {
        Some(number) => whole(name, round(number)),
        None => fail(format!("{name}(): cannot convert given value to a floating point value.")),
    }
}

/// The Integer of a float without a fraction.
fn whole(name: &str, number: f64) -> Outcome {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&number) {
        return Ok(Value::Integer(number as i64));
    }
    fail(format!("{name}(): {} is outside Integer's range", Value::Float(number)))
}

fn round(call: &mut Call<'_, '_>) -> Outcome {
    // Puppet adds a half to whole numbers as well, and so large ones lose their last digits.
    let number = match call.argument(0) {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => 0.0,
    };
    whole("round", if number > 0.0 { number + 0.5 } else { number - 0.5 }.trunc())
}
