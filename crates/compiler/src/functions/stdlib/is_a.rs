//! `is_a`: whether a value is of a type.

use pcore::Value;

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "is_a",
    "Returns whether a value is of a type",
    &[Signature {
        parameters: &["Any value", "Type type"],
        block: None,
        body: |call| {
            Ok(Value::Boolean(call.argument(1).as_type().is_some_and(|held| held.is_instance(call.argument(0)))))
        },
    }],
    &[("is_a('a', String)", "true"), ("1.is_a(String)", "false")],
);
