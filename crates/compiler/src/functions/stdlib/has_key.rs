//! `has_key`: whether a hash has a key.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "has_key",
    "Returns whether a hash has a key",
    -1,
    body,
    &[("has_key({'a' => undef}, 'a')", "true"), ("has_key({'a' => 1}, 'b')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Hash(hash), key] => Ok(Value::Boolean(hash.contains_key(key))),
        [other, _] => {
            let (shown, class) = (text::inspect(other), text::class_name(other));
            let message = "has_key(): expects the first argument to be a hash";
            fail(format!("{message}, got {shown} which is of type {class}"))
        }
        all => fail(format!("has_key(): wrong number of arguments ({}; must be 2)", all.len())),
    }
}
