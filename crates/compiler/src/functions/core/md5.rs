//! `md5`: a digest; and what all functions share that make one.

use pcore::Value;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, digest::Algorithm, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "md5",
    "Returns the MD5 digest of a text in hexadecimal",
    1,
    |call| of_text(call, Algorithm::Md5),
    &[("md5('x')", "'9dd4e461268c8034f5c8564e155c67a6'")],
);

/// The digest of the first argument, which must be a text.
pub(super) fn of_text(call: &mut Call<'_, '_>, algorithm: Algorithm) -> Outcome {
    match call.arguments {
        [Value::String(text), ..] => Ok(Value::from(algorithm.hexadecimal(text.as_bytes()))),
        [other, ..] => Err(Interrupt::plain(text::no_conversion(other, "String"))),
        [] => Ok(Value::Undef),
    }
}
