//! `is_numeric`: whether a value is a number, also one in a text.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};

use super::{deprecation::prefer_match, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_numeric",
    "Returns whether a value is a number, also one in a text",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_numeric", "Numeric")?;
    match call.arguments {
        [value] => Ok(Value::Boolean(is_numeric(value))),
        all => fail(format!("is_numeric(): Wrong number of arguments given {} for 1", all.len())),
    }
}

static NUMBER: LazyLock<Option<Regexp>> =
    LazyLock::new(|| Regexp::new(r"^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$").ok());

fn is_numeric(value: &Value) -> bool {
    match (value, &*NUMBER) {
        (Value::Integer(_) | Value::Float(_), _) => true,
        (Value::String(text), Some(pattern)) => pattern.is_match(text).unwrap_or_default(),
        _ => false,
    }
}
