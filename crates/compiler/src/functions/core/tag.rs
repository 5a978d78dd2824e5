//! `tag`: tags the current class or define, and so all that it contains.

use pcore::Value;

use super::super::{Call, Function};
use crate::error::Outcome;

pub(super) static FUNCTION: Function = Function::counted(
    "tag",
    "Adds tags to the class or define that calls it; all that it contains gets them, too",
    -2,
    tag,
    &[],
);

fn tag(call: &mut Call<'_, '_>) -> Outcome {
    call.compilation.tag_here(call.frame.scope, call.arguments)?;
    Ok(Value::Undef)
}
