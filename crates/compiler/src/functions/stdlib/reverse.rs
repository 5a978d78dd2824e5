//! `reverse`: the other way round.

use pcore::Value;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "reverse",
    "Returns an array or a text from its end to its start",
    -1,
    body,
    &[("reverse([1, 2, 3])", "[3, 2, 1]"), ("reverse('abc')", "'cba'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments.first() {
        None => wrong_count(call, "1"),
        Some(Value::Array(items)) => Ok(items.iter().rev().cloned().collect()),
        Some(Value::String(text)) => Ok(Value::from(text.chars().rev().collect::<String>())),
        Some(_) => fail("reverse(): Requires either array or string to work with"),
    }
}
