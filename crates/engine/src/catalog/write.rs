//! From a catalog to Puppet's JSON.

use ecow::EcoString;
use pcore::{
    Hash, Value, json,
    rich_data::{self, EncodeOptions, RichDataError},
};

use super::{Catalog, Declared};

/// What becomes of secrets when a catalog is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// They are written, as Puppet does: whoever applies the catalog needs them.
    Written,
    /// A text stands in their place. Such a catalog is for reading, not for applying.
    Redacted,
}

/// What stands for a secret that is not written.
const REDACTED: &str = "Sensitive [value redacted]";

impl Catalog {
    /// Writes Puppet's JSON in one line, its keys in the order that Puppet has.
    ///
    /// ```
    /// use engine::catalog::{Catalog, Declared, Secrets};
    /// use pcore::Value;
    ///
    /// let secret = ("message".into(), Value::sensitive(Value::from("s3cret")));
    /// let notify = Declared { type_name: "Notify".into(), title: "n".into(), parameters: vec![secret], ..Declared::default() };
    /// let catalog = Catalog { resources: vec![notify], ..Catalog::default() };
    ///
    /// let text = catalog.to_json(Secrets::Written)?;
    /// assert!(text.contains(r#""parameters":{"message":"s3cret"},"sensitive_parameters":["message"]"#));
    /// assert!(!catalog.to_json(Secrets::Redacted)?.contains("s3cret"));
    /// # Ok::<(), pcore::rich_data::RichDataError>(())
    /// ```
    pub fn to_json(&self, secrets: Secrets) -> Result<String, RichDataError> {
        Ok(json::write(&self.to_data(secrets)?)?)
    }

    /// Writes Puppet's JSON in lines.
    pub fn to_json_pretty(&self, secrets: Secrets) -> Result<String, RichDataError> {
        Ok(json::write_pretty(&self.to_data(secrets)?)?)
    }

    /// The catalog as plain data.
    pub fn to_data(&self, secrets: Secrets) -> Result<Value, RichDataError> {
        let resources = self.resources.iter().map(|resource| resource.to_data(secrets));
        let resources: Value = Value::Array(resources.collect::<Result<_, _>>()?);
        let mut data = Hash::default();
        let mut put = |key: &str, value: Value| drop(data.insert(Value::from(key), value));
        put("tags", texts(&self.tags));
        put("name", Value::String(self.name.clone()));
        put("version", self.version.clone());
        put("code_id", text(self.code_id.as_ref()));
        put("catalog_uuid", text(self.uuid.as_ref()));
        put("catalog_format", Value::Integer(self.format));
        put("environment", Value::String(self.environment.clone()));
        put("resources", resources);
        put("edges", self.edges());
        put("classes", texts(&self.classes));
        for (key, metadata) in [("metadata", &self.metadata), ("recursive_metadata", &self.recursive_metadata)] {
            if metadata.as_hash().is_some_and(|entries| !entries.is_empty()) {
                put(key, metadata.clone());
            }
        }
        Ok(Value::from(data))
    }

    /// A container may hold very many resources, so each reference is written only once.
    fn edges(&self) -> Value {
        let mut references: Vec<Option<Value>> = vec![None; self.resources.len()];
        let mut reference = |place: usize| {
            let resource = self.resources.get(place)?;
            let known = references.get_mut(place)?;
            Some(known.get_or_insert_with(|| Value::from(resource.to_string())).clone())
        };
        let edge = |(source, target): &(usize, usize)| {
            Some(Value::hash([
                (Value::from("source"), reference(*source)?),
                (Value::from("target"), reference(*target)?),
            ]))
        };
        self.containment.iter().filter_map(edge).collect()
    }
}

impl Declared {
    fn to_data(&self, secrets: Secrets) -> Result<Value, RichDataError> {
        let mut data = Hash::default();
        let mut put = |key: &str, value: Value| drop(data.insert(Value::from(key), value));
        put("type", Value::String(self.type_name.clone()));
        put("title", Value::String(self.title.clone()));
        put("tags", texts(&self.tags));
        if let Some(file) = &self.file {
            put("file", Value::String(file.clone()));
        }
        if let Some(line) = self.line {
            put("line", Value::from(line));
        }
        put("exported", Value::Boolean(self.exported));
        if let Some(kind) = &self.kind {
            put("kind", Value::String(kind.clone()));
        }
        let mut secret = Vec::new();
        let mut parameters = Hash::with_capacity(self.parameters.len());
        for (name, value) in self.parameters.iter().filter(|(_, value)| !value.is_undef()) {
            if matches!(value, Value::Sensitive(_)) {
                secret.push(Value::String(name.clone()));
            }
            let value = match (value, secrets) {
                (Value::Sensitive(inner), Secrets::Written) => inner.as_ref().clone(),
                (Value::Sensitive(_), Secrets::Redacted) => Value::from(REDACTED),
                (other, Secrets::Written) => other.clone(),
                (other, Secrets::Redacted) => redacted(other),
            };
            parameters.insert(Value::String(name.clone()), value);
        }
        if !parameters.is_empty() {
            put("parameters", rich_data::encode(&Value::from(parameters), EncodeOptions::CATALOG)?);
        }
        if !secret.is_empty() {
            put("sensitive_parameters", Value::array(secret));
        }
        Ok(Value::from(data))
    }
}

/// A value with a text in place of every secret.
fn redacted(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => Value::from(REDACTED),
        Value::Array(items) => items.iter().map(redacted).collect(),
        Value::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (redacted(key), redacted(value)))),
        other => other.clone(),
    }
}

fn text(text: Option<&EcoString>) -> Value {
    text.map_or(Value::Undef, |text| Value::String(text.clone()))
}

fn texts(texts: &[EcoString]) -> Value {
    texts.iter().cloned().map(Value::String).collect()
}
