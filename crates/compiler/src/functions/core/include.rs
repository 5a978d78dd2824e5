//! `include`: declares classes that are not declared yet.

use pcore::{Type, Value};

use super::super::{Call, Function, Signature};
use crate::{catalog, error::Outcome};

pub(super) static FUNCTION: Function = Function::typed(
    "include",
    "Declares one or more classes, unless they are declared already, and returns references to them",
    &[Signature { parameters: &["Any names+"], block: None, body: include }],
    &[],
);

fn include(call: &mut Call<'_, '_>) -> Outcome {
    let names = catalog::class_names(call.arguments)?;
    call.compilation.include_classes(call.frame.scope, &names)?;
    Ok(references(&names))
}

/// References to classes by the names that were given.
pub(super) fn references(names: &[ecow::EcoString]) -> Value {
    let bare = names.iter().map(|name| name.strip_prefix("::").unwrap_or(name));
    bare.map(|name| Value::Type(Type::Class(Some(name.into())).into())).collect()
}
