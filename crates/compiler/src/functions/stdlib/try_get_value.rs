//! `try_get_value`: a value in nested data by a path with slashes.

use pcore::Value;
use resource_api::log::Level;

use super::{dig44, fail};
use crate::{
    error::Outcome,
    functions::{
        Call, Function,
        ruby::{number, text},
    },
};

pub(super) static FUNCTION: Function = Function::counted(
    "try_get_value",
    "Returns what a path such as 'a/b/0' leads to in nested data, or else a default; dig() is its successor",
    -2,
    body,
    &[("try_get_value({'a' => [{'b' => 1}]}, 'a/0/b')", "1"), ("try_get_value({}, 'a', 'x')", "'x'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    say(call, "try_get_value() DEPRECATED: this function is deprecated, please use dig() instead.");
    let data = call.argument(0);
    let (path, default) = (call.argument(1), call.argument(2));
    let is_empty = path.is_undef() || path.as_str() == Some("");
    if !matches!(data, Value::Hash(_) | Value::Array(_)) || is_empty {
        let use_default = !matches!(default, Value::Undef | Value::Boolean(false));
        return Ok(if use_default { default } else { data }.clone());
    }
    let Value::String(path) = path else { return fail(text::no_method("split", path)) };
    let separator = match call.argument(3) {
        Value::String(separator) => separator.as_str(),
        _ => "/",
    };
    let is_number = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    let key = |key: &str| if is_number(key) { Value::Integer(number::to_i(key)) } else { Value::from(key) };
    // Ruby drops empty keys at the end.
    let steps = if separator.is_empty() {
        path.chars().map(|letter| key(letter.encode_utf8(&mut [0; 4]))).collect()
    } else {
        path.trim_end_matches(separator).split(separator).map(key).collect()
    };
    say(
        call,
        "dig() DEPRECATED: This function has been replaced in Puppet 4.5.0, please use dig44() for backwards \
         compatibility or use the new version.",
    );
    dig44::dig(call.argument(0), &steps, call.argument(2))
}

fn say(call: &Call<'_, '_>, message: &str) {
    let source = call.compilation.scope_name(call.frame.scope);
    call.compilation.log.write(Level::Warning, Some(&source), message);
}
