//! Relations between types: inheritance and references.

use std::{ops::Deref, sync::Arc};

use ecow::EcoString;
use model::{Behaviour, Feature, FeatureKind, ModelType};
use rustc_hash::FxHashMap;

/// Types with indices for frequent lookups.
pub(crate) struct Models {
    all: Vec<Arc<ModelType>>,
    /// The index of each type, by its lower-case name.
    indices: FxHashMap<EcoString, usize>,
    /// The indices of the subtypes of a type, by its lower-case name.
    below: FxHashMap<EcoString, Vec<usize>>,
}

impl Models {
    pub fn of(all: Vec<Arc<ModelType>>) -> Models {
        let mut indices = FxHashMap::default();
        let mut below: FxHashMap<EcoString, Vec<usize>> = FxHashMap::default();
        for (index, model) in all.iter().enumerate() {
            indices.entry(model.name.to_ascii_lowercase()).or_insert(index);
            for ancestor in model.ancestry().skip(1) {
                below.entry(ancestor.name.to_ascii_lowercase()).or_default().push(index);
            }
        }
        Models { all, indices, below }
    }

    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.indices.get(&EcoString::from(name).to_ascii_lowercase()).copied()
    }
}

impl Deref for Models {
    type Target = [Arc<ModelType>];

    fn deref(&self) -> &[Arc<ModelType>] {
        &self.all
    }
}

pub(crate) fn find<'m>(models: &'m Models, name: &str) -> Option<&'m Arc<ModelType>> {
    models.get(models.index_of(name)?)
}

/// Whether a type has instances that are data: it is neither abstract nor a resource type.
pub(crate) fn is_concrete(model: &ModelType) -> bool {
    !model.is_abstract && !model.is_resource
}

/// The subtypes of a type, without itself.
pub(crate) fn subtypes<'m>(models: &'m Models, name: &str) -> Vec<&'m Arc<ModelType>> {
    let below = models.below.get(&EcoString::from(name).to_ascii_lowercase());
    below.into_iter().flatten().filter_map(|index| models.get(*index)).collect()
}

/// The features that are stored in a document.
pub(crate) fn written(model: &ModelType) -> impl Iterator<Item = &Arc<Feature>> {
    model.features.iter().filter(|feature| !feature.transient)
}

/// Whether a feature needs a value.
pub(crate) fn is_required(feature: &Feature) -> bool {
    feature.multiplicity.is_required() || feature.behaviour == Some(Behaviour::Namevar)
}

/// Whether a document must contain a feature, because nothing else sets its value.
pub(crate) fn must_be_given(model: &ModelType, feature: &Feature) -> bool {
    let is_set_by_others = || {
        let others = model.features.iter().filter(|other| other.name != feature.name);
        others.filter_map(|other| other.set.as_ref()).any(|set| set.variables.contains(&feature.name))
    };
    is_required(feature) && feature.default.is_none() && feature.derived.is_none() && !is_set_by_others()
}

/// The target type of a reference, and whether it is contained.
pub(crate) fn target(feature: &Feature) -> Option<(&str, bool)> {
    match &feature.kind {
        FeatureKind::Reference { target, containment } => Some((target, *containment)),
        FeatureKind::Attribute(_) => None,
    }
}
