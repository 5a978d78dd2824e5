//! `is_ipv6_address`: whether a text is an address of IPv6.

use pcore::Value;

use super::{
    address::{Address, is_address},
    deprecation::prefer_match,
    fail,
};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "is_ipv6_address",
    "Returns whether a text is an address of IPv6",
    &[Signature { parameters: &["Any args*"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    // The key is that of its sibling, so that only one of the two warns.
    prefer_match(call, "is_ipv4_address", "Ipv6")?;
    match call.arguments {
        [value] => Ok(Value::Boolean(is_address(value, Address::is_ipv6))),
        all => fail(format!("is_ipv6_address(): Wrong number of arguments given {} for 1", all.len())),
    }
}
