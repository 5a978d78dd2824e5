//! `Puppet::ResourceApi.register_type(…)`: a type as data.

use ecow::EcoString;
use resource_api::TypeDefinition;

use crate::{Attribute, AttributeKind, TypeMetadata, static_value::StaticValue};

/// Reads the type that is registered with these words; nothing if not even its name is known.
pub(crate) fn read(given: &StaticValue, is_plain: bool) -> Option<TypeMetadata> {
    let attributes = match given.get("attributes") {
        Some(StaticValue::Hash(entries)) => entries.iter().map(|(name, options)| attribute(name, options)).collect(),
        _ => None,
    };
    Some(TypeMetadata {
        name: given.get("name")?.name()?.clone(),
        attributes,
        features: texts(given.get("features")),
        has_title_patterns: given.get("title_patterns").is_some(),
        definition: definition(given).filter(|_| is_plain),
        ..TypeMetadata::default()
    })
}

/// The whole definition. Errors are left to Ruby, which reports them in its own words.
fn definition(given: &StaticValue) -> Option<TypeDefinition> {
    let Some(StaticValue::Hash(attributes)) = given.get("attributes") else { return None };
    // Other formats have no symbols, so that texts are taken for behaviours; Ruby refuses them.
    let is_text = |options: &StaticValue, key: &str| matches!(options.get(key), Some(StaticValue::Text(_)));
    if attributes.iter().any(|(_, options)| is_text(options, "behaviour") || is_text(options, "behavior")) {
        return None;
    }
    TypeDefinition::from_value(&given.value()?).ok()
}

fn attribute(name: &StaticValue, options: &StaticValue) -> Option<Attribute> {
    let behaviour = options.get("behaviour").or_else(|| options.get("behavior"));
    let kind = match (options, behaviour) {
        (StaticValue::Unknown, _) | (_, Some(StaticValue::Unknown)) => return None,
        (_, behaviour) => AttributeKind::of_behaviour(behaviour.and_then(StaticValue::name).map_or("", |name| name)),
    };
    Some(Attribute { name: name.name()?.clone(), kind })
}

fn texts(given: Option<&StaticValue>) -> Vec<EcoString> {
    match given {
        Some(StaticValue::Array(items)) => items.iter().filter_map(|item| item.name().cloned()).collect(),
        _ => Vec::new(),
    }
}
