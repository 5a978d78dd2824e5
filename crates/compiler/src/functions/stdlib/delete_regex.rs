//! `delete_regex`: a collection without the texts that match.

use pcore::{Value, regexp::Regexp};

use super::{delete, fail};
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "delete_regex",
    "Returns an array without the texts, or a hash without the keys, that a pattern matches as a whole word",
    -1,
    body,
    &[("delete_regex(['abc', 'abd', 'x'], 'ab.')", "['x']"), ("delete_regex({'a' => 1, 'b' => 2}, 'a')", "{'b' => 2}")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let [given, wanted] = call.arguments else {
        return fail(format!("delete_regex(): Wrong number of arguments given {} for 2", call.arguments.len()));
    };
    let mut left = given.clone();
    for item in delete::items(wanted) {
        let pattern = || pattern(&format!(r"\b{}\b", text::to_s(&item)));
        left = match &left {
            Value::Array(all) => {
                let pattern = pattern()?;
                let mut kept = Vec::with_capacity(all.len());
                for value in all {
                    if !matches(&pattern, value)? {
                        kept.push(value.clone());
                    }
                }
                Value::array(kept)
            }
            Value::Hash(hash) => {
                let pattern = pattern()?;
                let mut kept = Vec::with_capacity(hash.len());
                for (key, value) in hash.iter() {
                    if !matches(&pattern, key)? {
                        kept.push((key.clone(), value.clone()));
                    }
                }
                Value::hash(kept)
            }
            Value::String(_) => return fail(text::no_method("reject!", &left)),
            other => {
                return fail(format!(
                    "delete_regex(): First argument must be an Array, Hash, or String. Given an argument of class {}.",
                    text::class_name(other)
                ));
            }
        };
    }
    Ok(left)
}

/// Reads a pattern, with Ruby's words where it cannot be read.
pub(super) fn pattern(source: &str) -> Outcome<Regexp> {
    Regexp::new(source).map_err(|error| Interrupt::plain(error.to_string()))
}

/// Whether a value is a text that matches.
pub(super) fn matches(pattern: &Regexp, value: &Value) -> Outcome<bool> {
    match value {
        Value::String(text) => pattern.is_match(text).map_err(|error| Interrupt::plain(error.to_string())),
        _ => Ok(false),
    }
}
