//! `empty`: whether there is nothing in a value.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "empty",
    "Returns whether a text or a collection is empty; undef is",
    &[
        Signature { parameters: &["Collection coll"], block: None, body: |call| Ok(is_empty(call.argument(0)).into()) },
        Signature {
            parameters: &["Sensitive[String] str"],
            block: None,
            body: |call| Ok(is_empty(call.argument(0)).into()),
        },
        Signature { parameters: &["String str"], block: None, body: |call| Ok(is_empty(call.argument(0)).into()) },
        Signature { parameters: &["Numeric num"], block: None, body: number },
        Signature { parameters: &["Binary bin"], block: None, body: |call| Ok(is_empty(call.argument(0)).into()) },
        Signature { parameters: &["Undef x"], block: None, body: |_| Ok(true.into()) },
    ],
    &[("empty('')", "true"), ("empty([1])", "false"), ("empty(undef)", "true")],
);

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Binary(bytes) => bytes.is_empty(),
        Value::Sensitive(secret) => is_empty(secret),
        _ => false,
    }
}

fn number(call: &mut Call<'_, '_>) -> Outcome {
    call.deprecated_here("empty", "Calling function empty() with Numeric value is deprecated.");
    Ok(false.into())
}
