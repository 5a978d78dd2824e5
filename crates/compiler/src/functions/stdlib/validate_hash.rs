//! `validate_hash`: fails for what is not a hash.

use pcore::Value;

use super::{deprecation::prefer_legacy, fail};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_hash",
    "Fails unless each argument is a hash",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_hash", "Stdlib::Compat::Hash", check),
    }],
    &[],
);

/// Fails for the first argument that is something else.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    if arguments.is_empty() {
        return fail("validate_hash(): wrong number of arguments (0; must be > 0)");
    }
    match arguments.iter().find(|value| !matches!(value, Value::Hash(_))) {
        Some(other) => {
            let (shown, class) = (text::inspect(other), text::class_name(other));
            fail(format!("{shown} is not a Hash.  It looks to be a {class}"))
        }
        None => Ok(()),
    }
}
