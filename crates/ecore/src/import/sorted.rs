//! Sorts documents by kind, because a directory of models contains other files as well.

use std::sync::Arc;

use diagnostics::{Location, Source, Span};
use pcore::{Value, json};
use rustc_hash::FxHashSet;

use super::Unsupported;
use crate::{
    DocumentError, function_set,
    metamodel::{ECORE, NAMESPACE},
    package::{self, Document},
    xml::{self, Element, XMI},
};

/// The documents that types are read from.
pub(super) struct Sorted {
    /// Base models, and foreign models.
    pub(super) models: Vec<Document>,
    pub(super) implementations: Vec<(Arc<Source>, Element)>,
    /// What was skipped.
    pub(super) unsupported: Vec<Unsupported>,
}

/// Sorts documents. Sets of functions are checked; the metamodel of logic and instances of the models are skipped.
/// Everything else that is not a model is an error.
pub(super) fn sort(sources: &[Arc<Source>]) -> Result<Sorted, DocumentError> {
    let mut sorted = Sorted { models: Vec::new(), implementations: Vec::new(), unsupported: Vec::new() };
    let mut others = Vec::new();
    for source in sources {
        if let Some(value) = json_of(&source.text) {
            match function_set::identity(&value) {
                Some((name, version)) => function_set::check(source, Span::default(), name, version)?,
                None if is_instance(&value) => sorted.unsupported.push(instances(source, Span::default())),
                None => {
                    let message = "this JSON is neither a set of functions nor instances";
                    return Err(no_model(source, Span::default(), message));
                }
            }
            continue;
        }
        let root = xml::read(source)?;
        match (root.name.namespace.as_str(), root.name.local.as_str()) {
            (ECORE, "EPackage") => sorted.models.push(package::read(source, &root)?),
            (XMI, "XMI") if root.children.iter().all(|child| child.name.namespace == ECORE) => {
                for child in &root.children {
                    sorted.models.push(package::read(source, child)?);
                }
            }
            (NAMESPACE, "Implementation") => sorted.implementations.push((Arc::clone(source), root)),
            _ => others.push((source, root)),
        }
    }
    if sorted.models.iter().any(|document| document.package.uri != NAMESPACE) {
        sorted.models.retain(|document| document.package.uri != NAMESPACE);
    }
    let packages = sorted.models.iter().flat_map(|document| document.package.all());
    let uris: FxHashSet<&str> = packages.map(|(_, package)| package.uri.as_str()).collect();
    for (source, root) in others {
        let is_known = |element: &Element| uris.contains(element.name.namespace.as_str());
        if is_known(&root) || root.name.namespace == XMI && root.children.iter().all(is_known) {
            sorted.unsupported.push(instances(source, root.span));
        } else {
            let message = format!("'{}' of '{}' is not a model", root.name.local, root.name.namespace);
            return Err(no_model(source, root.span, message));
        }
    }
    Ok(sorted)
}

/// Parses a JSON document; any other text is read as XML.
fn json_of(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with(['{', '[']).then(|| json::parse(text).ok())?
}

fn is_instance(value: &Value) -> bool {
    let has_type =
        |value: &Value| value.as_hash().is_some_and(|entries| entries.get(&Value::from("__ptype")).is_some());
    has_type(value) || value.as_array().and_then(|all| all.first()).is_some_and(has_type)
}

fn instances(source: &Arc<Source>, span: Span) -> Unsupported {
    let message = String::from("instances of the model, which are read with their types: --types");
    Unsupported { location: Location::new(source, span), owner: Default::default(), message }
}

fn no_model(source: &Arc<Source>, span: Span, message: impl Into<String>) -> DocumentError {
    DocumentError::new(source, span, message).hint("a model is an ecore:EPackage; instances are read with their types")
}
