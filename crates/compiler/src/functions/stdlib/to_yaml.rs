//! `to_yaml`: a value as YAML.

use pcore::{Value, yaml};

use super::fail;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature, ruby::text},
};

const SIGNATURES: &[Signature] = &[Signature { parameters: &["Any data", "Hash options?"], block: None, body }];

pub(super) static FUNCTION: Function = Function::typed(
    "to_yaml",
    "Returns a value as YAML; a secret is not shown",
    SIGNATURES,
    &[(r#"to_yaml({'a' => [1, 'b']})"#, r#""---\na:\n- 1\n- b\n""#)],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::to_yaml",
    "Returns a value as YAML; a secret is not shown",
    SIGNATURES,
    &[(r#"stdlib::to_yaml([1])"#, r#""---\n- 1\n""#)],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    if let Value::Hash(options) = call.argument(1) {
        for (name, value) in options.iter() {
            // What is so anyway need not be supported.
            let is_standard = match name.as_str() {
                Some("indentation") => value.as_integer() == Some(2),
                Some("line_width") => value.as_integer() == Some(0),
                _ => false,
            };
            if !is_standard {
                return fail(format!("{}(): the option '{name}' is not supported", call.name));
            }
        }
    }
    // The deeper a line is, the farther it is indented.
    call.compilation.budget.size(call.argument(0).indented_size())?;
    let written = yaml::write(&data(call.argument(0))).map_err(|error| Interrupt::plain(error.to_string()))?;
    Ok(Value::from(written))
}

/// What YAML has no form for becomes its text.
fn data(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(data).collect(),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (data(key), data(value)))),
        Value::Undef
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Symbol(_) => value.clone(),
        other => Value::from(text::to_s(other)),
    }
}
