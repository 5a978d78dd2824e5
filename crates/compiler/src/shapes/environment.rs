//! The types of an environment: those of its modules, written in Ruby; those that are built in; those of Puppet.

use std::sync::{Arc, Mutex, PoisonError};

use ecow::EcoString;
use resource_api::log::Log;
use ruby_metadata::TypeMetadata;
use rustc_hash::FxHashMap;

use super::{CoreShapes, ResourceShape, ResourceShapes, RubyTypes};
use crate::loader::Environment;

/// The types of an environment. Each is looked for once.
///
/// A type of a module hides one that is built in, and that hides one of Puppet's own.
pub struct EnvironmentShapes<N> {
    modules: Arc<RubyTypes>,
    /// The types that are built in.
    native: N,
    known: Mutex<FxHashMap<EcoString, Option<Arc<ResourceShape>>>>,
}

impl<N: ResourceShapes> EnvironmentShapes<N> {
    /// The types of an environment, with those that are built in. What is wrong with a type in Ruby is logged.
    pub fn new(environment: &Environment, native: N, log: Log) -> EnvironmentShapes<N> {
        EnvironmentShapes::of(Arc::new(RubyTypes::new(environment, log)), native)
    }

    /// As [`new`](EnvironmentShapes::new), for types in Ruby that others read, too.
    pub fn of(modules: Arc<RubyTypes>, native: N) -> EnvironmentShapes<N> {
        EnvironmentShapes { modules, native, known: Mutex::default() }
    }

    fn search(&self, name: &str) -> Option<Arc<ResourceShape>> {
        match self.modules.find(name) {
            // What cannot be told accepts anything.
            Some(found) => Some(Arc::new(match &found.metadata {
                Some(metadata) => shape(metadata, !found.providers.is_empty()),
                None => ResourceShape { name: name.into(), ..ResourceShape::default() },
            })),
            None => match (self.native.find(name), CoreShapes.find(name)) {
                (Some(native), Some(puppet)) => Some(with_provider(native, &puppet)),
                (native, puppet) => native.or(puppet),
            },
        }
    }
}

impl<N: ResourceShapes> ResourceShapes for EnvironmentShapes<N> {
    fn find(&self, name: &str) -> Option<Arc<ResourceShape>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(name) {
            return answer.clone();
        }
        let answer = self.search(name);
        known.insert(name.into(), answer.clone());
        answer
    }

    fn names(&self) -> Vec<EcoString> {
        let mut names: Vec<EcoString> = self.modules.names().cloned().collect();
        names.extend(self.native.names());
        names.extend(CoreShapes.names());
        names.sort();
        names.dedup();
        names
    }
}

/// A type that is built in, with the choice of a provider where Puppet's own type of that name has it: manifests make
/// it, though there is nothing to choose from here.
fn with_provider(native: Arc<ResourceShape>, puppet: &ResourceShape) -> Arc<ResourceShape> {
    let has = |shape: &ResourceShape| shape.attributes.iter().flatten().any(|name| name == "provider");
    if has(&native) || !has(puppet) {
        return native;
    }
    let mut shape = (*native).clone();
    shape.attributes.get_or_insert_default().push("provider".into());
    Arc::new(shape)
}

fn shape(metadata: &TypeMetadata, has_providers: bool) -> ResourceShape {
    let mut attributes: Option<Vec<EcoString>> = metadata
        .attributes
        .as_ref()
        .map(|attributes| attributes.iter().map(|attribute| attribute.name.clone()).collect());
    if let Some(attributes) = &mut attributes
        && (has_providers || !metadata.providers.is_empty())
        && metadata.definition.is_none()
        && !attributes.iter().any(|name| name == "provider")
    {
        attributes.push("provider".into());
    }
    ResourceShape {
        name: metadata.name.clone(),
        attributes,
        namevars: metadata.namevars().cloned().collect(),
        titles_have_parts: metadata.has_title_patterns,
        may_repeat: metadata.may_repeat,
        titles_are_paths: false,
    }
}
