//! `stdlib::has_function`: whether there is a function.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::has_function",
    "Returns whether there is a function of a name",
    &[Signature { parameters: &["String[1] function_name"], block: None, body }],
    &[("stdlib::has_function('stdlib::has_function')", "true"), ("stdlib::has_function('no_such')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.arguments.first().and_then(Value::as_str).unwrap_or_default();
    Ok(Value::Boolean(call.compilation.callable(call.frame, name)?.is_some()))
}
