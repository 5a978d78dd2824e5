//! `parsejson`: data from a text in JSON.

use pcore::json;

use super::parseyaml::parsed;
use crate::{
    error::{Interrupt, Outcome},
    functions::Function,
};

pub(super) static FUNCTION: Function = Function::counted(
    "parsejson",
    "Returns the data that a text in JSON holds, or a default where it cannot be read or holds none",
    -1,
    |call| parsed(call, parse),
    &[(r#"parsejson('{"a": [1, null]}')"#, "{'a' => [1, undef]}"), ("parsejson('{', 'none')", "'none'")],
);

/// Reads JSON.
pub(super) fn parse(text: &str) -> Outcome {
    json::parse(text).map_err(|error| Interrupt::plain(error.to_string()))
}
