//! `is_ip_address`: whether a text is an address of IPv4 or IPv6.

use pcore::Value;

use super::{address::is_address, deprecation::prefer_match, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_ip_address",
    "Returns whether a text is an address of IPv4 or IPv6",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    prefer_match(call, "is_ip_address", "Ip_address")?;
    match call.arguments {
        [value] => Ok(Value::Boolean(is_address(value, |_| true))),
        all => fail(format!("is_ip_address(): Wrong number of arguments given {} for 1", all.len())),
    }
}
