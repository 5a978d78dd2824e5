//! The types that a run knows, by their names.

use std::sync::Arc;

use ecow::EcoString;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::ResourceType;
use crate::log::Log;

/// The types that a run knows.
///
/// ```
/// use std::sync::Arc;
/// use resource_api::{ResourceType, TypeDefinition, log::{Log, Recorder}, registry::Types};
///
/// # let note = "{name: note, desc: A note, attributes: {name: {type: String, desc: n, behaviour: namevar}}}";
/// # let definition = TypeDefinition::from_value(&pcore::yaml::parse(note).unwrap()).unwrap();
/// let log = Log::new(Arc::new(Recorder::default()), Arc::default());
/// let mut types = Types::default();
/// types.register(ResourceType::new(definition), &log);
///
/// assert_eq!(types.find("Note").unwrap().definition().name(), "note");
/// assert_eq!(types.find("foo").unwrap_err().to_string(), "Could not find type foo");
/// ```
#[derive(Default)]
pub struct Types {
    types: IndexMap<EcoString, Arc<ResourceType>, FxBuildHasher>,
}

/// There is no type of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Could not find type {name}")]
pub struct UnknownType {
    /// What was asked for, as it was written.
    pub name: EcoString,
}

impl Types {
    /// Adds a type, and logs what there is to say about its definition.
    ///
    /// A type of the same name that was added before is replaced; whoever still holds it can go on with it.
    pub fn register(&mut self, resource_type: ResourceType, log: &Log) {
        for (level, message) in resource_type.definition().messages() {
            log.line(*level, message);
        }
        self.types.insert(key(resource_type.definition().name()), Arc::new(resource_type));
    }

    /// The type of that name, in upper or lower case.
    pub fn find(&self, name: &str) -> Result<&Arc<ResourceType>, UnknownType> {
        self.types.get(&key(name)).ok_or_else(|| UnknownType { name: name.into() })
    }

    /// All types, in the order in which their names were first added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<ResourceType>> {
        self.types.values()
    }
}

fn key(name: &str) -> EcoString {
    name.to_lowercase().into()
}
