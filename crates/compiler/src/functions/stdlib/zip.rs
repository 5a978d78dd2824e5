//! `zip`: two arrays side by side.

use pcore::Value;

use super::{fail, str2bool, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "zip",
    "Returns pairs of the elements of two arrays, or with a third argument the same in one array",
    -1,
    body,
    &[("zip([1, 2], ['a', 'b'])", "[[1, 'a'], [2, 'b']]"), ("zip([1, 2], ['a', 'b'], true)", "[1, 'a', 2, 'b']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (first, second) = match call.arguments {
        [] | [_] => return wrong_count(call, "2"),
        [Value::Array(first), Value::Array(second), ..] => (first, second),
        _ => return fail("zip(): Requires array to work with"),
    };
    let flat = match call.arguments.get(2) {
        None | Some(Value::Undef) => false,
        Some(word) => str2bool::read(word)?,
    };
    let others = second.iter().cloned().chain(std::iter::repeat(Value::Undef));
    let pairs: Value = first.iter().zip(others).map(|(one, two)| Value::array([one.clone(), two])).collect();
    if flat { call.call_function("flatten", &[pairs]) } else { Ok(pairs) }
}
