//! `step`: every so many elements.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "step",
    "Returns an iterator over every nth element, beginning with the first, or calls the block with each of them",
    &[
        Signature { parameters: &["Iterable iterable", "Integer[1] step"], block: None, body: iterator },
        Signature {
            parameters: &["Iterable iterable", "Integer[1] step"],
            block: Some("Callable[1, 1] block"),
            body: each,
        },
    ],
    &[("Array([1, 2, 3, 4, 5].step(2))", "[1, 3, 5]"), ("Array(Integer[1, 10].step(3))", "[1, 4, 7, 10]")],
);

fn stepped(call: &Call<'_, '_>) -> Outcome {
    let step = usize::try_from(call.argument(1).as_integer().unwrap_or(1)).unwrap_or(usize::MAX);
    match call.lazy(0)? {
        Some(all) => Ok(all.stepped(step).into()),
        None => Err(Interrupt::plain("step(): the value cannot be iterated")),
    }
}

fn iterator(call: &mut Call<'_, '_>) -> Outcome {
    // A hash that is not stepped through stays one, so that a block with two parameters still gets its keys.
    match (call.argument(0), call.argument(1)) {
        (hash @ Value::Hash(_), Value::Integer(1)) => Ok(hash.clone()),
        _ => stepped(call),
    }
}

fn each(call: &mut Call<'_, '_>) -> Outcome {
    let elements = stepped(call)?;
    call.yield_each(&elements)
}
