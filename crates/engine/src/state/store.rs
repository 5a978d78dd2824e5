//! `transactionstore.yaml`: the values of properties after a run.
//!
//! A change back to such a value in the next run is corrective: the property was changed from outside in between.

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::{
    Hash, Value,
    yaml::{self, ParseOptions, WriteOptions, YamlError},
};
use rustc_hash::FxBuildHasher;

use super::history::{name, recordable};
use crate::transaction::history::ByReference;

type Values = IndexMap<EcoString, Value, FxBuildHasher>;

/// Reads the values of a file. Unknown entries are ignored.
pub(super) fn read(text: &str) -> Result<ByReference<Values>, String> {
    let data =
        yaml::parse_with(text, ParseOptions { times: true, objects: true }).map_err(|error| error.to_string())?;
    let resources = match &data {
        Value::Hash(entries) => entries.get_str("resources").and_then(Value::as_hash),
        Value::Undef | Value::Boolean(false) => None,
        _ => return Err("it holds no hash".into()),
    };
    let mut read = ByReference::default();
    for (reference, resource) in resources.into_iter().flat_map(Hash::iter) {
        let parameters = resource.as_hash().and_then(|resource| resource.get_str("parameters")?.as_hash());
        if let (Some(reference), Some(parameters)) = (reference.as_str(), parameters) {
            let value = |(property, entry): (&Value, &Value)| {
                Some((name(property)?.clone(), entry.as_hash()?.get_str("system_value")?.clone()))
            };
            read.insert(reference.into(), parameters.iter().filter_map(value).collect());
        }
    }
    Ok(read)
}

/// Writes values. Secrets are not written, so no change of one is known to be corrective.
pub(super) fn write(resources: &ByReference<Values>) -> Result<String, YamlError> {
    let hash = |key: &str, value: Value| Value::hash([(Value::from(key), value)]);
    let parameters = |values: &Values| {
        let plain = values.iter().filter(|(_, value)| !value.holds_secret());
        Value::hash(
            plain.map(|(property, value)| (Value::String(property.clone()), hash("system_value", recordable(value)))),
        )
    };
    let resources = resources.iter().filter(|(_, values)| !values.is_empty());
    let resources =
        resources.map(|(reference, values)| (Value::String(reference.clone()), hash("parameters", parameters(values))));
    let data = hash("resources", Value::hash(resources));
    yaml::write_with(&data, WriteOptions { tag: None, offset: Some(0) })
}
