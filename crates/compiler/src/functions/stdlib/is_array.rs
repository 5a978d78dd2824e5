//! `is_array`: whether a value is an array.

use pcore::Value;

use super::{deprecation::prefer_match, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_array",
    "Returns whether a value is an array",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_array", "Array")?;
    match call.arguments {
        [value, ..] => Ok(Value::Boolean(matches!(value, Value::Array(_)))),
        _ => wrong_count(call, "1"),
    }
}
