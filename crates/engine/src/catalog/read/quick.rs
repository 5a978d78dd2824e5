//! Reads catalogs that are in order, in one go.
//!
//! Whatever is not as nearly all catalogs have it ends the reading without an answer: other keys, keys that are there twice,
//! values of another kind.

use std::{borrow::Cow, fmt};

use ecow::EcoString;
use pcore::{
    Hash, TypeNames, Value,
    json::{self, JsonPath, Plain},
};
use serde::{
    Deserialize,
    de::{Deserializer, Error, MapAccess, Visitor},
};

use super::{
    CLASS, Catalog, CatalogIndex, Declared, Reader, canonical_type, class_title, is_plain, split_reference, tags,
};

/// The catalog, if it is in order.
pub(super) fn read(text: &str, names: &dyn TypeNames) -> Option<Catalog> {
    let document: Document<'_> = json::read_as(text)?;
    let mut read = Read { names, file: None, type_name: None };
    let version = document.version.map_or(Value::Undef, |version| version.0);
    if !matches!(version, Value::Undef | Value::Integer(_) | Value::String(_)) {
        return None;
    }
    let object = |value: Option<Plain>| match value {
        None => Some(Value::Undef),
        Some(Plain(value)) => matches!(value, Value::Undef | Value::Hash(_)).then_some(value),
    };
    let resources = document.resources.unwrap_or_default().into_iter().map(|resource| read.resource(resource));
    let mut catalog = Catalog {
        resources: resources.collect::<Option<_>>()?,
        name: text_of(document.name).unwrap_or_default(),
        version,
        code_id: text_of(document.code_id),
        uuid: text_of(document.catalog_uuid),
        format: document.catalog_format.unwrap_or_default(),
        environment: text_of(document.environment).unwrap_or_default(),
        tags: tags(texts(document.tags)).ok()?,
        classes: texts(document.classes),
        metadata: object(document.metadata)?,
        recursive_metadata: object(document.recursive_metadata)?,
        containment: Vec::new(),
    };
    let index = CatalogIndex::new(&catalog).ok()?;
    let place_of = |reference: Text<'_>| {
        split_reference(&reference.0)?;
        index.find(&reference.0)
    };
    let edges = document.edges.unwrap_or_default().into_iter();
    catalog.containment =
        edges.map(|edge| Some((place_of(edge.source)?, place_of(edge.target)?))).collect::<Option<_>>()?;
    Some(catalog)
}

/// What resources have in common with the one before, so that it is there once.
struct Read<'r> {
    names: &'r dyn TypeNames,
    file: Option<EcoString>,
    /// The name of a type as it was written, and as it is known.
    type_name: Option<(EcoString, EcoString)>,
}

impl Read<'_> {
    fn resource(&mut self, given: Resource<'_>) -> Option<Declared> {
        let type_name = self.type_name(&given.type_name.0);
        let title = EcoString::from(given.title.0);
        Some(Declared {
            title: if type_name == CLASS { class_title(title) } else { title },
            type_name,
            tags: tags(texts(given.tags)).ok()?,
            file: given.file.map(|file| self.file(&file.0)),
            line: given.line,
            exported: given.exported.unwrap_or_default(),
            kind: text_of(given.kind),
            parameters: self.parameters(given.parameters, given.sensitive_parameters)?,
        })
    }

    fn type_name(&mut self, given: &str) -> EcoString {
        match &self.type_name {
            Some((written, known)) if written == given => known.clone(),
            _ => {
                let known = canonical_type(given);
                self.type_name = Some((given.into(), known.clone()));
                known
            }
        }
    }

    fn file(&mut self, given: &str) -> EcoString {
        match &self.file {
            Some(last) if last == given => last.clone(),
            _ => self.file.insert(given.into()).clone(),
        }
    }

    fn parameters(&self, given: Option<Parameters>, secret: Option<Vec<Text<'_>>>) -> Option<Vec<(EcoString, Value)>> {
        let Parameters(mut given) = given.unwrap_or_default();
        let secret = texts(secret);
        if secret.is_empty() && given.iter().all(|(name, value)| is_plain(name, value)) {
            given.retain(|(_, value)| !value.is_undef());
            return Some(given);
        }
        let entries: Hash = given.into_iter().map(|(name, value)| (Value::String(name), value)).collect();
        let mut reader = Reader { text: "", names: self.names, path: JsonPath::default() };
        reader.given_parameters(&Value::from(entries), secret).ok()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'t> {
    #[serde(borrow)]
    name: Option<Text<'t>>,
    version: Option<Plain>,
    code_id: Option<Text<'t>>,
    catalog_uuid: Option<Text<'t>>,
    catalog_format: Option<i64>,
    environment: Option<Text<'t>>,
    tags: Option<Vec<Text<'t>>>,
    classes: Option<Vec<Text<'t>>>,
    metadata: Option<Plain>,
    recursive_metadata: Option<Plain>,
    resources: Option<Vec<Resource<'t>>>,
    edges: Option<Vec<Edge<'t>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resource<'t> {
    #[serde(borrow, rename = "type")]
    type_name: Text<'t>,
    title: Text<'t>,
    tags: Option<Vec<Text<'t>>>,
    file: Option<Text<'t>>,
    line: Option<u32>,
    exported: Option<bool>,
    kind: Option<Text<'t>>,
    parameters: Option<Parameters>,
    sensitive_parameters: Option<Vec<Text<'t>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edge<'t> {
    #[serde(borrow)]
    source: Text<'t>,
    target: Text<'t>,
}

/// A text, which is that of the document itself unless something in it is escaped.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

fn text_of(text: Option<Text<'_>>) -> Option<EcoString> {
    text.map(|text| text.0.into())
}

fn texts(texts: Option<Vec<Text<'_>>>) -> Vec<EcoString> {
    texts.unwrap_or_default().into_iter().map(|text| text.0.into()).collect()
}

/// The parameters of a resource, each once.
#[derive(Default)]
struct Parameters(Vec<(EcoString, Value)>);

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Parameters, D::Error> {
        deserializer.deserialize_map(ParametersVisitor).map(Parameters)
    }
}

struct ParametersVisitor;

/// More are rare, and to see whether one is there twice would take too long.
const MOST_PARAMETERS: usize = 64;

impl<'de> Visitor<'de> for ParametersVisitor {
    type Value = Vec<(EcoString, Value)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut parameters: Self::Value = Vec::with_capacity(8);
        while let Some(Text(name)) = entries.next_key()? {
            let is_known = parameters.len() == MOST_PARAMETERS || parameters.iter().any(|(known, _)| *known == *name);
            if is_known {
                return Err(A::Error::custom("a parameter is there twice, or there are too many of them"));
            }
            let Plain(value) = entries.next_value()?;
            parameters.push((name.into(), value));
        }
        Ok(parameters)
    }
}

#[cfg(test)]
mod tests;
