//! `is_hash`: whether a value is a hash.

use pcore::Value;

use super::wrong_count;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "is_hash",
    "Returns whether a value is a hash",
    -1,
    body,
    &[("is_hash({})", "true"), ("is_hash([])", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(matches!(value, Value::Hash(_)))),
        _ => wrong_count(call, "1"),
    }
}
