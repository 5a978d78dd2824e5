//! What types are to each other: which extend which, which hold which.

use std::sync::Arc;

use model::{Behaviour, Feature, FeatureKind, ModelType};

/// Whether two names are those of one type.
pub(crate) fn same(one: &str, two: &str) -> bool {
    one.eq_ignore_ascii_case(two)
}

/// A type by its name.
pub(crate) fn find<'m>(models: &'m [Arc<ModelType>], name: &str) -> Option<&'m Arc<ModelType>> {
    models.iter().find(|model| same(&model.name, name))
}

/// Whether something of a type can stand where data says so: it has instances, and they are not resources.
pub(crate) fn is_concrete(model: &ModelType) -> bool {
    !model.is_abstract && !model.is_resource
}

/// The types that extend a type, without itself.
pub(crate) fn subtypes<'m>(models: &'m [Arc<ModelType>], name: &str) -> Vec<&'m Arc<ModelType>> {
    models.iter().filter(|model| model.ancestry().skip(1).any(|ancestor| same(&ancestor.name, name))).collect()
}

/// The features that are written in a document.
pub(crate) fn written(model: &ModelType) -> impl Iterator<Item = &Arc<Feature>> {
    model.features.iter().filter(|feature| !feature.transient)
}

/// Whether there must be a value in the end.
pub(crate) fn is_required(feature: &Feature) -> bool {
    feature.multiplicity.is_required() || feature.behaviour == Some(Behaviour::Namevar)
}

/// Whether something must be said of a feature: nothing else gives it a value.
pub(crate) fn must_be_given(model: &ModelType, feature: &Feature) -> bool {
    let is_set_by_others = || {
        let others = model.features.iter().filter(|other| other.name != feature.name);
        others.filter_map(|other| other.set.as_ref()).any(|set| set.variables.contains(&feature.name))
    };
    is_required(feature) && feature.default.is_none() && feature.derived.is_none() && !is_set_by_others()
}

/// The type that a feature holds instances of, and whether they are part of the holder.
pub(crate) fn target(feature: &Feature) -> Option<(&str, bool)> {
    match &feature.kind {
        FeatureKind::Reference { target, containment } => Some((target, *containment)),
        FeatureKind::Attribute(_) => None,
    }
}
