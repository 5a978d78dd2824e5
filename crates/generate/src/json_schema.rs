//! Types as JSON Schema (draft 2020-12): which documents can be instances.
//!
//! A schema describes the shape: types, numbers of values, required features, and that there are no others. It cannot
//! express checks, invariants and `set`; its description names them.

use std::sync::Arc;

use diagnostics::Problem;
use ecow::EcoString;
use model::{Feature, FeatureKind, ModelType};
use pcore::{Hash, Value, json};
use rustc_hash::FxHashSet;
use type_tools::schema;

use crate::{
    Document,
    names::description,
    relations::{Models, find, is_concrete, is_required, must_be_given, subtypes, target},
};

/// The type of an instance, where the feature does not imply it.
const TYPE: &str = "__ptype";

/// Writes a separate schema for each type that has instances.
pub(crate) fn write(requested: &[Arc<ModelType>], models: &Models) -> Result<Vec<Document>, Problem> {
    let described = requested.iter().filter(|model| !model.is_abstract);
    let document = |model: &Arc<ModelType>| {
        let text = json::write_pretty(&schema_of(model, models)).map_err(|error| {
            let message = format!("the schema of '{}' cannot be written: {}", model.name, error.problem);
            Problem::at(model.location(), message)
        })?;
        Ok(Document { name: format!("{}.schema.json", model.name.replace("::", "-")), text: text + "\n" })
    };
    described.map(document).collect()
}

fn schema_of(model: &Arc<ModelType>, models: &Models) -> Value {
    let mut writer =
        Writer { models, definitions: Hash::default(), waiting: vec![model.clone()], known: FxHashSet::default() };
    while let Some(next) = writer.waiting.pop() {
        if !writer.known.insert(next.name.to_ascii_lowercase()) {
            continue;
        }
        let definition = writer.definition(&next);
        writer.definitions.insert(Value::String(next.name.clone()), definition);
    }
    object([
        ("$schema", "https://json-schema.org/draft/2020-12/schema".into()),
        ("title", Value::String(model.name.clone())),
        ("$ref", reference(&model.name)),
        ("$defs", Value::from(writer.definitions)),
    ])
}

struct Writer<'w> {
    models: &'w Models,
    definitions: Hash,
    waiting: Vec<Arc<ModelType>>,
    /// The lower-case names of the types that are written.
    known: FxHashSet<EcoString>,
}

impl Writer<'_> {
    fn definition(&mut self, model: &ModelType) -> Value {
        let mut properties = vec![(Value::from(TYPE), object([("const", Value::String(model.name.clone()))]))];
        let mut required = Vec::new();
        for feature in model.features.iter().filter(|feature| feature.setable) {
            properties.push((Value::String(feature.name.clone()), self.property(feature)));
            if must_be_given(model, feature) {
                required.push(Value::String(feature.name.clone()));
            }
        }
        let mut entries = vec![("type", Value::from("object")), ("properties", Value::hash(properties))];
        if !required.is_empty() {
            entries.push(("required", Value::array(required)));
        }
        entries.push(("additionalProperties", false.into()));
        let unchecked = unchecked(model);
        let text = description(model).map(str::to_owned).into_iter().chain(unchecked).collect::<Vec<_>>().join("\n\n");
        if !text.is_empty() {
            entries.insert(0, ("description", text.into()));
        }
        object(entries)
    }

    fn property(&mut self, feature: &Feature) -> Value {
        let is_required = is_required(feature);
        let mut schema = if feature.set.is_some() {
            // `set` may accept any value.
            if is_required { vec![("not", object([("type", "null".into())]))] } else { Vec::new() }
        } else {
            let element = match &feature.kind {
                FeatureKind::Attribute(data_type) => self.data(&schema::json_schema(data_type)),
                FeatureKind::Reference { .. } => self.instance(feature),
            };
            let whole = if feature.multiplicity.is_list() { list(feature, element) } else { element };
            if is_required { entries_of(whole) } else { or_null(whole) }
        };
        if let Some(text) = &feature.description {
            schema.insert(0, ("description", Value::String(text.clone())));
        }
        if let Some(default) = &feature.default {
            schema.push(("default", default.clone()));
        }
        object(schema)
    }

    /// The schema of a data type; its definitions are added to those of the document.
    fn data(&mut self, schema: &Value) -> Value {
        let Some(keywords) = schema.as_hash() else { return schema.clone() };
        if let Some(Value::Hash(definitions)) = keywords.get_str("$defs") {
            for (name, definition) in definitions.iter() {
                self.definitions.insert(name.clone(), definition.clone());
            }
        }
        let is_own = |key: &Value| !matches!(key.as_str(), Some("$schema" | "$defs"));
        Value::hash(keywords.iter().filter(|(key, _)| is_own(key)).map(|(key, value)| (key.clone(), value.clone())))
    }

    /// An instance of a type or of a subtype; a URI if it is not contained in the holder.
    fn instance(&mut self, feature: &Feature) -> Value {
        let Some((name, containment)) = target(feature) else { return Value::Boolean(true) };
        let mut choices = Vec::new();
        if !containment {
            choices.push(object([("type", "string".into()), ("format", "uri-reference".into())]));
        }
        let own = find(self.models, name).filter(|model| is_concrete(model));
        if let Some(model) = own {
            self.waiting.push(model.clone());
            choices.push(object([("$ref", reference(&model.name))]));
        }
        for model in subtypes(self.models, name).into_iter().filter(|model| is_concrete(model)) {
            self.waiting.push(model.clone());
            let named = Value::array([Value::from(TYPE)]);
            choices.push(object([("$ref", reference(&model.name)), ("required", named)]));
        }
        match choices.len() {
            0 => object([("not", Value::hash([]))]),
            1 => choices.remove(0),
            _ => object([("anyOf", Value::array(choices))]),
        }
    }
}

fn object<'k>(entries: impl IntoIterator<Item = (&'k str, Value)>) -> Value {
    Value::hash(entries.into_iter().map(|(key, value)| (Value::from(key), value)))
}

fn reference(name: &str) -> Value {
    Value::from(format!("#/$defs/{name}"))
}

fn list(feature: &Feature, element: Value) -> Value {
    let number = |count: usize| Value::Integer(i64::try_from(count).unwrap_or(i64::MAX));
    let mut entries = vec![("type", Value::from("array")), ("items", element)];
    if feature.multiplicity.min > 0 {
        entries.push(("minItems", number(feature.multiplicity.min)));
    }
    if let Some(max) = feature.multiplicity.max {
        entries.push(("maxItems", number(max)));
    }
    object(entries)
}

fn entries_of(schema: Value) -> Vec<(&'static str, Value)> {
    // `allOf` keeps the schema separate from further keywords.
    match schema.as_hash() {
        Some(keywords) if keywords.is_empty() => Vec::new(),
        _ => vec![("allOf", Value::array([schema]))],
    }
}

fn or_null(schema: Value) -> Vec<(&'static str, Value)> {
    vec![("anyOf", Value::array([schema, object([("type", "null".into())])]))]
}

/// What the schema does not check.
fn unchecked(model: &ModelType) -> Option<String> {
    let mut names = Vec::new();
    for feature in &model.features {
        let checks = feature.logic().filter(|(word, _)| matches!(*word, "validate" | "check" | "set"));
        names.extend(checks.map(|(word, _)| format!("'{word}' of '{}'", feature.name)));
    }
    for invariant in &model.invariants {
        names.push(match &invariant.title {
            Some(title) => format!("the invariant '{title}'"),
            None => String::from("an invariant"),
        });
    }
    (!names.is_empty()).then(|| format!("Not checked by this schema: {}.", names.join(", ")))
}
