//! `is_mac_address`: whether a text is the address of a network card.

use pcore::Value;

use super::fail;
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "is_mac_address",
    "Returns whether a text is the address of a network card, of 6 or 20 bytes",
    -1,
    body,
    &[("is_mac_address('00:11:22:aa:bb:cc')", "true"), ("is_mac_address('00:11')", "false")],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    match call.arguments {
        [Value::String(text)] => Ok(Value::Boolean(text.lines().any(is_address))),
        [other] => fail(text::no_conversion(other, "String")),
        all => fail(format!("is_mac_address(): Wrong number of arguments given {} for 1", all.len())),
    }
}

fn is_address(text: &str) -> bool {
    let is_byte = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    matches!(text.split(':').count(), 6 | 20) && text.split(':').all(is_byte)
}
