//! `validate_string`: fails for what is not a text.

use pcore::Value;

use super::{deprecation::prefer_legacy, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_string",
    "Fails unless each argument is a text",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_string", "Stdlib::Compat::String", check),
    }],
    &[],
);

/// Fails for the first argument that is something else.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    if arguments.is_empty() {
        return fail("validate_string(): wrong number of arguments (0; must be > 0)");
    }
    match arguments.iter().find(|value| !matches!(value, Value::String(_) | Value::Undef)) {
        Some(other) => {
            let (shown, class) = (text::inspect(other), text::class_name(other));
            fail(format!("{shown} is not a string.  It looks to be a {class}"))
        }
        None => Ok(()),
    }
}
