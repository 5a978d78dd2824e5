//! `stdlib::nested_values`: the values of a hash and of the hashes in it.

use pcore::Value;

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "stdlib::nested_values",
    "Returns the values of a hash, and those of the hashes in it",
    &[Signature {
        parameters: &["Hash hash"],
        block: None,
        body: |call| {
            let mut values = Vec::new();
            nested(call.argument(0), &mut values);
            Ok(Value::array(values))
        },
    }],
    &[("stdlib::nested_values({'a' => 1, 'b' => {'c' => 2, 'd' => [3]}})", "[1, 2, [3]]")],
);

/// Collects the values that are no hashes. Values were built by a program, so they are no deeper than the stack allows.
pub(super) fn nested(value: &Value, values: &mut Vec<Value>) {
    match value {
        Value::Hash(hash) => hash.values().for_each(|value| nested(value, values)),
        other => values.push(other.clone()),
    }
}
