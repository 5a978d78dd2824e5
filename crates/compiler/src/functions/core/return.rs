//! `return`: ends the function, class or define around it with a value.

use crate::{
    error::{Interrupt, Jump},
    functions::{Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "return",
    "Ends the function, class or define around it with a value, from within lambdas too",
    &[Signature {
        parameters: &["Any value?"],
        block: None,
        body: |call| {
            Err(Interrupt::Return(Box::new(Jump { value: call.argument(0).clone(), spot: call.spot.clone() })))
        },
    }],
    &[],
);
