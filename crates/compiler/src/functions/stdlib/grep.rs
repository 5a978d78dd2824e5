//! `grep`: the texts of an array that match; and what it shares with `reject`.

use pcore::{Value, regexp::Regexp};

use super::{
    delete_regex::{matches, pattern},
    fail,
};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "grep",
    "Returns the texts of an array that match a pattern",
    -1,
    body,
    &[("grep(['aaa', 'bbb', 'aab'], '^aa')", "['aaa', 'aab']")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (given, pattern) = arguments(call)?;
    match given {
        Value::Array(items) => chosen(items, &pattern, true),
        // The entries are pairs, which no pattern matches.
        Value::Hash(_) => Ok(Value::array([])),
        other => fail(text::no_method("grep", other)),
    }
}

/// A collection and the pattern for it.
pub(super) fn arguments<'c>(call: &Call<'c, '_>) -> Outcome<(&'c Value, Regexp)> {
    match call.arguments {
        [given, Value::String(source)] => Ok((given, pattern(source)?)),
        [_, other] => fail(text::no_conversion(other, "String")),
        all => fail(format!("{}(): Wrong number of arguments given {} for 2", call.name, all.len())),
    }
}

/// The elements that match, or those that do not.
pub(super) fn chosen(items: &[Value], pattern: &Regexp, wanted: bool) -> Outcome {
    let mut chosen = Vec::new();
    for item in items {
        if matches(pattern, item)? == wanted {
            chosen.push(item.clone());
        }
    }
    Ok(Value::array(chosen))
}
