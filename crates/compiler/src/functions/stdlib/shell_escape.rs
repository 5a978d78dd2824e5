//! `shell_escape`: a word for a shell.

use pcore::Value;

use super::shell;
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "shell_escape",
    "Returns a value as one word that a shell takes as it is",
    &[Signature { parameters: &["Any string"], block: None, body }],
    &[("shell_escape('a b')", r"'a\\ b'"), ("shell_escape('')", r#""''""#)],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::shell_escape",
    "Returns a value as one word that a shell takes as it is",
    &[Signature { parameters: &["Any string"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let mut escaped = String::new();
    shell::push_escaped(&text::to_s(call.argument(0)), &mut escaped);
    Ok(Value::from(escaped))
}
