//! `bool2str`: words for true and false.

use pcore::Value;

use super::{fail, wrong_count};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "bool2str",
    "Returns 'true' or 'false', or one of two other words",
    -1,
    body,
    &[("bool2str(true)", "'true'"), ("bool2str(false, 'on', 'off')", "'off'")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (value, words) = match call.arguments {
        [value] => (value, [Value::from("true"), Value::from("false")]),
        [value, yes, no] => (value, [or(yes, "true"), or(no, "false")]),
        _ => return wrong_count(call, "3"),
    };
    let Value::Boolean(value) = value else { return fail("bool2str(): Requires a boolean to work with") };
    if !words.iter().all(|word| matches!(word, Value::String(_))) {
        return fail("bool2str(): Requires strings to convert to");
    }
    let [yes, no] = words;
    Ok(if *value { yes } else { no })
}

fn or(word: &Value, standard: &str) -> Value {
    if matches!(word, Value::Boolean(false)) { standard.into() } else { word.clone() }
}
