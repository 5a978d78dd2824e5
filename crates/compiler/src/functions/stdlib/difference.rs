//! `difference`: what an array has and another has not.

use pcore::Value;
use pcore::keyed::HashSet;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "difference",
    "Returns the elements of an array that another has not",
    -1,
    body,
    &[("difference([1, 2, 2, 3], [2])", "[1, 3]")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Array(first), Value::Array(second)] => {
            let second: HashSet<&Value> = second.iter().collect();
            Ok(first.iter().filter(|item| !second.contains(item)).cloned().collect())
        }
        [_, _] => fail("difference(): Requires 2 arrays"),
        _ => wrong_count(call, "2"),
    }
}
