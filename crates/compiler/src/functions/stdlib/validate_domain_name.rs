//! `validate_domain_name`: fails for what is no syntactically correct domain name.

use pcore::Value;

use super::{fail, is_domain_name::is_domain};
use crate::{
    error::Outcome,
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "validate_domain_name",
    "Fails unless each argument is a syntactically correct domain name",
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
        return fail("validate_domain_name(): wrong number of arguments (0; must be > 0)");
    }
    for value in arguments {
        let shown = text::inspect(value);
        if !matches!(value, Value::String(_)) {
            return fail(format!("{shown} is not a string."));
        }
        if !is_domain(value.as_str().unwrap_or_default()) {
            return fail(format!("{shown} is not a syntactically correct domain name"));
        }
    }
    Ok(())
}
