//! `pick`: the first value that is there.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "pick",
    "Returns the first argument that is neither undef nor an empty text",
    -1,
    body,
    &[("pick(undef, '', 'a', 'b')", "'a'"), ("pick(false, 'a')", "false"), ("pick([], 1)", "[]")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments.iter().find(|value| !is_missing(value)) {
        Some(found) => Ok(found.clone()),
        None => fail("pick(): must receive at least one non empty value"),
    }
}

/// Whether a value counts as not given.
pub(super) fn is_missing(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::String(text) => text.is_empty(),
        Value::Symbol(word) => matches!(word.as_str(), "undef" | "undefined"),
        _ => false,
    }
}
