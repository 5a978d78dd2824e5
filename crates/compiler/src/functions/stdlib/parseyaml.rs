//! `parseyaml`: data from a text in YAML; and what it shares with the other functions that read data.

use pcore::{Value, yaml};

use super::fail;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "parseyaml",
    "Returns the data that a text in YAML holds, or a default where it cannot be read or holds none",
    -1,
    |call| parsed(call, parse),
    &[(r#"parseyaml("a: 1\nb: [x]")"#, "{'a' => 1, 'b' => ['x']}"), ("parseyaml('a: [', 'none')", "'none'")],
);

/// Reads YAML.
pub(super) fn parse(text: &str) -> Outcome {
    yaml::parse(text).map_err(|error| Interrupt::plain(error.to_string()))
}

/// Reads the first argument; the second takes the place of what is not there.
pub(super) fn parsed(call: &Call<'_, '_>, parse: fn(&str) -> Outcome) -> Outcome {
    match call.arguments {
        [] => fail("Wrong number of arguments. 1 or 2 arguments should be provided."),
        [Value::String(text), rest @ ..] => or_default(parse(text), rest.first()),
        [other, rest @ ..] => or_default(fail(text::no_conversion(other, "String")), rest.first()),
    }
}

/// What was read, or the default where it cannot be read, or is nothing or false.
pub(super) fn or_default(read: Outcome, default: Option<&Value>) -> Outcome {
    let is_set = |value: &Value| !matches!(value, Value::Undef | Value::Boolean(false));
    match read {
        Ok(value) if is_set(&value) => Ok(value),
        Ok(_) => Ok(default.cloned().unwrap_or_default()),
        Err(error) => default.filter(|value| is_set(value)).cloned().ok_or(error),
    }
}
