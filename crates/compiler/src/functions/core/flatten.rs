//! `flatten`: nested arrays as one.

use ecow::EcoVec;
use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "flatten",
    "Returns all arguments and the elements of nested arrays among them as one array",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[("flatten([1, [2, [3]]], 4)", "[1, 2, 3, 4]"), ("flatten()", "[]"), ("flatten({a => 1})", "[{a => 1}]")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    flat(call, call.arguments).map(Value::Array)
}

/// The values, with arrays among them opened however deep they are.
pub(super) fn flat(call: &Call<'_, '_>, values: &[Value]) -> Outcome<EcoVec<Value>> {
    let mut made = EcoVec::new();
    // A stack of our own: the nesting may be deeper than the machine's.
    let mut open = vec![values.iter()];
    while let Some(current) = open.last_mut() {
        match current.next() {
            Some(Value::Array(items)) => open.push(items.iter()),
            Some(value) => call.push(&mut made, value.clone())?,
            None => {
                open.pop();
            }
        }
    }
    Ok(made)
}
