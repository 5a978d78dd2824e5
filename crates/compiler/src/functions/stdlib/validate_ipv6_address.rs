//! `validate_ipv6_address`: fails for what is not an IPv6 address.

use pcore::Value;

use super::{address::Address, deprecation::prefer_legacy, validate_ip_address::check_addresses};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_ipv6_address",
    "Fails unless each argument is an IPv6 address",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_ipv6_address", "Stdlib::Compat::Ipv6_address", check),
    }],
    &[],
);

/// Fails for the first argument that is something else.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    check_addresses("validate_ipv6_address", "IPv6 address", arguments, Address::is_ipv6)
}
