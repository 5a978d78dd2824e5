//! `lest`: a block for want of a value.

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "lest",
    "Returns a value, or what a block gives when the value is undef",
    &[Signature {
        parameters: &["Any arg"],
        block: Some("Callable[0, 0] block"),
        body: |call| if call.argument(0).is_undef() { call.yield_block(&[]) } else { Ok(call.argument(0).clone()) },
    }],
    &[("undef.lest || { 'x' }", "'x'"), ("5.lest || { 'x' }", "5")],
);
