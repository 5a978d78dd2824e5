//! Checks and conversions of arguments that the functions of stdlib share.

use pcore::{
    Value, never,
    regexp::{Captures, Regexp},
};

use super::deprecation::prefer_match;
use crate::functions::{Call, Outcome, fail, number};

pub(super) use crate::functions::ruby::legacy::{is_set, to_i};

/// The first argument, where others do no harm.
pub(super) fn first<'c>(call: &Call<'c, '_>) -> Outcome<&'c Value> {
    call.arguments.first().map_or_else(|| wrong_count(call, "1"), Ok)
}

/// The only argument.
pub(super) fn single<'c>(call: &Call<'c, '_>) -> Outcome<&'c Value> {
    if let [value] = call.arguments { Ok(value) } else { wrong_count(call, "1") }
}

/// The array that is the first of at least two arguments, and the second.
pub(super) fn array_and<'c>(call: &Call<'c, '_>, name: &str) -> Outcome<(&'c [Value], &'c Value)> {
    match call.arguments {
        [] | [_] => wrong_count(call, "2"),
        [Value::Array(array), second, ..] => Ok((array, second)),
        _ => fail(format!("{name}(): Requires array to work with")),
    }
}

/// The only argument, for the functions that report another number of them in these words.
pub(super) fn only<'c>(call: &Call<'c, '_>, name: &str) -> Outcome<&'c Value> {
    match call.arguments {
        [value] => Ok(value),
        all => fail(format!("{name}(): Wrong number of arguments given {} for 1", all.len())),
    }
}

/// Whether the only argument is of a kind, for a deprecated function.
pub(super) fn recognize(
    call: &mut Call<'_, '_>,
    name: &str,
    compatible: &str,
    is_kind: impl FnOnce(&Value) -> bool,
) -> Outcome {
    prefer_match(call, name, compatible)?;
    Ok(Value::Boolean(is_kind(only(call, name)?)))
}

/// Fails with the words that most functions have for too few or too many arguments.
pub(super) fn wrong_count<T>(call: &Call<'_, '_>, wanted: &str) -> Outcome<T> {
    let (name, count) = (call.name.trim_start_matches("::"), call.arguments.len());
    fail(format!("{name}(): Wrong number of arguments given ({count} for {wanted})"))
}

/// Changes a text, or the texts among the elements of an array.
pub(super) fn each_text(call: &mut Call<'_, '_>, change: fn(&str) -> String) -> Outcome {
    let changed = |value: &Value| value.as_str().map_or_else(|| value.clone(), |text| Value::from(change(text)));
    match first(call)? {
        Value::Array(items) => Ok(items.iter().map(changed).collect()),
        text @ Value::String(_) => Ok(changed(text)),
        _ => fail(format!("{}(): Requires either array or string to work with", call.name)),
    }
}

/// What Ruby's `Integer()` makes of a value.
pub(super) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::Float(number) => Some(*number as i64),
        Value::String(digits) => number::whole(digits)?.to_i64(),
        _ => None,
    }
}

/// Whether a line of a text has digits only.
pub(super) fn has_number_line(text: &str) -> bool {
    text.lines().any(|line| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A pattern that this program brings.
pub(super) fn own_pattern(text: &str) -> Option<Regexp> {
    Regexp::new(text).map_or_else(|_| never!("our own patterns are valid", None), Some)
}

/// What a pattern that this program brings finds in a text.
pub(super) fn captures<'t>(pattern: &Option<Regexp>, text: &'t str) -> Outcome<Option<Captures<'t>>> {
    let Some(pattern) = pattern else { return Ok(None) };
    pattern.captures(text).or_else(|error| fail(error.to_string()))
}
