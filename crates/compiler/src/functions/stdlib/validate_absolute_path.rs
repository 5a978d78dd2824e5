//! `validate_absolute_path`: fails for what is not an absolute path.

use pcore::Value;

use super::{deprecation::prefer_legacy, fail, is_absolute_path::is_absolute};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_absolute_path",
    "Fails unless each argument, or each element of an array, is an absolute path",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_absolute_path", "Stdlib::Compat::Absolute_Path", check),
    }],
    &[],
);

/// Fails for the first path that is not absolute.
pub(super) fn check(call: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    if arguments.is_empty() {
        return fail("validate_absolute_path(): wrong number of arguments (0; must be > 0)");
    }
    for argument in arguments {
        let paths = match argument {
            Value::Array(paths) => paths.as_slice(),
            path => std::slice::from_ref(path),
        };
        if let Some(path) = paths.iter().find(|path| !is_absolute(call, path)) {
            return fail(format!("{} is not an absolute path.", text::inspect(path)));
        }
    }
    Ok(())
}
