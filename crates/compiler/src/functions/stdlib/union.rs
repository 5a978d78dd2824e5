//! `union`: all elements of several arrays, each once.

use ecow::EcoVec;
use pcore::Value;
use pcore::keyed::HashSet;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "union",
    "Returns all elements of several arrays, each once",
    -1,
    body,
    &[("union([1, 2], [2, 3])", "[1, 2, 3]")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    if call.arguments.len() < 2 {
        return wrong_count(call, "< 2");
    }
    let (mut known, mut made) = (HashSet::default(), EcoVec::new());
    for array in call.arguments {
        let Value::Array(items) = array else { return fail("union(): Every parameter must be an array") };
        for item in items.iter().filter(|item| known.insert(*item)) {
            call.push(&mut made, item.clone())?;
        }
    }
    Ok(Value::Array(made))
}
