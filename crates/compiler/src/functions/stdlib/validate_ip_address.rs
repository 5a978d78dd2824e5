//! `validate_ip_address`: fails for what is no address; and what it shares with the functions for one kind of address.

use pcore::Value;

use super::{
    address::{Address, is_address},
    deprecation::prefer_legacy,
    fail,
};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_ip_address",
    "Fails unless each argument is an IP address",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_ip_address", "Stdlib::Compat::Ip_Address", check),
    }],
    &[],
);

/// Fails for the first argument that is something else.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    check_addresses("validate_ip_address", "IP address", arguments, |_| true)
}

/// Fails for the first argument that is not an address of a kind.
pub(super) fn check_addresses(
    name: &str,
    kind: &str,
    arguments: &[Value],
    is_kind: fn(&Address) -> bool,
) -> Outcome<()> {
    if arguments.is_empty() {
        return fail(format!("{name}(): wrong number of arguments (0; must be > 0)"));
    }
    for value in arguments {
        let shown = text::inspect(value);
        if !matches!(value, Value::String(_)) {
            return fail(format!("{shown} is not a string."));
        }
        if !is_address(value, is_kind) {
            return fail(format!("{shown} is not a valid {kind}."));
        }
    }
    Ok(())
}
