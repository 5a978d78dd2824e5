//! `with`: values for a block.

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "with",
    "Calls a block with the arguments and returns what it gives",
    &[Signature {
        parameters: &["Any arg*"],
        block: Some("Callable block"),
        body: |call| call.yield_block(call.arguments),
    }],
    &[("with(1, 'a') |$x, $y| { [$y, $x] }", "['a', 1]")],
);
