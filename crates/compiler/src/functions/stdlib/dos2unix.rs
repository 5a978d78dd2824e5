//! `dos2unix`: line ends of Windows to those of Unix.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "dos2unix",
    "Returns a text with the line ends of Unix instead of those of Windows",
    1,
    body,
    &[(r#"dos2unix("a\r\nb\r\n")"#, r#""a\nb\n""#)],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.argument(0) {
        Value::String(text) => Ok(Value::from(text.replace("\r\n", "\n"))),
        _ => fail("dos2unix(): Requires string as argument"),
    }
}
