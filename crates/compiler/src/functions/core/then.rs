//! `then`: a block for a value that is there.

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "then",
    "Calls a block with a value, unless the value is undef",
    &[Signature {
        parameters: &["Any arg"],
        block: Some("Callable[1, 1] block"),
        body: |call| {
            if call.argument(0).is_undef() { Ok(pcore::Value::Undef) } else { call.yield_block(call.arguments) }
        },
    }],
    &[("5.then |$x| { $x * 2 }", "10"), ("undef.then |$x| { 1 }", "undef")],
);
