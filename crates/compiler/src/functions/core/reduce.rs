//! `reduce`: all elements made into one value, one after the other.

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "reduce",
    "Calls the block with what it returned last, at first with a start value or the first element, and each element",
    &[
        Signature { parameters: &["Iterable enumerable"], block: Some("Callable[2, 2] block"), body },
        Signature { parameters: &["Iterable enumerable", "Any memo"], block: Some("Callable[2, 2] block"), body },
    ],
    &[
        ("[1, 2, 3].reduce |$sum, $x| { $sum + $x }", "6"),
        ("{a => 1, b => 2}.reduce(10) |$sum, $entry| { $sum + $entry[1] }", "13"),
        ("[].reduce |$sum, $x| { $sum + $x }", "undef"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let walked = call.argument(0).clone();
    let mut elements = call.walk(&walked)?;
    let mut memo = match call.arguments.get(1) {
        Some(start) => start.clone(),
        None => elements.next().map(|first| first.whole()).unwrap_or_default(),
    };
    for element in elements {
        memo = match call.yield_block(&[memo.clone(), element.whole()]) {
            Err(Interrupt::Break(_)) => return Ok(memo),
            other => other?,
        };
    }
    Ok(memo)
}
