//! `batch_escape`: a word for a Windows batch file.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "batch_escape",
    "Returns a value as one word of a Windows batch file",
    &[Signature { parameters: &["Any string"], block: None, body }],
    &[("batch_escape('a b')", "'\"a b\"'")],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::batch_escape",
    "Returns a value as one word of a Windows batch file",
    &[Signature { parameters: &["Any string"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let mut escaped = String::from("\"");
    for letter in text::to_s(call.argument(0)).chars() {
        match letter {
            '"' => escaped.push('"'),
            '$' | '\\' => escaped.push('\\'),
            _ => {}
        }
        escaped.push(letter);
    }
    escaped.push('"');
    Ok(Value::from(escaped))
}
