//! `next`: ends the lambda or function around it with a value.

use crate::{
    error::{Interrupt, Jump},
    functions::{Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "next",
    "Ends the innermost lambda, function, class or define with a value",
    &[Signature {
        parameters: &["Any value?"],
        block: None,
        body: |call| Err(Interrupt::Next(Box::new(Jump { value: call.argument(0).clone(), spot: call.spot.clone() }))),
    }],
    &[("[1, 2].map |$x| { if $x == 2 { next('two') } $x }", "[1, 'two']")],
);
