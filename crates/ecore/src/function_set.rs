//! The function set as a document, so that whoever reads a model elsewhere can tell whether it knows all functions.

use model::functions::FunctionSet;
use pcore::{
    Value,
    json::{self, WriteError},
};

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
