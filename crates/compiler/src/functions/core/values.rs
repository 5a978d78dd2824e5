//! `values`: the values of a hash.

use pcore::{Hash, Value};

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "values",
    "Returns the values of a hash in the order of its keys",
    &[Signature {
        parameters: &["Hash hsh"],
        block: None,
        body: |call| Ok(Value::array(call.argument(0).as_hash().into_iter().flat_map(Hash::values).cloned())),
    }],
    &[("values({b => 1, a => [2]})", "[1, [2]]")],
);
