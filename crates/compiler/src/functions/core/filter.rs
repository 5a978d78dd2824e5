//! `filter`: the elements that a block is true for.

use std::ops::ControlFlow;

use ecow::EcoVec;
use pcore::{Hash, Value};

use crate::{
    error::Outcome,
    evaluate::is_truthy,
    functions::{
        Call, Function, Signature,
        iteration::{Breaks, Shape},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "filter",
    "Returns the elements, or the entries of a hash, that the block is true for",
    &[
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[2, 2] block"),
            body: |call| entries(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Hash hash"],
            block: Some("Callable[1, 1] block"),
            body: |call| entries(call, Shape::Whole),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[2, 2] block"),
            body: |call| elements(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Iterable enumerable"],
            block: Some("Callable[1, 1] block"),
            body: |call| elements(call, Shape::Whole),
        },
    ],
    &[
        ("[1, 2, 3].filter |$x| { $x > 1 }", "[2, 3]"),
        ("{a => 1, b => 2}.filter |$key, $value| { $value > 1 }", "{b => 2}"),
        ("'abc'.filter |$place, $letter| { $place > 0 }", "['b', 'c']"),
    ],
);

fn entries(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    let mut kept = Hash::default();
    call.visit(&walked, shape, Breaks::Illegal, |_, element, _, answer| {
        if let (true, Some(key)) = (is_truthy(&answer), element.key) {
            kept.insert(key, element.value);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(kept.into())
}

fn elements(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    let mut kept = EcoVec::new();
    call.visit(&walked, shape, Breaks::End, |call, element, _, answer| {
        if is_truthy(&answer) {
            call.push(&mut kept, element.value)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::Array(kept))
}
