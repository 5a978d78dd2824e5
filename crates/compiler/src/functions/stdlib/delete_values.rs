//! `delete_values`: a hash without the entries that have a value.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{
        Call, Function,
        ruby::{order, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "delete_values",
    "Returns a hash without the entries that have a value",
    -1,
    body,
    &[("delete_values({'a' => 'x', 'b' => 'y'}, 'x')", "{'b' => 'y'}")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Hash(hash), value] => {
            let left = hash.iter().filter(|(_, held)| !order::equals(value, held));
            Ok(Value::hash(left.map(|(key, value)| (key.clone(), value.clone()))))
        }
        [other, _] => fail(format!(
            "delete_values(): First argument must be a Hash. Given an argument of class {}.",
            text::class_name(other)
        )),
        all => fail(format!("delete_values(): Wrong number of arguments given ({} of 2)", all.len())),
    }
}
