//! `each`: a block for every element.

use std::ops::ControlFlow;

use crate::{
    error::Outcome,
    functions::{
        Call, Function, Signature,
        iteration::{Breaks, Shape},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "each",
    "Calls a block for every element and returns what was walked",
    &[
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[2, 2] block"),
            body: |call| each(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[1, 1] block"),
            body: |call| each(call, Shape::Whole),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[2, 2] block"),
            body: |call| each(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[1, 1] block"),
            body: |call| each(call, Shape::Whole),
        },
    ],
    &[("[1, 2].each |$x| { }", "[1, 2]"), ("{a => 1}.each |$key, $value| { }", "{a => 1}")],
);

fn each(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    call.visit(&walked, shape, Breaks::End, |_, _, _, _| Ok(ControlFlow::Continue(())))?;
    Ok(walked)
}
