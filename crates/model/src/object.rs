//! The Object types of instances.

use diagnostics::Problem;
use std::sync::Arc;

use pcore::{
    Hash, Type, Value,
    types::{ModelTraits, ObjectType},
};
use syntax::ast::TypeDefinition;

use crate::{Feature, FeatureKind, ModelType, registry::definition_location};

/// Builds the Object type of a type; its parent is the Object type of the type's parent.
pub(crate) fn of(
    definition: &TypeDefinition,
    parent: Option<&ModelType>,
    features: &[Arc<Feature>],
    inherited: usize,
) -> Result<Arc<ObjectType>, Problem> {
    let own = features.iter().skip(inherited);
    let attributes = own.map(|feature| (Value::String(feature.name.clone()), attribute(feature)));
    let mut entries = vec![(Value::from("attributes"), Value::hash(attributes))];
    if let Some(parent) = parent {
        let parent = Type::Object(Some(parent.object.clone()));
        entries.push(("parent".into(), parent.into()));
    }
    let entries: Hash = entries.into_iter().collect();
    let object = ObjectType::define_for_model(Some(&definition.name), &entries);
    let object = object.map_err(|error| Problem::at(definition_location(definition), error.to_string()))?;
    let names = |wanted: fn(&Feature) -> bool| {
        features.iter().filter(|feature| wanted(feature)).map(|feature| feature.name.clone()).collect()
    };
    Ok(Arc::new(object.with_model(ModelTraits {
        transient: names(|feature| feature.transient),
        contained: names(|feature| matches!(feature.kind, FeatureKind::Reference { containment: true, .. })),
        referenced: names(|feature| matches!(feature.kind, FeatureKind::Reference { containment: false, .. })),
    })))
}

/// Converts a feature to an attribute. "Not set" is represented by `default` if it differs from nothing.
fn attribute(feature: &Feature) -> Value {
    let element = match &feature.kind {
        FeatureKind::Attribute(data_type) => data_type.clone(),
        FeatureKind::Reference { containment: true, .. } => Type::Object(None),
        FeatureKind::Reference { containment: false, .. } => Type::variant([Type::Object(None), Type::Uri(None)]),
    };
    let multiplicity = feature.multiplicity;
    let whole = feature.whole_type(element);
    let whole = if multiplicity.is_list() || multiplicity.is_required() { whole } else { Type::optional(whole) };
    let is_unset = feature.unsettable && !multiplicity.is_required();
    let is_derived = feature.derived.is_some();
    let data_type = if is_unset && !is_derived { Type::variant([Type::Default, whole]) } else { whole };
    let mut entries: Vec<(Value, Value)> = vec![("type".into(), data_type.into())];
    if is_derived {
        entries.push(("kind".into(), "derived".into()));
    } else if is_unset {
        entries.push(("value".into(), Value::Default));
    } else if !multiplicity.is_required() {
        let nothing = if multiplicity.is_list() { Value::array([]) } else { Value::Undef };
        entries.push(("value".into(), nothing));
    }
    Value::hash(entries)
}
