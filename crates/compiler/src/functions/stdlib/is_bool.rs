//! `is_bool`: whether a value is true or false.

use pcore::Value;

use super::{deprecation::prefer_match, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_bool",
    "Returns whether a value is true or false",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_bool", "Bool")?;
    match call.arguments {
        [value] => Ok(Value::Boolean(matches!(value, Value::Boolean(_)))),
        _ => wrong_count(call, "1"),
    }
}
