//! `map`: what a block makes of every element.

use std::ops::ControlFlow;

use ecow::EcoVec;
use pcore::Value;

use crate::{
    error::Outcome,
    functions::{
        Call, Function, Signature,
        iteration::{Breaks, Shape},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "map",
    "Returns what a block gives for every element",
    &[
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[2, 2] block"),
            body: |call| map(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[1, 1] block"),
            body: |call| map(call, Shape::Whole),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[2, 2] block"),
            body: |call| map(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[1, 1] block"),
            body: |call| map(call, Shape::Whole),
        },
    ],
    &[("[1, 2].map |$x| { $x + 1 }", "[2, 3]"), ("{a => 1}.map |$key, $value| { [$value, $key] }", "[[1, 'a']]")],
);

fn map(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    let mut made = EcoVec::new();
    call.visit(&walked, shape, Breaks::End, |call, _, _, answer| {
        call.push(&mut made, answer)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::Array(made))
}
