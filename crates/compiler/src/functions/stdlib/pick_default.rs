//! `pick_default`: the first value that is there, or else the last argument whatever it is.

use super::{fail, pick::is_missing};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "pick_default",
    "Returns the first argument that is neither undef nor an empty text, or else the last one",
    -1,
    body,
    &[("pick_default('', 'a')", "'a'"), ("pick_default('', undef)", "''"), ("pick_default('x', [])", "'x'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let Some((last, others)) = call.arguments.split_last() else {
        return fail("Must receive at least one argument.");
    };
    Ok(others.iter().find(|value| !is_missing(value)).unwrap_or(last).clone())
}
