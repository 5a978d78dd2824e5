//! `num2bool`: whether a number is positive.

use pcore::Value;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{
        Call, Function,
        ruby::{number, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "num2bool",
    "Returns whether a number, also one in a text, is one or more",
    -1,
    body,
    &[("num2bool(1)", "true"), ("num2bool('0.9')", "false"), ("num2bool(-5)", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [given] => is_positive(given).map(Value::Boolean),
        _ => wrong_count(call, "1"),
    }
}

/// Whether what lies before the point is more than nothing.
pub(super) fn is_positive(given: &Value) -> Outcome<bool> {
    Ok(match given {
        Value::Integer(number) => *number > 0,
        Value::Float(number) => *number >= 1.0,
        Value::String(digits) => match number::float(digits) {
            Some(number) => number >= 1.0,
            None => {
                let shown = text::inspect(given);
                return fail(format!(
                    "num2bool(): '{digits}' does not look like a number: invalid value for Float(): {shown}"
                ));
            }
        },
        other => number::to_i(&text::to_s(other)) > 0,
    })
}
