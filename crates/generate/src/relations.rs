//! What types are to each other: which extend which, which hold which.

use std::{ops::Deref, sync::Arc};

use ecow::EcoString;
use model::{Behaviour, Feature, FeatureKind, ModelType};
use rustc_hash::FxHashMap;

/// Whether two names are those of one type.
pub(crate) fn same(one: &str, two: &str) -> bool {
    one.eq_ignore_ascii_case(two)
}

/// Types, with what is asked of them again and again.
pub(crate) struct Models {
    all: Vec<Arc<ModelType>>,
    /// The place of each type, by its name in lower case.
    places: FxHashMap<EcoString, usize>,
    /// The places of the types that extend a type, by its name in lower case.
    below: FxHashMap<EcoString, Vec<usize>>,
}

impl Models {
    pub fn of(all: Vec<Arc<ModelType>>) -> Models {
        let mut places = FxHashMap::default();
        let mut below: FxHashMap<EcoString, Vec<usize>> = FxHashMap::default();
        for (place, model) in all.iter().enumerate() {
            places.entry(model.name.to_ascii_lowercase()).or_insert(place);
            for ancestor in model.ancestry().skip(1) {
                below.entry(ancestor.name.to_ascii_lowercase()).or_default().push(place);
            }
        }
        Models { all, places, below }
    }

    /// The place of a type.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.get(&EcoString::from(name).to_ascii_lowercase()).copied()
    }
}

impl Deref for Models {
    type Target = [Arc<ModelType>];

    fn deref(&self) -> &[Arc<ModelType>] {
        &self.all
    }
}

/// A type by its name.
pub(crate) fn find<'m>(models: &'m Models, name: &str) -> Option<&'m Arc<ModelType>> {
    models.get(models.place(name)?)
}

/// Whether something of a type can stand where data says so: it has instances, and they are not resources.
pub(crate) fn is_concrete(model: &ModelType) -> bool {
    !model.is_abstract && !model.is_resource
}

/// The types that extend a type, without itself.
pub(crate) fn subtypes<'m>(models: &'m Models, name: &str) -> Vec<&'m Arc<ModelType>> {
    let below = models.below.get(&EcoString::from(name).to_ascii_lowercase());
    below.into_iter().flatten().filter_map(|place| models.get(*place)).collect()
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
