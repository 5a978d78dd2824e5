//! `reverse_each`: elements from the last to the first.

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "reverse_each",
    "Returns an iterator over the elements from the last to the first, or calls the block with each of them",
    &[
        Signature { parameters: &["Iterable iterable"], block: None, body: reversed },
        Signature {
            parameters: &["Iterable iterable"],
            block: Some("Callable[1, 1] block"),
            body: |call| {
                let elements = reversed(call)?;
                call.yield_each(&elements)
            },
        },
    ],
    &[
        ("Array([1, 2, 3].reverse_each)", "[3, 2, 1]"),
        ("'abc'.reverse_each.reduce |$text, $letter| { \"${text}${letter}\" }", "'cba'"),
    ],
);

fn reversed(call: &mut Call<'_, '_>) -> Outcome {
    match call.lazy(0)? {
        Some(all) => Ok(all.reversed().into()),
        None => Err(Interrupt::plain("reverse_each(): the value cannot be iterated")),
    }
}
