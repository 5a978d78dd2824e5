//! `any`: whether a block is true for an element; and what it shares with `all`.

use std::ops::ControlFlow;

use crate::{
    error::Outcome,
    evaluate::is_truthy,
    functions::{
        Call, Function, Signature,
        iteration::{Breaks, Shape},
    },
};

pub(super) static FUNCTION: Function = Function::typed(
    "any",
    "Returns whether the block is true for at least one element",
    &[
        Signature { parameters: &["Hash hash"], block: Some("Callable[2, 2] block"), body: labelled },
        Signature { parameters: &["Hash hash"], block: Some("Callable[1, 1] block"), body: whole },
        Signature { parameters: &["Iterable enumerable"], block: Some("Callable[2, 2] block"), body: labelled },
        Signature { parameters: &["Iterable enumerable"], block: Some("Callable[1, 1] block"), body: whole },
    ],
    &[
        ("[1, 2].any |$x| { $x == 2 }", "true"),
        ("{a => 1}.any |$key, $value| { $value == 2 }", "false"),
        ("[].any |$x| { true }", "false"),
    ],
);

fn labelled(call: &mut Call<'_, '_>) -> Outcome {
    occurs(call, Shape::Labelled, true).map(Into::into)
}

fn whole(call: &mut Call<'_, '_>) -> Outcome {
    occurs(call, Shape::Whole, true).map(Into::into)
}

/// Whether the block gives a truth for some element.
pub(super) fn occurs(call: &mut Call<'_, '_>, shape: Shape, truth: bool) -> Outcome<bool> {
    let walked = call.argument(0).clone();
    let mut found = false;
    call.visit(&walked, shape, Breaks::Illegal, |_, _, _, answer| {
        found = is_truthy(&answer) == truth;
        Ok(if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(found)
}
