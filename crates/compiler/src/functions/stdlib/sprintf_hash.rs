//! `sprintf_hash`: values of a hash in a format.

use super::deprecation::deprecate;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "sprintf_hash",
    "Returns a text in which values of a hash stand in place of directives such as %<name>s; sprintf can do it, too",
    &[Signature { parameters: &["String format", "Hash arguments"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let message = "This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in sprintf instead";
    deprecate(call, "sprintf_hash", message, true)?;
    call.call_function("sprintf", call.arguments)
}
