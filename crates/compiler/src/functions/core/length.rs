//! `length`: how many characters, elements, entries or bytes there are.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "length",
    "Returns how many elements, characters or bytes a value has",
    &[
        Signature { parameters: &["Collection arg"], block: None, body: length },
        Signature { parameters: &["String arg"], block: None, body: length },
        Signature { parameters: &["Binary arg"], block: None, body: length },
    ],
    &[("length('näh')", "3"), ("length([1, 2])", "2"), ("length({a => 1})", "1")],
);

/// The length of the first argument.
pub(super) fn length(call: &mut Call<'_, '_>) -> Outcome {
    let length = match call.argument(0) {
        Value::Array(items) => items.len(),
        Value::Hash(hash) => hash.len(),
        Value::String(text) => text.chars().count(),
        Value::Binary(bytes) => bytes.len(),
        _ => 0,
    };
    Ok(Value::Integer(i64::try_from(length).unwrap_or(i64::MAX)))
}
