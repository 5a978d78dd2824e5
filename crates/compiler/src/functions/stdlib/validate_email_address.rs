//! `validate_email_address`: fails for what is no valid email address.

use pcore::Value;

use super::{fail, is_email_address::is_address};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
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
    if arguments.is_empty() {
        return fail("validate_email_address(): wrong number of arguments (0; must be > 0)");
    }
    for value in arguments {
        let shown = text::inspect(value);
        if !matches!(value, Value::String(_)) {
            return fail(format!("{shown} is not a string."));
        }
        if !is_address(value) {
            return fail(format!("{shown} is not a valid email address"));
        }
    }
    Ok(())
}
