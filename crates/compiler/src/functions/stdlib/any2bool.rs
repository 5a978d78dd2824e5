//! `any2bool`: anything as true or false.

use pcore::Value;

use super::{num2bool, str2bool, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::number},
};

pub(super) static FUNCTION: Function = Function::counted(
    "any2bool",
    "Returns true for positive numbers, words such as 'yes', and everything that is neither number nor text",
    -1,
    body,
    &[("any2bool('yes')", "true"), ("any2bool(0)", "false"), ("any2bool([])", "true"), ("any2bool('')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let answer = match call.arguments.first() {
        None => return wrong_count(call, "1"),
        Some(Value::Boolean(value)) => *value,
        Some(Value::Undef) => false,
        Some(given @ (Value::Integer(_) | Value::Float(_))) => num2bool::is_positive(given)?,
        Some(given @ Value::String(text)) if number::float(text).is_some() => num2bool::is_positive(given)?,
        Some(given @ Value::String(_)) => str2bool::read(given)?,
        Some(_) => true,
    };
    Ok(Value::Boolean(answer))
}
