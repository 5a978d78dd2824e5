//! `delete_at`: an array without the element at a place.

use pcore::Value;

use super::{fail, has_number_line, to_i, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "delete_at",
    "Returns an array without the element at a place, counted from 0, or from the end when negative",
    -1,
    body,
    &[("delete_at(['a', 'b', 'c'], 1)", "['a', 'c']"), ("delete_at(['a', 'b', 'c'], -1)", "['a', 'b']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (array, index) = match call.arguments {
        [] | [_] => return wrong_count(call, "2"),
        [Value::Array(array), index, ..] => (array, index),
        _ => return fail("delete_at(): Requires array to work with"),
    };
    if index.as_str().is_some_and(|index| !has_number_line(index)) {
        return fail("delete_at(): You must provide non-negative numeric index");
    }
    let index = to_i(index)?;
    let length = i64::try_from(array.len()).unwrap_or(i64::MAX);
    if index >= length {
        return fail("delete_at(): Given index exceeds size of array given");
    }
    let place = usize::try_from(if index < 0 { index.saturating_add(length) } else { index });
    let left = array.iter().enumerate().filter(|(at, _)| Ok(*at) != place);
    Ok(left.map(|(_, item)| item.clone()).collect())
}
