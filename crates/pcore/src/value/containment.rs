//! Containment of instances, for types of the language: each is part of at most one other.

use std::sync::{Arc, Weak};

use ecow::EcoString;

use super::{ObjectInstance, Value};
use crate::{types::ObjectType, uri::Uri};

/// The limit on nested instances when a path is searched; deeper ones have no path.
const MAX_DEPTH: usize = 10_000;

impl ObjectInstance {
    /// Creates an instance from the values of its parameters, in order; `None` if there are too few or too many.
    ///
    /// Nothing is checked: the caller has its own rules about the values. The instances in it become its parts when it
    /// is converted to a value ([`Value::from`]).
    pub fn of_values(object_type: Arc<ObjectType>, values: Vec<Value>) -> Option<ObjectInstance> {
        let fits = object_type.parameters().len() == values.len();
        fits.then(|| ObjectInstance::from_checked(object_type, values))
    }

    /// Returns the value of a parameter by its index in [`ObjectType::parameters`].
    pub fn value_at(&self, index: usize) -> Option<&Value> {
        self.values.get(index)
    }

    /// Returns the instance that contains this one, if it still exists.
    pub fn container(&self) -> Option<Arc<ObjectInstance>> {
        self.container.get().and_then(Weak::upgrade)
    }

    /// Returns whether this instance was ever added to another.
    pub fn is_contained(&self) -> bool {
        self.container.get().is_some()
    }

    /// Makes the contained instances parts of this one; parts of other instances stay there.
    pub(super) fn claim(self: &Arc<ObjectInstance>) {
        let Some(model) = self.object_type.model() else { return };
        for name in &model.contained {
            for child in self.get(name).map(instances).unwrap_or_default() {
                let _ = child.container.set(Arc::downgrade(self));
            }
        }
    }

    /// Returns the outermost container of this instance.
    fn root(self: &Arc<ObjectInstance>) -> Arc<ObjectInstance> {
        let mut root = Arc::clone(self);
        for _ in 0..MAX_DEPTH {
            match root.container() {
                Some(container) => root = container,
                None => break,
            }
        }
        root
    }

    /// Returns the URI by which `holder` refers to this instance: a path from the outermost container.
    ///
    /// If the path starts in another root than that of the holder, it is prefixed with the name of the root's type.
    pub(super) fn uri(self: &Arc<ObjectInstance>, holder: &ObjectInstance) -> String {
        let mut steps: Vec<String> = Vec::new();
        let mut part = Arc::clone(self);
        for _ in 0..MAX_DEPTH {
            let Some(container) = part.container() else { break };
            steps.extend(container.step_to(&part));
            part = container;
        }
        steps.reverse();
        let own = holder.container().map_or_else(|| std::ptr::from_ref(holder), |outer| Arc::as_ptr(&outer.root()));
        let start = if std::ptr::eq(own, Arc::as_ptr(&part)) { "" } else { part.object_type.label() };
        format!("{start}#/{}", steps.join("/"))
    }

    fn step_to(&self, part: &Arc<ObjectInstance>) -> Option<String> {
        self.object_type.model()?.contained.iter().find_map(|name| match self.get(name)? {
            Value::Object(object) => Arc::ptr_eq(object, part).then(|| name.to_string()),
            Value::Array(items) => {
                let index =
                    items.iter().position(|item| matches!(item, Value::Object(object) if Arc::ptr_eq(object, part)));
                index.map(|index| format!("{name}/{index}"))
            }
            _ => None,
        })
    }

    /// Resolves a URI in this instance; `None` if there is no such instance.
    ///
    /// Only paths from the outermost container are supported: `#/roles/0`.
    pub fn resolve(self: &Arc<ObjectInstance>, uri: &str) -> Option<Arc<ObjectInstance>> {
        let path = uri.strip_prefix("#/")?;
        let mut current = self.root();
        let mut steps = path.split('/').filter(|step| !step.is_empty()).peekable();
        while let Some(step) = steps.next() {
            let next = match current.get(step)? {
                Value::Object(object) => Arc::clone(object),
                Value::Array(items) => match items.get(steps.next()?.parse::<usize>().ok()?)? {
                    Value::Object(object) => Arc::clone(object),
                    _ => return None,
                },
                _ => return None,
            };
            current = next;
        }
        Some(current)
    }

    /// Returns the value of a parameter as it is written: references to other instances are URIs.
    pub(super) fn written(&self, name: &EcoString, value: &Value) -> Option<Value> {
        let refers = self.object_type.model().is_some_and(|model| model.referenced.contains(name));
        if !refers || instances(value).is_empty() {
            return None;
        }
        let uri = |value: &Value| match value {
            Value::Object(object) => {
                let text = object.uri(self);
                Uri::parse(&text).map_or(Value::from(text), Value::from)
            }
            other => other.clone(),
        };
        Some(match value {
            Value::Array(items) => items.iter().map(uri).collect(),
            single => uri(single),
        })
    }
}

/// Returns the instances in a value of a feature.
fn instances(value: &Value) -> Vec<&Arc<ObjectInstance>> {
    match value {
        Value::Object(object) => vec![object],
        Value::Array(items) => items
            .iter()
            .filter_map(|item| match item {
                Value::Object(object) => Some(object),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}
