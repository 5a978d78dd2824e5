//! The function set as a document, so that whoever reads a model elsewhere can tell whether it knows all functions.

use std::sync::Arc;

use diagnostics::{Source, Span};
use model::functions::{CURRENT, FunctionSet};
use pcore::{
    Value,
    json::{self, WriteError},
};

use crate::Faulty;

/// A function set in JSON: its name, its version, and for each function how it is called, as types of the language.
/// Where a function is known by another name outside of logic, that is said.
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

/// The name and the version of the set that a document is, if it is one.
pub(crate) fn said(document: &Value) -> Option<(&str, &str)> {
    let entries = document.as_hash()?;
    let entry = |key: &str| entries.get(&Value::from(key));
    entry("functions")?.as_hash()?;
    Some((entry("name")?.as_str()?, entry("version")?.as_str()?))
}

/// Whether the function set that logic is written for is known here: the same one, in this version or an earlier one
/// that it includes.
pub(crate) fn check(source: &Arc<Source>, span: Span, name: &str, version: &str) -> Result<(), Faulty> {
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
        ("", _) | (_, "") => "the model does not say which function set its logic is for".to_owned(),
        _ => format!("the logic is for the function set {name} {version}, which is not known here"),
    };
    Err(Faulty::new(source, span, message).hint(format!("known is {} {}", CURRENT.name, CURRENT.version)))
}
