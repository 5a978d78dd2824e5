//! `stdlib::start_with`: whether a text begins with another.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::start_with",
    "Returns whether a text begins with one of some others",
    &[Signature {
        parameters: &["String test_string", "Variant[String[1], Array[String[1], 1]] prefixes"],
        block: None,
        body,
    }],
    &[("stdlib::start_with('foobar', 'foo')", "true"), ("stdlib::start_with('foobar', ['x', 'bar'])", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::Boolean(any(call.argument(1), |prefix| call.string(0).starts_with(prefix))))
}

/// Whether something holds for a text, or for one of several.
pub(super) fn any(words: &Value, holds: impl Fn(&str) -> bool) -> bool {
    match words {
        Value::Array(words) => words.iter().filter_map(Value::as_str).any(holds),
        word => word.as_str().is_some_and(holds),
    }
}
