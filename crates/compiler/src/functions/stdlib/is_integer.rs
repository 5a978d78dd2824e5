//! `is_integer`: whether a value is a whole number, also one in a text.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "is_integer",
    "Returns whether a value is a whole number, also one in a text",
    -1,
    body,
    &[("is_integer('-5')", "true"), ("is_integer('05')", "false"), ("is_integer(1.0)", "false")],
);

static WHOLE: LazyLock<Option<Regexp>> = LazyLock::new(|| Regexp::new(r"^-?(?:(?:[1-9]\d*)|0)$").ok());

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(is_whole(value))),
        all => fail(format!("is_integer(): Wrong number of arguments given {} for 1", all.len())),
    }
}

/// Whether a value is a whole number; one line of a text is enough.
pub(super) fn is_whole(value: &Value) -> bool {
    match value {
        Value::Integer(_) => true,
        Value::String(text) => WHOLE.as_ref().is_some_and(|pattern| pattern.is_match(text).unwrap_or_default()),
        _ => false,
    }
}
