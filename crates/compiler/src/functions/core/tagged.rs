//! `tagged`: whether the current container has all of several tags.

use pcore::Value;

use super::super::{Call, Function};
use crate::error::Outcome;

pub(super) static FUNCTION: Function = Function::counted(
    "tagged",
    "Returns whether the catalog or the current class or define has each of the tags",
    -2,
    tagged,
    &[("tagged('no_such_tag')", "false")],
);

fn tagged(call: &mut Call<'_, '_>) -> Outcome {
    let scope = call.frame.scope;
    let all = call.arguments.iter().all(|word| call.compilation.is_tagged_here(scope, &word.to_string()));
    Ok(Value::Boolean(all))
}
