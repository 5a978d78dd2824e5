//! What a catalog leaves to the machine that applies it: the functions of `Deferred` values are called there.

use catalog::Catalog;
use pcore::Value;

use super::standalone::{into_result, with_call};
use crate::{Compilation, error::Failure, functions::resolve_deferred};

/// Replaces the `Deferred` values of a catalog with their results, in the order of its resources.
pub fn resolve(compilation: &mut Compilation<'_>, catalog: &mut Catalog) -> Result<(), Box<Failure>> {
    with_call(compilation, |call| {
        let parameters = catalog.resources.iter_mut().flat_map(|resource| &mut resource.parameters);
        for (_, value) in parameters.filter(|(_, value)| holds_deferred(value)) {
            *value = into_result(resolve_deferred(call, value))?;
        }
        Ok(())
    })
}

/// Whether a catalog leaves anything to the machine that applies it.
pub fn has_deferred(catalog: &Catalog) -> bool {
    catalog.resources.iter().any(|resource| resource.parameters.iter().any(|(_, value)| holds_deferred(value)))
}

fn holds_deferred(value: &Value) -> bool {
    match value {
        Value::Object(instance) => instance.object_type().label() == "Deferred",
        Value::Sensitive(secret) => holds_deferred(secret),
        Value::Array(items) => items.iter().any(holds_deferred),
        Value::Hash(hash) => hash.iter().any(|(key, value)| holds_deferred(key) || holds_deferred(value)),
        _ => false,
    }
}
