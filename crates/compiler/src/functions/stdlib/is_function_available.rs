//! `is_function_available`: whether there is a function.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "is_function_available",
    "Returns whether there is a function of a name",
    -1,
    body,
    &[("is_function_available('pick')", "true"), ("is_function_available('no_such')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::String(name)] => Ok(Value::Boolean(call.compilation.callable(call.frame, name)?.is_some())),
        [_] => Ok(Value::Boolean(false)),
        all => fail(format!("is_function_available?(): Wrong number of arguments given {} for 1", all.len())),
    }
}
