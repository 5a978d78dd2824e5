//! `all`: whether a block is true for every element.

use super::any::occurs;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, iteration::Shape},
};

pub(super) static FUNCTION: Function = Function::typed(
    "all",
    "Returns whether the block is true for every element",
    &[
        Signature { parameters: &["Hash hash"], block: Some("Callable[2, 2] block"), body: labelled },
        Signature { parameters: &["Hash hash"], block: Some("Callable[1, 1] block"), body: whole },
        Signature { parameters: &["Iterable enumerable"], block: Some("Callable[2, 2] block"), body: labelled },
        Signature { parameters: &["Iterable enumerable"], block: Some("Callable[1, 1] block"), body: whole },
    ],
    &[
        ("[1, 2].all |$x| { $x > 0 }", "true"),
        ("{a => 1}.all |$key, $value| { $value == 2 }", "false"),
        ("[].all |$x| { false }", "true"),
    ],
);

fn labelled(call: &mut Call<'_, '_>) -> Outcome {
    Ok((!occurs(call, Shape::Labelled, false)?).into())
}

fn whole(call: &mut Call<'_, '_>) -> Outcome {
    Ok((!occurs(call, Shape::Whole, false)?).into())
}
