//! `values_at`: the elements at some places.

use std::sync::LazyLock;

use ecow::EcoVec;
use pcore::{Value, regexp::Regexp};

use super::{fail, wrong_count};
use crate::{
    error::{Interrupt, Outcome},
    functions::{
        Call, Function,
        ruby::{number, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "values_at",
    "Returns the elements of an array at places, which are numbers or ranges such as '1-3'",
    -1,
    body,
    &[("values_at(['a', 'b', 'c'], [0, 2])", "['a', 'c']"), ("values_at(['a', 'b', 'c'], '1-2')", "['b', 'c']")],
);

static RANGE: LazyLock<Option<Regexp>> = LazyLock::new(|| Regexp::new(r"^(\d+)(\.\.\.?|\-)(\d+)$").ok());

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (array, wanted) = match call.arguments {
        [] | [_] => return wrong_count(call, "2"),
        [Value::Array(array), wanted, ..] => (array, wanted),
        _ => return fail("values_at(): Requires array to work with"),
    };
    let wanted = call.call_function("flatten", std::slice::from_ref(wanted))?;
    let wanted = wanted.as_array().unwrap_or_default();
    if wanted.is_empty() {
        return fail("values_at(): You must provide at least one positive index to collect");
    }
    let mut made = EcoVec::new();
    for index in wanted {
        for value in &array[places(&text::to_s(index), array.len())?] {
            if !value.is_undef() {
                call.push(&mut made, value.clone())?;
            }
        }
    }
    Ok(Value::Array(made))
}

/// The places that an index names; they are in the array.
fn places(index: &str, length: usize) -> Outcome<std::ops::Range<usize>> {
    let captures = match &*RANGE {
        Some(range) => range.captures(index).map_err(|error| Interrupt::plain(error.to_string()))?,
        None => None,
    };
    let place = |digits: &str| usize::try_from(number::to_i(digits)).unwrap_or(usize::MAX);
    let Some(captures) = captures else {
        if index.is_empty() || !index.bytes().all(|byte| byte.is_ascii_digit()) {
            return fail("values_at(): Unknown format of given index");
        }
        let at = place(index);
        return if at < length { Ok(at..at + 1) } else { fail("values_at(): Given index exceeds array size") };
    };
    let part = |number| captures.get(number).map(|found| found.as_str()).unwrap_or_default();
    let (start, stop) = (place(part(1)), place(part(3)));
    if start > stop {
        return fail("values_at(): Stop index in given indices range is smaller than the start index");
    }
    if stop >= length {
        return fail("values_at(): Stop index in given indices range exceeds array size");
    }
    Ok(start..stop + usize::from(part(2) != "..."))
}
