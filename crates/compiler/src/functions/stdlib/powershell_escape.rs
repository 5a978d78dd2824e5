//! `powershell_escape`: a word for PowerShell.

use pcore::Value;

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, ruby::text},
};

pub(super) static FUNCTION: Function = Function::typed(
    "powershell_escape",
    "Returns a value as one word for PowerShell",
    &[Signature { parameters: &["Any string"], block: None, body }],
    &[("powershell_escape('a b')", "'a` b'")],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::powershell_escape",
    "Returns a value as one word for PowerShell",
    &[Signature { parameters: &["Any string"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let mut escaped = String::new();
    for letter in text::to_s(call.argument(0)).chars() {
        match letter {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => escaped.push('`'),
            '"' => escaped.push_str("\\`"),
            _ => {}
        }
        escaped.push(letter);
    }
    Ok(Value::from(escaped))
}
