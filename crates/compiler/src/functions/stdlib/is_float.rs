//! `is_float`: whether a value is a number with a point, also one in a text.

use pcore::Value;

use super::{deprecation::prefer_match, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::number},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_float",
    "Returns whether a value is a number with a point, also one in a text",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_float", "Float")?;
    match call.arguments {
        [value] => Ok(Value::Boolean(is_float(value))),
        all => fail(format!("is_float(): Wrong number of arguments given {} for 1", all.len())),
    }
}

fn is_float(value: &Value) -> bool {
    match value {
        Value::Float(_) => true,
        Value::String(text) => Value::Float(number::to_f(text)).to_string() == *text,
        _ => false,
    }
}
