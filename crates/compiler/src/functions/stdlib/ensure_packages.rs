//! `ensure_packages`: declares packages unless they are there.

use pcore::{Hash, Value};

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

const SIGNATURES: &[Signature] = &[Signature {
    parameters: &[
        "Variant[String[1], Array[String[1]], Hash[String[1], Any]] packages",
        "Optional[Hash] default_attributes?",
    ],
    block: None,
    body,
}];

pub(super) static FUNCTION: Function = Function::typed(
    "ensure_packages",
    "Declares packages as installed unless they were declared with the same parameters",
    SIGNATURES,
    &[],
);

/// The same by the name of its module.
pub(super) static NAMESPACED: Function = Function::typed(
    "stdlib::ensure_packages",
    "Declares packages as installed unless they were declared with the same parameters",
    SIGNATURES,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let mut defaults = Hash::default();
    defaults.insert("ensure".into(), "installed".into());
    if let Value::Hash(given) = call.argument(1) {
        defaults.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    // The two words mean the same, and must not make two declarations differ.
    if defaults.get_str("ensure").and_then(Value::as_str) == Some("present") {
        defaults.insert("ensure".into(), "installed".into());
    }
    let function = if matches!(call.argument(0), Value::Hash(_)) { "ensure_resources" } else { "ensure_resource" };
    let packages = call.argument(0).clone();
    call.call_function(function, &["package".into(), packages, Value::from(defaults)])?;
    Ok(Value::Undef)
}
