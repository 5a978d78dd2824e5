//! `str2bool`: the words for true and false.

use pcore::Value;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "str2bool",
    "Returns true for 1, t, y, true and yes, and false for 0, f, n, false, no and nothing",
    -1,
    body,
    &[("str2bool('Yes')", "true"), ("str2bool('0')", "false"), ("str2bool('')", "false"), ("str2bool(true)", "true")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments.first() {
        Some(given) => read(given).map(Value::Boolean),
        None => wrong_count(call, "1"),
    }
}

/// What a word means; one line of the text is enough.
pub(super) fn read(given: &Value) -> Outcome<bool> {
    let word = match given {
        Value::Boolean(value) => return Ok(*value),
        Value::String(word) => word,
        _ => return fail("str2bool(): Requires string to work with"),
    };
    // A line end at the very end does not begin another line.
    let lines = || word.strip_suffix('\n').unwrap_or(word).split('\n').map(str::to_lowercase);
    let has = |words: &[&str]| lines().any(|line| words.contains(&line.as_str()));
    if has(&[""]) {
        Ok(false)
    } else if has(&["1", "t", "y", "true", "yes"]) {
        Ok(true)
    } else if has(&["0", "f", "n", "false", "no"]) || matches!(word.trim_end_matches('\n'), "undef" | "undefined") {
        Ok(false)
    } else {
        fail("str2bool(): Unknown type of boolean given")
    }
}
