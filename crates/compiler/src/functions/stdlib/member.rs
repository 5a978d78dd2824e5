//! `member`: whether an array has all of some values.

use pcore::Value;
use pcore::keyed::HashSet;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "member",
    "Returns whether an array has a value, or all values of another array",
    -1,
    body,
    &[("member(['a', 'b'], 'b')", "true"), ("member(['a', 'b'], ['a', 'c'])", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (array, wanted) = match call.arguments {
        [] | [_] => return wrong_count(call, "2"),
        [Value::Array(array), wanted, ..] => (array, wanted),
        _ => return fail("member(): Requires array to work with"),
    };
    let wanted = match wanted {
        Value::Array(wanted) if wanted.is_empty() => {
            return fail("member(): You must provide item to search for within array given");
        }
        Value::Array(wanted) => wanted.as_slice(),
        Value::String(_) | Value::Integer(_) => std::slice::from_ref(wanted),
        _ => return fail("member(): Item to search for must be a string, fixnum, or array"),
    };
    let known: HashSet<&Value> = array.iter().collect();
    Ok(Value::Boolean(wanted.iter().all(|value| known.contains(value))))
}
