//! `validate_numeric`: fails for what is no number, or too large or small.

use pcore::Value;

use super::{deprecation::prefer_legacy, validate_integer::Numbers};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::number},
};

pub(super) static FUNCTION: Function = Function::typed(
    "validate_numeric",
    "Fails unless a value, or each element of an array, is a number, not above and not below a limit",
    &[Signature {
        parameters: &["Any args*"],
        block: None,
        body: |call| prefer_legacy(call, "validate_numeric", "Stdlib::Compat::Numeric", check),
    }],
    &[],
);

/// Fails for what is no number, or too large or small.
pub(super) fn check(_: &mut Call<'_, '_>, arguments: &[Value]) -> Outcome<()> {
    let read = |text: &str| number::float(text).map(Value::Float);
    Numbers { name: "validate_numeric", kind: "a Numeric", name_for_hash: "validate_integer", read }.check(arguments)
}
