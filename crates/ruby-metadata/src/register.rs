//! `Puppet::ResourceApi.register_type(…)`: a type as data.

use ecow::EcoString;
use resource_api::TypeDefinition;
use ruby_prism::CallNode;

use crate::{
    Attribute, AttributeKind, TypeMetadata,
    known::{Known, Names},
    search::first_argument,
};

/// Reads the type that a call registers; nothing where not even its name can be told.
pub(crate) fn read(call: &CallNode<'_>, names: &Names) -> Option<TypeMetadata> {
    let given = first_argument(call, names)?;
    let attributes = match given.get("attributes") {
        Some(Known::Hash(entries)) => entries.iter().map(|(name, options)| attribute(name, options)).collect(),
        _ => None,
    };
    Some(TypeMetadata {
        name: given.get("name")?.name()?.clone(),
        attributes,
        features: texts(given.get("features")),
        has_title_patterns: given.get("title_patterns").is_some(),
        definition: given.value().and_then(|value| TypeDefinition::from_value(&value).ok()),
        ..TypeMetadata::default()
    })
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
