//! Functions that pick the first value that is set.

use pcore::Value;

use crate::functions::{Call, Function, Outcome, fail};

functions![
    Function::unchecked(
        "pick",
        "Returns the first argument that is neither undef nor an empty text",
        pick,
        &[("pick(undef, '', 'a', 'b')", "'a'"), ("pick(false, 'a')", "false"), ("pick([], 1)", "[]")],
    ),
    Function::unchecked(
        "pick_default",
        "Returns the first argument that is neither undef nor an empty text, or else the last one",
        pick_default,
        &[("pick_default('', 'a')", "'a'"), ("pick_default('', undef)", "''"), ("pick_default('x', [])", "'x'")],
    ),
];

fn pick(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments.iter().find(|value| !is_missing(value)) {
        Some(found) => Ok(found.clone()),
        None => fail("pick(): must receive at least one non empty value"),
    }
}

/// Whether a value counts as not given.
pub(super) fn is_missing(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::String(text) => text.is_empty(),
        Value::Symbol(word) => matches!(word.as_str(), "undef" | "undefined"),
        _ => false,
    }
}

fn pick_default(call: &mut Call<'_, '_>) -> Outcome {
    let Some((last, others)) = call.arguments.split_last() else {
        return fail("Must receive at least one argument.");
    };
    Ok(others.iter().find(|value| !is_missing(value)).unwrap_or(last).clone())
}
