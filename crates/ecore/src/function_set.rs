//! The function set as a document, so that other readers of a model can check whether they support all functions.

use std::sync::Arc;

use diagnostics::{Source, Span};
use model::functions::{CURRENT, FunctionSet};
use pcore::{
    Value,
    json::{self, WriteError},
};

use crate::DocumentError;

/// Returns a function set as JSON: its name, its version, and for each function its signatures, and its name outside of
/// logic if that is different.
pub fn document(set: &FunctionSet) -> Result<String, WriteError> {
    let functions = set.functions.iter().map(|function| {
        let signatures: Value = function.signatures.iter().map(|signature| Value::from(*signature)).collect();
        let mut entries: Vec<(Value, Value)> = vec![("signatures".into(), signatures)];
        entries.extend(function.same_as.map(|name| ("same_as".into(), name.into())));
        (Value::from(function.name), Value::hash(entries))
    });
    let document = Value::hash([
        ("name".into(), set.name.into()),
        ("version".into(), set.version.into()),
        ("functions".into(), Value::hash(functions)),
    ]);
    json::write_pretty(&document).map(|text| text + "\n")
}

/// Returns the name and the version of the set if a document is a function set.
pub(crate) fn identity(document: &Value) -> Option<(&str, &str)> {
    let entries = document.as_hash()?;
    let entry = |key: &str| entries.get(&Value::from(key));
    entry("functions")?.as_hash()?;
    Some((entry("name")?.as_str()?, entry("version")?.as_str()?))
}

/// Checks that the function set of a model is supported: the current set, in this or an earlier compatible version.
pub(crate) fn check(source: &Arc<Source>, span: Span, name: &str, version: &str) -> Result<(), DocumentError> {
    let numbers = |text: &str| -> Option<[u64; 3]> {
        let mut parts = text.split('.').map(|part| part.parse().ok());
        let numbers = [parts.next()??, parts.next()??, parts.next()??];
        parts.next().is_none().then_some(numbers)
    };
    let known = name == CURRENT.name
        && match (numbers(version), numbers(CURRENT.version)) {
            (Some(asked), Some(own)) => asked[0] == own[0] && asked <= own,
            _ => false,
        };
    if known {
        return Ok(());
    }
    let message = match (name, version) {
        ("", _) | (_, "") => "the model does not name the function set of its logic".to_owned(),
        _ => format!("unsupported function set {name} {version}"),
    };
    Err(DocumentError::new(source, span, message).hint(format!("{} {} is supported", CURRENT.name, CURRENT.version)))
}
