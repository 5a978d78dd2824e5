//! `size`: another name of `length`.

use super::length::length;
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "size",
    "Returns how many elements, characters or bytes a value has",
    &[Signature { parameters: &["Variant[Collection, String, Binary] arg"], block: None, body: length }],
    &[("size('abc')", "3"), ("size([])", "0")],
);
