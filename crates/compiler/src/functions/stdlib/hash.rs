//! `hash`: keys and values in turn as a hash.

use pcore::Value;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "hash",
    "Returns a hash of the keys and values that stand in turn in an array",
    -1,
    body,
    &[("hash(['a', 1, 'b', 2])", "{'a' => 1, 'b' => 2}"), ("hash([['a', 1], ['b', 2]])", "{'a' => 1, 'b' => 2}")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let array = match call.arguments.first() {
        None => return wrong_count(call, "1"),
        Some(array @ Value::Array(_)) => array,
        Some(_) => return fail("hash(): Requires array to work with"),
    };
    let flat = call.call_function("flatten", std::slice::from_ref(array))?;
    let (pairs, rest) = flat.as_array().unwrap_or_default().as_chunks::<2>();
    if !rest.is_empty() {
        return fail("hash(): Unable to compute hash from array given");
    }
    Ok(Value::hash(pairs.iter().map(|[key, value]| (key.clone(), value.clone()))))
}
