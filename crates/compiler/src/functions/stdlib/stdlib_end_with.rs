//! `stdlib::end_with`: whether a text ends with another.

use pcore::Value;

use super::stdlib_start_with::any;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::end_with",
    "Returns whether a text ends with one of some others",
    &[Signature {
        parameters: &["String test_string", "Variant[String[1], Array[String[1], 1]] suffixes"],
        block: None,
        body,
    }],
    &[("stdlib::end_with('foobar', 'bar')", "true"), ("stdlib::end_with('foobar', ['x', 'foo'])", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::Boolean(any(call.argument(1), |suffix| call.string(0).ends_with(suffix))))
}
