//! `dig44`: a value in nested data, or something else instead.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{
        Call, Function,
        ruby::{number, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "dig44",
    "Returns what a path leads to in nested data, or else a default",
    -2,
    body,
    &[("dig44({'a' => {'b' => 1}}, ['a', 'b'])", "1"), ("dig44({'a' => 1}, ['b'], 'x')", "'x'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count < 2 {
        return fail(format!("dig44(): Wrong number of arguments given ({count} for at least 2)"));
    }
    dig(call.argument(0), call.argument(1), call.argument(2))
}

/// Follows a path; whatever is not there gives the default.
pub(super) fn dig(data: &Value, path: &Value, default: &Value) -> Outcome {
    if !matches!(data, Value::Hash(_) | Value::Array(_)) {
        let class = text::class_name(data);
        return fail(format!("dig44(): first argument must be a hash or an array, given {class}"));
    }
    let Value::Array(path) = path else {
        let class = text::class_name(path);
        return fail(format!("dig44(): second argument must be an array, given {class}"));
    };
    let mut reached = data;
    for key in path {
        let found = match reached {
            Value::Hash(hash) => hash.get(key),
            Value::Array(items) => index(key).and_then(|index| {
                let place = if index < 0 { index.checked_add_unsigned(items.len() as u64)? } else { index };
                items.get(usize::try_from(place).ok()?)
            }),
            _ => None,
        };
        match found.filter(|value| !value.is_undef()) {
            Some(value) => reached = value,
            None => return Ok(default.clone()),
        }
    }
    Ok(reached.clone())
}

fn index(key: &Value) -> Option<i64> {
    match key {
        Value::Integer(index) => Some(*index),
        Value::Float(index) => Some(*index as i64),
        Value::String(digits) => number::whole(digits)?.to_i64(),
        _ => None,
    }
}
