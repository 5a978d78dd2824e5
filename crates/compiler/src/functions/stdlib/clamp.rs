//! `clamp`: the middle one of three numbers.

use pcore::Value;

use super::{fail, has_number_line, to_i};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "clamp",
    "Returns the one of three numbers that lies between the others, in whatever order they are given",
    -2,
    body,
    &[("clamp(1, 5, 3)", "3"), ("clamp(['24', 12, 16])", "16")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let given = call.call_function("flatten", call.arguments)?;
    let [first, second, third] = given.as_array().unwrap_or_default() else {
        return fail("clamp(): Wrong number of arguments, need three to clamp");
    };
    let all = [first, second, third];
    for value in all {
        match value {
            Value::String(digits) if !has_number_line(digits) => {
                return fail(format!("clamp(): Required explicit numeric ({digits}:String)"));
            }
            Value::Hash(_) => return fail(format!("clamp(): The Hash type is not allowed ({})", text::to_s(value))),
            _ => {}
        }
    }
    let mut numbers = [to_i(first)?, to_i(second)?, to_i(third)?];
    numbers.sort_unstable();
    Ok(Value::Integer(numbers[1]))
}
