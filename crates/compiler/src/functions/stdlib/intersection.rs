//! `intersection`: what two arrays have in common.

use pcore::Value;
use pcore::keyed::HashSet;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "intersection",
    "Returns the elements of an array that another has too, each once",
    -1,
    body,
    &[("intersection([1, 2, 2, 3], [3, 2])", "[2, 3]")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::Array(first), Value::Array(second)] => {
            let mut common: HashSet<&Value> = second.iter().collect();
            Ok(first.iter().filter(|item| common.remove(item)).cloned().collect())
        }
        [first, second] => {
            let (first, second) = (text::class_name(first), text::class_name(second));
            fail(format!("intersection(): Requires 2 arrays, got {first} and {second}"))
        }
        _ => wrong_count(call, "2"),
    }
}
