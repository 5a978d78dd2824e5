//! `annotate`: notes of Pcore about values, which only Ruby can read.

use crate::{
    error::Interrupt,
    functions::{Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "annotate",
    "Attaches an annotation to a value; annotations are not supported",
    &[Signature {
        parameters: &["Type type", "Any value", "Any annotation?"],
        block: Some("Callable[0, 0] block?"),
        body: |_| Err(Interrupt::plain("annotate(): annotations are not supported")),
    }],
    &[],
);
