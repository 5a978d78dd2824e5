//! Checks and conversions of arguments that the functions of stdlib share.

use pcore::{Value, never, regexp::Regexp};

use super::deprecation::prefer_match;
use crate::{
    error::{Interrupt, Outcome},
    functions::Call,
};

pub(super) use crate::functions::ruby::legacy::{is_set, to_i};

/// Fails; the call adds its location.
pub(super) fn fail<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Interrupt::unplaced(message))
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
    match call.arguments.first() {
        None => wrong_count(call, "1"),
        Some(Value::Array(items)) => Ok(items.iter().map(changed).collect()),
        Some(text @ Value::String(_)) => Ok(changed(text)),
        Some(_) => fail(format!("{}(): Requires either array or string to work with", call.name)),
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
