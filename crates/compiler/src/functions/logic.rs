//! What only the logic of types can call: `reject` with a block, which elsewhere is a function of stdlib.

use std::ops::ControlFlow;

use ecow::EcoVec;
use pcore::{Hash, Value};

use super::{
    Call, Function, Signature,
    iteration::{Breaks, Shape},
};
use crate::{error::Outcome, evaluate::is_truthy};

static REJECT: Function = Function::typed(
    "reject",
    "Returns the elements, or the entries of a hash, that the block is not true for",
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
    &[],
);

/// `reject`, as logic knows it.
pub(crate) fn reject_elements() -> &'static Function {
    &REJECT
}

fn entries(call: &mut Call<'_, '_>, shape: Shape) -> Outcome {
    let walked = call.argument(0).clone();
    let mut kept = Hash::default();
    call.visit(&walked, shape, Breaks::Illegal, |_, element, _, answer| {
        if let (false, Some(key)) = (is_truthy(&answer), element.key) {
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
        if !is_truthy(&answer) {
            call.push(&mut kept, element.value)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::Array(kept))
}
