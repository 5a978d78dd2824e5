//! `break`: ends the iteration around it.

use pcore::Value;

use crate::{
    error::{Interrupt, Jump},
    functions::{Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "break",
    "Ends the innermost iteration",
    &[Signature {
        parameters: &[],
        block: None,
        body: |call| Err(Interrupt::Break(Box::new(Jump { value: Value::Undef, spot: call.spot.clone() }))),
    }],
    &[("[1, 2, 3].map |$x| { if $x == 3 { break() } $x }", "[1, 2]")],
);
