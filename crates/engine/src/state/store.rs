//! `transactionstore.yaml`: what properties were when a run left them.
//!
//! A change of such a property in the next run was made necessary by somebody else, and corrects it.

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::{
    Hash, Value,
    yaml::{self, ParseOptions, WriteOptions, YamlError},
};
use rustc_hash::FxBuildHasher;

use super::history::{kept, name};
use crate::transaction::history::ByReference;

type Values = IndexMap<EcoString, Value, FxBuildHasher>;

/// Reads the values of a file. What has no form that we know is passed over.
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
            let value = |(property, held): (&Value, &Value)| {
                Some((name(property)?.clone(), held.as_hash()?.get_str("system_value")?.clone()))
            };
            read.insert(reference.into(), parameters.iter().filter_map(value).collect());
        }
    }
    Ok(read)
}

/// Writes values. Secrets are not written: no change of one is ever known to be corrective.
pub(super) fn write(resources: &ByReference<Values>) -> Result<String, YamlError> {
    let hash = |key: &str, value: Value| Value::hash([(Value::from(key), value)]);
    let parameters = |values: &Values| {
        let plain = values.iter().filter(|(_, value)| !value.holds_secret());
        Value::hash(plain.map(|(property, value)| (Value::String(property.clone()), hash("system_value", kept(value)))))
    };
    let resources = resources.iter().filter(|(_, values)| !values.is_empty());
    let resources =
        resources.map(|(reference, values)| (Value::String(reference.clone()), hash("parameters", parameters(values))));
    let data = hash("resources", Value::hash(resources));
    yaml::write_with(&data, WriteOptions { tag: None, offset: Some(0) })
}
