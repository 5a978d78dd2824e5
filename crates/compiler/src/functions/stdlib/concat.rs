//! `concat`: an array with more elements.

use pcore::Value;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "concat",
    "Returns an array with the elements of other arrays, and with values that are no arrays, at its end",
    -1,
    body,
    &[("concat([1], [2, 3], 4)", "[1, 2, 3, 4]"), ("concat(['a'], [['b']])", "['a', ['b']]")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (Value::Array(first), rest) = (match call.arguments {
        [] | [_] => return wrong_count(call, "< 2"),
        [first, rest @ ..] => (first, rest),
    }) else {
        return fail("concat(): Requires array to work with");
    };
    let mut all = first.clone();
    for more in rest {
        match more {
            Value::Array(items) => all.extend(items.iter().cloned()),
            other => all.push(other.clone()),
        }
        call.compilation.budget.count(all.len())?;
    }
    Ok(Value::Array(all))
}
