//! What a catalog leaves to the machine that applies it: the functions of `Deferred` values are called there.

use std::sync::Arc;

use catalog::Catalog;
use diagnostics::{Location, Source, Span};
use pcore::Value;

use super::standalone::into_result;
use crate::{
    Compilation,
    error::Failure,
    frame::Frame,
    functions::{Call, resolve_deferred},
    scope::Scopes,
};

/// Replaces the `Deferred` values of a catalog with their results, in the order of its resources.
pub fn resolve(compilation: &mut Compilation<'_>, catalog: &mut Catalog) -> Result<(), Box<Failure>> {
    // Functions are called for a catalog, not in a text.
    let source = Arc::new(Source::new("", ""));
    let frame = Frame { scope: Scopes::TOP, source: source.clone(), module: None };
    let location = Location { source, span: Span { start: 0, end: 0 } };
    for resource in &mut catalog.resources {
        for (_, value) in resource.parameters.iter_mut().filter(|(_, value)| holds_deferred(value)) {
            let (arguments, block) = (&[], None);
            let mut call = Call { compilation, frame: &frame, location: &location, name: "call", arguments, block };
            let resolved = resolve_deferred(&mut call, value);
            *value = into_result(resolved)?;
        }
    }
    Ok(())
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
