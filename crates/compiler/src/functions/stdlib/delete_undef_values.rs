//! `delete_undef_values`: a collection without undef.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "delete_undef_values",
    "Returns an array without the elements, or a hash without the entries, that are undef",
    -1,
    body,
    &[
        ("delete_undef_values([1, undef, ''])", "[1, '']"),
        ("delete_undef_values({'a' => undef, 'b' => false})", "{'b' => false}"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments.first() {
        None => fail("delete_undef_values(): Wrong number of arguments given (0)"),
        Some(Value::Array(items)) => Ok(items.iter().filter(|item| !item.is_undef()).cloned().collect()),
        Some(Value::Hash(hash)) => {
            let left = hash.iter().filter(|(_, value)| !value.is_undef());
            Ok(Value::hash(left.map(|(key, value)| (key.clone(), value.clone()))))
        }
        Some(other) => {
            let (shown, class) = (text::to_s(other), text::class_name(other));
            fail(format!("delete_undef_values(): expected an array or hash, got {shown} type  {class} "))
        }
    }
}
