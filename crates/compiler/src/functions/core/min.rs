//! `min`: the least of several values.

use super::max::{Wanted, elements, values};
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "min",
    "Returns the least of its arguments, or of the elements of an array",
    &[
        Signature { parameters: &["Numeric values*"], block: None, body: |call| values(call, Wanted::Min) },
        Signature { parameters: &["String values*"], block: None, body: |call| values(call, Wanted::Min) },
        Signature {
            parameters: &["Array[Numeric] values"],
            block: Some("Callable[2, 2] block?"),
            body: |call| elements(call, Wanted::Min),
        },
        Signature {
            parameters: &["Array[String] values"],
            block: Some("Callable[2, 2] block?"),
            body: |call| elements(call, Wanted::Min),
        },
        Signature {
            parameters: &["Array values"],
            block: Some("Callable[2, 2] block?"),
            body: |call| elements(call, Wanted::Min),
        },
        Signature {
            parameters: &["Any values*"],
            block: Some("Callable[2, 2] block"),
            body: |call| values(call, Wanted::Min),
        },
        Signature { parameters: &["Any values*"], block: None, body: |call| values(call, Wanted::Min) },
    ],
    &[("min(3, 1, 2)", "1"), ("min(['b', 'a'])", "'a'"), ("min([3, 1]) |$a, $b| { compare($b, $a) }", "3")],
);
