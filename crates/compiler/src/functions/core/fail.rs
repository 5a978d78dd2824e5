//! `fail`: ends the compilation.

use crate::{
    error::Interrupt,
    functions::{Function, Signature, core::logging::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "fail",
    "Ends the compilation with its arguments as the message",
    &[Signature { parameters: &["Any values*"], block: None, body: |call| Err(Interrupt::plain(text(call)?)) }],
    &[],
);
