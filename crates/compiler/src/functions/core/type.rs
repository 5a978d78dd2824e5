//! `type`: what type a value has.

use pcore::infer;

use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "type",
    "Returns the type of a value, as detailed as can be, reduced to that of all elements, or generalized",
    &[
        Signature {
            parameters: &["Any value", "Enum[detailed] inference_method?"],
            block: None,
            body: |call| Ok(infer::detailed(call.argument(0)).into()),
        },
        Signature {
            parameters: &["Any value", "Enum[reduced] inference_method"],
            block: None,
            body: |call| Ok(infer::reduced(call.argument(0)).into()),
        },
        Signature {
            parameters: &["Any value", "Enum[generalized] inference_method"],
            block: None,
            body: |call| Ok(infer::generalized(call.argument(0)).into()),
        },
    ],
    &[
        ("type([1, 2])", "Tuple[Integer[1, 1], Integer[2, 2]]"),
        ("type([1, 2], 'reduced')", "Array[Integer[1, 2], 2, 2]"),
        ("type([1, 2], 'generalized')", "Array[Integer]"),
    ],
);
