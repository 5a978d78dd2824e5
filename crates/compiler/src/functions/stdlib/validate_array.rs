//! `validate_array`: fails for what is not an array.

use pcore::Value;

use super::{deprecation::prefer_legacy, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_array",
    "Fails unless each argument is an array",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_array", "Stdlib::Compat::Array", check),
    }],
    &[],
);

/// Fails for the first argument that is something else.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    if arguments.is_empty() {
        return fail("validate_array(): wrong number of arguments (0; must be > 0)");
    }
    match arguments.iter().find(|value| !matches!(value, Value::Array(_))) {
        Some(other) => {
            let (shown, class) = (text::inspect(other), text::class_name(other));
            fail(format!("{shown} is not an Array.  It looks to be a {class}"))
        }
        None => Ok(()),
    }
}
