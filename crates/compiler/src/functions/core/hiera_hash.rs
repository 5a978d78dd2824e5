//! `hiera_hash`: all values of a key in one hash.

use super::hiera::{BLOCK, DEFAULT, KEY, LIST, OVERRIDE, by_key, listed};
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "hiera_hash",
    "Returns all values of a key in the data, which are hashes, as one hash, or a default value; use lookup",
    &[
        Signature { parameters: LIST, block: None, body: |call| listed(call, "hash") },
        Signature { parameters: KEY, block: None, body: |call| by_key(call, "hash") },
        Signature { parameters: DEFAULT, block: None, body: |call| by_key(call, "hash") },
        Signature { parameters: KEY, block: Some(BLOCK), body: |call| by_key(call, "hash") },
        Signature { parameters: OVERRIDE, block: Some(BLOCK), body: |call| by_key(call, "hash") },
    ],
    &[("hiera_hash('no::such::key', {a => 1})", "{a => 1}")],
);
