//! `keys`: the keys of a hash.

use pcore::{Hash, Value};

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "keys",
    "Returns the keys of a hash in order",
    &[Signature {
        parameters: &["Hash hsh"],
        block: None,
        body: |call| Ok(Value::array(call.argument(0).as_hash().into_iter().flat_map(Hash::keys).cloned())),
    }],
    &[("keys({b => 1, a => 2})", "['b', 'a']"), ("keys({})", "[]")],
);
