//! `get`: steps into nested data that a text names.

use pcore::Value;

use super::dig;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature, navigation},
};

pub(super) static FUNCTION: Function = Function::typed(
    "get",
    "Returns what a path such as 'a.b.0' leads to in arrays and hashes, or a default value",
    &[Signature {
        parameters: &["Any value", "String dotted_string", "Any default_value?"],
        block: Some("Callable[1, 1] block?"),
        body,
    }],
    &[
        ("get({a => {b => [1, 2]}}, 'a.b.1')", "2"),
        ("get({a => 1}, 'b.c', 'none')", "'none'"),
        ("get({'a.b' => 1}, \"'a.b'\")", "1"),
        ("get({a => 1}, 'a.b') |$error| { $error.issue_code }", "'EXPECTED_COLLECTION'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (value, default) = (call.argument(0).clone(), call.argument(2).clone());
    let path = call.string(1).to_owned();
    navigate(call, &value, &path, default)
}

/// Follows a path from a value; a block deals with what cannot be passed.
pub(super) fn navigate(call: &mut Call<'_, '_>, value: &Value, path: &str, default: Value) -> Outcome {
    if value.is_undef() {
        return Ok(default);
    }
    if path.is_empty() {
        return Ok(value.clone());
    }
    let steps = navigation::steps(path).map_err(|_| Interrupt::plain("Syntax error in dotted-navigation string"))?;
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        return Err(dig::FUNCTION.refuse(std::slice::from_ref(value)));
    }
    match navigation::dig(value, &steps) {
        Ok(Value::Undef) => Ok(default),
        Ok(found) => Ok(found),
        Err(problem) if call.has_block() => call.yield_block(&[problem.to_value()]),
        Err(problem) => Err((*problem).into()),
    }
}
