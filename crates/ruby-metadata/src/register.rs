//! `Puppet::ResourceApi.register_type(…)`: a type as data.

use ecow::EcoString;
use resource_api::TypeDefinition;

use crate::{Attribute, AttributeKind, TypeMetadata, known::Known};

/// Reads the type that is registered with these words; nothing where not even its name can be told.
pub(crate) fn read(given: &Known, is_plain: bool) -> Option<TypeMetadata> {
    let attributes = match given.get("attributes") {
        Some(Known::Hash(entries)) => entries.iter().map(|(name, options)| attribute(name, options)).collect(),
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

/// The whole definition. What is wrong with one is left to Ruby, which says it in its own words.
fn definition(given: &Known) -> Option<TypeDefinition> {
    let Some(Known::Hash(attributes)) = given.get("attributes") else { return None };
    // Other formats have no symbols, so that texts are taken for behaviours; Ruby refuses them.
    let is_text = |options: &Known, key: &str| matches!(options.get(key), Some(Known::Text(_)));
    if attributes.iter().any(|(_, options)| is_text(options, "behaviour") || is_text(options, "behavior")) {
        return None;
    }
    TypeDefinition::from_value(&given.value()?).ok()
}

fn attribute(name: &Known, options: &Known) -> Option<Attribute> {
    let behaviour = options.get("behaviour").or_else(|| options.get("behavior"));
    let kind = match (options, behaviour) {
        (Known::Unknown, _) | (_, Some(Known::Unknown)) => return None,
        (_, Some(Known::Text(behaviour) | Known::Symbol(behaviour))) => match behaviour.as_str() {
            "namevar" => AttributeKind::Namevar,
            "parameter" => AttributeKind::Parameter,
            _ => AttributeKind::Property,
        },
        _ => AttributeKind::Property,
    };
    Some(Attribute { name: name.name()?.clone(), kind })
}

fn texts(given: Option<&Known>) -> Vec<EcoString> {
    match given {
        Some(Known::Array(items)) => items.iter().filter_map(|item| item.name().cloned()).collect(),
        _ => Vec::new(),
    }
}
