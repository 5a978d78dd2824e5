//! `is_string`: whether a value is a text that is no number.

use pcore::Value;

use super::{deprecation::prefer_match, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::number},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_string",
    "Returns whether a value is a text that is no number",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_string", "String")?;
    match call.arguments {
        [value, ..] => Ok(Value::Boolean(is_text(value))),
        _ => wrong_count(call, "1"),
    }
}

/// Undef counts as a text; a number in the form that Ruby writes does not.
fn is_text(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::String(text) => {
            Value::Float(number::to_f(text)).to_string() != *text && number::to_i(text).to_string() != *text
        }
        _ => false,
    }
}
