//! `validate_domain_name`: fails for what is no syntactically correct domain name.

use pcore::Value;

use super::{is_domain_name::is_domain, validate_each};
use crate::{
    error::Outcome,
    functions::{Call, Function},
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
    let is_meant = |value: &Value| is_domain(value.as_str().unwrap_or_default());
    validate_each(arguments, "validate_domain_name", "a syntactically correct domain name", is_meant)
}
