//! `realize`: makes virtual resources real.

use pcore::Value;

use super::super::{Call, Function};
use crate::error::Outcome;

pub(super) static FUNCTION: Function = Function::counted(
    "realize",
    "Makes virtual resources real, whether they are declared yet or later",
    -2,
    realize,
    &[],
);

fn realize(call: &mut Call<'_, '_>) -> Outcome {
    call.compilation.realize_later(call.arguments)?;
    Ok(Value::Undef)
}
