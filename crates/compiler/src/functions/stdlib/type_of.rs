//! `type_of`: the type of a value.

use std::sync::Arc;

use pcore::{Value, infer};

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "type_of",
    "Returns the most precise type of a value",
    &[Signature {
        parameters: &["Any value"],
        block: None,
        body: |call| Ok(Value::Type(Arc::new(infer::detailed(call.argument(0))))),
    }],
    &[("type_of(1)", "Integer[1, 1]"), ("type_of([1, 2])", "Tuple[Integer[1, 1], Integer[2, 2]]")],
);
