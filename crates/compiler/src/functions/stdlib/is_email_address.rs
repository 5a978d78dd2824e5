//! `is_email_address`: whether a text can be an address for mail.

use std::sync::LazyLock;

use pcore::{Value, regexp::Regexp};

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "is_email_address",
    "Returns whether a text can be an address for mail",
    -1,
    body,
    &[("is_email_address('a@example.com')", "true"), ("is_email_address('a@b')", "false")],
);

static ADDRESS: LazyLock<Option<Regexp>> =
    LazyLock::new(|| Regexp::new(r"\A([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z").ok());

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [value] => Ok(Value::Boolean(is_address(value))),
        all => fail(format!("is_email_address(): Wrong number of arguments given {} for 1", all.len())),
    }
}

/// Whether a value is an address; a text that takes too long to tell is none.
pub(super) fn is_address(value: &Value) -> bool {
    match (value, &*ADDRESS) {
        (Value::String(text), Some(pattern)) => pattern.is_match(text).unwrap_or_default(),
        _ => false,
    }
}
