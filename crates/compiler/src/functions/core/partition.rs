//! `partition`: elements that a block is true for, and the others.

use std::ops::ControlFlow;

use ecow::EcoVec;
use pcore::Value;

use crate::{
    error::Outcome,
    evaluate::is_truthy,
    functions::{
        Call, Function, Signature,
        iteration::{Breaks, Shape},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "partition",
    "Returns two arrays: the elements that the block is true for, and the others",
    &[
        Signature {
            parameters: &["Collection collection"],
            block: Some("Callable[1, 1] block"),
            body: |call| halves(call, Shape::Whole),
        },
        Signature {
            parameters: &["Array array"],
            block: Some("Callable[2, 2] block"),
            body: |call| halves(call, Shape::Labelled),
        },
        Signature {
            parameters: &["Collection collection"],
            block: Some("Callable[2, 2] block"),
            body: |call| halves(call, Shape::Labelled),
        },
    ],
    &[
        ("[1, 2, 3, 4].partition |$x| { $x % 2 == 0 }", "[[2, 4], [1, 3]]"),
        ("{a => 1, b => 2}.partition |$key, $value| { $value == 2 }", "[[['b', 2]], [['a', 1]]]"),
    ],
);

fn halves(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    let (mut yes, mut no) = (EcoVec::new(), EcoVec::new());
    call.visit(&walked, shape, Breaks::Illegal, |_, element, _, answer| {
        if is_truthy(&answer) {
            yes.push(element.whole())
        } else {
            no.push(element.whole())
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::array([Value::Array(yes), Value::Array(no)]))
}
