//! `bool2num`: 1 for true, 0 for false.

use pcore::Value;

use super::{str2bool, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "bool2num",
    "Returns 1 for true and words such as 'yes', 0 for false and words such as 'no'",
    -1,
    body,
    &[("bool2num(true)", "1"), ("bool2num('no')", "0")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments.first() {
        Some(given) => Ok(Value::Integer(i64::from(str2bool::read(given)?))),
        None => wrong_count(call, "1"),
    }
}
