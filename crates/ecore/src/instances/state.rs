//! The values of instances that are written.

use std::sync::Arc;

use model::{Feature, FeatureKind, ModelType};
use pcore::{ObjectInstance, Value};
use rustc_hash::FxHashMap;

use super::{Types, address::Step};
use crate::{SecretFound, Secrets, WriteError};

/// The value of a feature that is written.
pub(crate) enum State<'i> {
    /// Set to nothing, which differs from a missing feature.
    Nothing,
    /// Data, in a list or alone.
    Data(&'i Value),
    /// Instances that are part of it.
    Parts(Vec<&'i Arc<ObjectInstance>>),
    /// What it refers to.
    References(Vec<Target<'i>>),
}

/// The target of a reference.
pub(crate) enum Target<'i> {
    Instance(&'i Arc<ObjectInstance>),
    Uri(String),
}

fn state<'i>(feature: &Feature, value: &'i Value) -> Option<State<'i>> {
    let is_unset = match value {
        Value::Default => true,
        Value::Undef => !feature.unsettable,
        _ => feature.items(value).is_empty() && !feature.unsettable,
    };
    // If it were left out, it would get its default again.
    if is_unset {
        return feature.default.is_some().then_some(State::Nothing);
    }
    let items = feature.items(value);
    if value.is_undef() || items.is_empty() {
        return Some(State::Nothing);
    }
    Some(match &feature.kind {
        FeatureKind::Attribute(_) => State::Data(value),
        FeatureKind::Reference { containment: true, .. } => State::Parts(items.iter().filter_map(object).collect()),
        FeatureKind::Reference { containment: false, .. } => {
            let target = |item| object(item).map_or_else(|| Target::Uri(text(item)), Target::Instance);
            State::References(items.iter().map(target).collect())
        }
    })
}

/// The name of the type that a reference expects.
pub(crate) fn expected_type(feature: &Feature) -> &str {
    match &feature.kind {
        FeatureKind::Reference { target, .. } => target.trim_start_matches("::"),
        FeatureKind::Attribute(_) => "",
    }
}

fn object(value: &Value) -> Option<&Arc<ObjectInstance>> {
    match value {
        Value::Object(instance) => Some(instance),
        _ => None,
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Uri(uri) => uri.to_string(),
        other => other.as_str().unwrap_or_default().to_owned(),
    }
}

/// The index of the outermost instance that contains an instance, and the step from its container.
type ParentStep = (usize, Option<(*const ObjectInstance, Step)>);

/// Instances that are written as a document.
pub(crate) struct Document<'i> {
    types: &'i Types,
    secrets: Secrets,
    pub(crate) roots: &'i [Arc<ObjectInstance>],
    /// The containers of the instances, by their addresses in memory.
    parents: FxHashMap<*const ObjectInstance, ParentStep>,
}

impl<'i> Document<'i> {
    pub(crate) fn of(
        roots: &'i [Arc<ObjectInstance>],
        types: &'i Types,
        secrets: Secrets,
    ) -> Result<Document<'i>, WriteError> {
        let mut document = Document { types, secrets, roots, parents: FxHashMap::default() };
        let mut waiting: Vec<(&Arc<ObjectInstance>, usize)> = Vec::new();
        for (number, root) in roots.iter().enumerate() {
            document.parents.insert(Arc::as_ptr(root), (number, None));
            waiting.push((root, number));
        }
        while let Some((instance, root)) = waiting.pop() {
            for feature in &document.model(instance)?.features {
                if !matches!(feature.kind, FeatureKind::Reference { containment: true, .. }) || feature.transient {
                    continue;
                }
                let (items, is_list) = match instance.get(&feature.name) {
                    Some(Value::Array(items)) => (items.as_slice(), true),
                    Some(single) => (std::slice::from_ref(single), false),
                    None => continue,
                };
                for (index, part) in items.iter().enumerate() {
                    let Some(part) = object(part) else { continue };
                    let step = (feature.name.clone(), is_list.then_some(index));
                    document.parents.insert(Arc::as_ptr(part), (root, Some((Arc::as_ptr(instance), step))));
                    waiting.push((part, root));
                }
            }
        }
        Ok(document)
    }

    pub(crate) fn model(&self, instance: &ObjectInstance) -> Result<&'i Arc<ModelType>, WriteError> {
        let name = instance.object_type().label();
        self.types.find(name).ok_or_else(|| {
            WriteError::Refused(format!("an instance has the type {name}, which is not among the given types"))
        })
    }

    /// The features of an instance that are written, in the order of their declaration.
    pub(crate) fn states<'s>(
        &self,
        model: &'s ModelType,
        instance: &'s ObjectInstance,
    ) -> Result<Vec<(&'s Feature, State<'s>)>, SecretFound> {
        let mut states = Vec::with_capacity(model.features.len());
        for feature in model.features.iter().filter(|feature| !feature.transient) {
            let state = instance.get(&feature.name).and_then(|value| state(feature, value));
            if let Some(State::Data(value)) = &state {
                self.secrets.allow(value, &model.name, &feature.name)?;
            }
            states.extend(state.map(|state| (&**feature, state)));
        }
        Ok(states)
    }

    /// The outermost instance that contains an instance, and the path from there; `None` if it is not in the document.
    pub(crate) fn steps(&self, instance: &Arc<ObjectInstance>) -> Option<(usize, Vec<Step>)> {
        let mut steps = Vec::new();
        let mut part = Arc::as_ptr(instance);
        loop {
            match self.parents.get(&part)? {
                (root, None) => {
                    steps.reverse();
                    return Some((*root, steps));
                }
                (_, Some((holder, step))) => {
                    steps.push(step.clone());
                    part = *holder;
                }
            }
        }
    }

    /// The path of a target of a reference in one of the outermost instances.
    pub(crate) fn target(
        &self,
        root: usize,
        owner: &str,
        feature: &str,
        target: &Target<'_>,
    ) -> Result<(usize, Vec<Step>), WriteError> {
        let found = match target {
            Target::Instance(instance) => self.steps(instance),
            Target::Uri(uri) => {
                self.roots.get(root).and_then(|root| root.resolve(uri)).and_then(|found| self.steps(&found))
            }
        };
        found.ok_or_else(|| {
            let what = match target {
                Target::Instance(instance) => format!("an instance of {}", instance.object_type().label()),
                Target::Uri(uri) => format!("'{uri}'"),
            };
            let message = format!("the feature '{feature}' of {owner} refers to {what}, which is not in the document");
            WriteError::Refused(message)
        })
    }
}
