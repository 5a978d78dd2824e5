//! `hiera_array`: all values of a key in one array.

use super::hiera::{BLOCK, DEFAULT, KEY, LIST, OVERRIDE, by_key, listed};
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "hiera_array",
    "Returns all values of a key in the data as one array, each once, or a default value; use lookup",
    &[
        Signature { parameters: LIST, block: None, body: |call| listed(call, "unique") },
        Signature { parameters: KEY, block: None, body: |call| by_key(call, "unique") },
        Signature { parameters: DEFAULT, block: None, body: |call| by_key(call, "unique") },
        Signature { parameters: KEY, block: Some(BLOCK), body: |call| by_key(call, "unique") },
        Signature { parameters: OVERRIDE, block: Some(BLOCK), body: |call| by_key(call, "unique") },
    ],
    &[("hiera_array('no::such::key', ['none'])", "['none']")],
);
