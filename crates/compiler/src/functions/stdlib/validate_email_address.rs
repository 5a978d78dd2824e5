//! `validate_email_address`: fails for what is no valid email address.

use pcore::Value;

use super::{is_email_address::is_address, validate_each};
use crate::{
    error::Outcome,
    functions::{Call, Function},
};

pub(super) static FUNCTION: Function = Function::counted(
    "validate_email_address",
    "Fails unless each argument is a valid email address",
    -1,
    |call| {
        let arguments = call.arguments;
        check(call, arguments).map(|()| Value::Undef)
    },
    &[],
);

/// Fails for the first argument that is something else.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    validate_each(arguments, "validate_email_address", "a valid email address", is_address)
}
