//! Reads the schema of a transport, with its own checks followed by those of attributes.
//!
//! What makes sense only for resources is ignored: reserved names, `ensure`, features, behaviours and defaults. An
//! invalid default is found when connecting.

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::{Hash, TypeNames, Value};

use super::{Draft, description, is_true, text};
use crate::{
    definition::{
        Attribute, Behaviour, DefinitionError, TypeDefinition, attribute::expects_secret, field, names,
        relations::Relations, ruby_class::ruby_class,
    },
    log::Level,
    render,
};

/// Keys with a meaning in inventories, in addition to those that start with `remote-`, in the order in which they are
/// discarded.
pub(crate) const RESERVED: [&str; 6] = ["name", "path", "query", "run-on", "remote-transport", "implementations"];

/// Whether a key has a meaning in inventories, so that a transport should not use it.
fn is_reserved(key: &str) -> bool {
    RESERVED.contains(&key) || key.starts_with("remote-")
}

/// Reads a schema: its connection information as the attributes of a type, and their order.
pub(in crate::definition) fn read(
    definition: &Value,
    known: &dyn TypeNames,
) -> Result<(TypeDefinition, Vec<EcoString>), DefinitionError> {
    let map = definition.as_hash().ok_or_else(|| {
        DefinitionError::unexpected("requires a hash as schema", definition)
            .hint("write a map with the keys name, desc and connection_info")
    })?;
    let required = |key: &str, message: &str| field(map, key).ok_or_else(|| DefinitionError::developer(message));
    let name = required("name", "requires a `:name`")?;
    required("desc", "requires `:desc`")?;
    let given = required("connection_info", "requires `:connection_info`")?;
    let given = given.as_hash().ok_or_else(|| {
        DefinitionError::unexpected("`:connection_info` must be a hash", given).within("connection_info")
    })?;
    let order = order(map, given)?;
    let name = names::transport_name(name).map_err(|error| error.within("name"))?;
    let mut messages = Vec::new();
    let description = description(name, map, &mut messages)?;
    let mut attributes = IndexMap::with_capacity_and_hasher(given.len(), Default::default());
    for (key, raw) in given.iter() {
        if !matches!(key, Value::String(_) | Value::Symbol(_)) {
            let (shown, class) = (render::interpolate(key), ruby_class(key));
            let message = format!("`:connection_info` must have names as keys, but `{shown}` is a {class}");
            let error = DefinitionError::developer(message).within("connection_info");
            return Err(error.hint("put the name of the attribute in quotes"));
        }
        let draft = Draft::read(name, key, raw, known, &mut messages);
        let attribute = finish(draft.map_err(|error| error.within("connection_info"))?, name);
        if is_reserved(&attribute.name) {
            let message = format!("`{}` uses a reserved connection_info name", attribute.qualified_name);
            messages.push((Level::Warning, message));
        }
        attributes.insert(attribute.name.clone(), attribute);
    }
    let read = TypeDefinition {
        name: name.into(),
        description,
        attributes,
        features: Vec::new(),
        title_patterns: None,
        pattern_problem: None,
        relations: Relations::default(),
        self_contained: false,
        raw: completed(map, &order).into(),
        messages,
    };
    Ok((read, order))
}

/// Returns the display order of the attributes. A given order is used unchanged.
fn order(map: &Hash, attributes: &Hash) -> Result<Vec<EcoString>, DefinitionError> {
    match field(map, "connection_info_order") {
        None | Some(Value::Undef) => Ok(attributes.keys().filter_map(|key| text(Some(key))).collect()),
        Some(Value::Array(order)) => Ok(order.iter().filter_map(|key| text(Some(key))).collect()),
        Some(other) => {
            let error = DefinitionError::unexpected("`:connection_info_order` must be an array", other);
            Err(error.within("connection_info_order"))
        }
    }
}

/// Returns the definition to keep, with an order and a unified description key.
fn completed(map: &Hash, order: &[EcoString]) -> Hash {
    let is_ruby = map.get_str("name").is_none();
    let key = |word: &str| if is_ruby { Value::Symbol(word.into()) } else { word.into() };
    let mut completed = map.clone();
    for docs in [Value::Symbol("docs".into()), "docs".into()] {
        if let Some(words) = completed.remove(&docs) {
            completed.insert(key("desc"), words);
        }
    }
    if field(&completed, "connection_info_order").is_none_or(Value::is_undef) {
        let order = order.iter().map(|name| key(name));
        completed.insert(key("connection_info_order"), order.collect());
    }
    completed
}

fn finish(draft: Draft<'_>, schema_name: &str) -> Attribute {
    let (_, behaviour) = draft.behaviour.unzip();
    Attribute {
        qualified_name: eco_format!("{schema_name}.{}", draft.name),
        name: draft.name,
        expects_secret: expects_secret(&draft.data_type),
        data_type: draft.data_type,
        type_text: draft.type_text,
        description: text(field(draft.fields, "desc")),
        default: field(draft.fields, "default").filter(|value| !value.is_undef()).cloned(),
        behaviour: Behaviour::read(behaviour).unwrap_or(Behaviour::Property),
        sensitive: field(draft.fields, "sensitive").is_some_and(is_true),
        lazy: false,
        accepts: None,
        states: Vec::new(),
        raw: draft.raw.clone(),
    }
}
