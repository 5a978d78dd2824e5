//! Which instance is part of which, for types of the language: each is part of one other at most.

use std::sync::{Arc, Weak};

use ecow::EcoString;

use super::{ObjectInstance, Value};
use crate::{types::ObjectType, uri::Uri};

/// How deep instances may be contained in each other when a path is looked for; deeper ones have no path.
const MAX_DEPTH: usize = 10_000;

impl ObjectInstance {
    /// Pairs a type with the values of its parameters, in their order; nothing when there are too few or too many.
    ///
    /// Nothing is checked: this is for whoever has its own rules about the values. What it contains becomes part of it
    /// when it becomes a value ([`Value::from`]).
    pub fn of_values(object_type: Arc<ObjectType>, values: Vec<Value>) -> Option<ObjectInstance> {
        let fits = object_type.parameters().len() == values.len();
        fits.then(|| ObjectInstance::from_checked(object_type, values))
    }

    /// Returns the value of a parameter by its place in [`ObjectType::parameters`].
    pub fn value_at(&self, place: usize) -> Option<&Value> {
        self.values.get(place)
    }

    /// Returns the instance that this one is part of, if that still exists.
    pub fn container(&self) -> Option<Arc<ObjectInstance>> {
        self.container.get().and_then(Weak::upgrade)
    }

    /// Returns whether this one was ever made part of another.
    pub fn is_contained(&self) -> bool {
        self.container.get().is_some()
    }

    /// Makes what the instance contains part of it; what is part of another already stays so.
    pub(super) fn claim(self: &Arc<ObjectInstance>) {
        let Some(model) = self.object_type.model() else { return };
        for name in &model.contained {
            for child in self.get(name).map(instances).unwrap_or_default() {
                let _ = child.container.set(Arc::downgrade(self));
            }
        }
    }

    /// Returns what all containers around this instance are part of.
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
    /// A path that does not start where that of the holder does has the name of its first type before it.
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
            Value::Object(held) => Arc::ptr_eq(held, part).then(|| name.to_string()),
            Value::Array(items) => {
                let place =
                    items.iter().position(|item| matches!(item, Value::Object(held) if Arc::ptr_eq(held, part)));
                place.map(|place| format!("{name}/{place}"))
            }
            _ => None,
        })
    }

    /// Finds what a URI stands for, of which this instance is the holder; nothing when there is no such instance.
    ///
    /// Only paths from the outermost container are known: `#/roles/0`.
    pub fn resolve(self: &Arc<ObjectInstance>, uri: &str) -> Option<Arc<ObjectInstance>> {
        let path = uri.strip_prefix("#/")?;
        let mut found = self.root();
        let mut steps = path.split('/').filter(|step| !step.is_empty()).peekable();
        while let Some(step) = steps.next() {
            let next = match found.get(step)? {
                Value::Object(held) => Arc::clone(held),
                Value::Array(items) => match items.get(steps.next()?.parse::<usize>().ok()?)? {
                    Value::Object(held) => Arc::clone(held),
                    _ => return None,
                },
                _ => return None,
            };
            found = next;
        }
        Some(found)
    }

    /// The value of a parameter as it is written: references to other instances are URIs.
    pub(super) fn written(&self, name: &EcoString, value: &Value) -> Option<Value> {
        let refers = self.object_type.model().is_some_and(|model| model.referenced.contains(name));
        if !refers || instances(value).is_empty() {
            return None;
        }
        let uri = |value: &Value| match value {
            Value::Object(held) => {
                let text = held.uri(self);
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

/// The instances that a value of a feature is or holds.
fn instances(value: &Value) -> Vec<&Arc<ObjectInstance>> {
    match value {
        Value::Object(held) => vec![held],
        Value::Array(items) => items
            .iter()
            .filter_map(|item| match item {
                Value::Object(held) => Some(held),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}
