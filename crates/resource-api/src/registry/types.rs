//! The types that a run knows, by their names.

use std::sync::{Arc, OnceLock};

use ecow::EcoString;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::ResourceType;
use crate::log::Log;

/// The types that a run knows.
///
/// ```
/// use std::sync::{Arc, OnceLock};
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
#[derive(Clone, Default)]
pub struct Types {
    types: IndexMap<EcoString, Arc<ResourceType>, FxBuildHasher>,
    later: IndexMap<EcoString, Arc<Later>, FxBuildHasher>,
}

/// What looking for a type that is read when it is needed brings: the type, or why it cannot be used.
pub type Found = Result<ResourceType, String>;

/// A type that is read when it is first asked for.
struct Later {
    find: Box<dyn Fn() -> Found + Send + Sync>,
    log: Log,
    found: OnceLock<Result<Arc<ResourceType>, EcoString>>,
}

impl Later {
    fn get(&self) -> Result<&Arc<ResourceType>, &EcoString> {
        let found = self.found.get_or_init(|| {
            let found = (self.find)().map_err(EcoString::from)?;
            tell(&found, &self.log);
            Ok(Arc::new(found))
        });
        found.as_ref()
    }
}

/// There is no type of that name, or none that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .reason.clone().unwrap_or_else(|| format!("Could not find type {name}").into()))]
pub struct UnknownType {
    /// What was asked for, as it was written.
    pub name: EcoString,
    /// Why a type that is there cannot be used.
    pub reason: Option<EcoString>,
}

impl Types {
    /// Adds a type, and logs what there is to say about its definition.
    ///
    /// A type of the same name that was added before is replaced; whoever still holds it can go on with it.
    pub fn register(&mut self, resource_type: ResourceType, log: &Log) {
        tell(&resource_type, log);
        self.replace(resource_type);
    }

    /// Adds a type about which everything was said already.
    pub fn replace(&mut self, resource_type: ResourceType) {
        self.types.insert(key(resource_type.definition().name()), Arc::new(resource_type));
    }

    /// Adds a type that is read when it is first asked for. One of the same name that is known counts more, and so does
    /// one that was added so before.
    pub fn register_later(&mut self, name: &str, log: Log, find: impl Fn() -> Found + Send + Sync + 'static) {
        let later = || Arc::new(Later { find: Box::new(find), log, found: OnceLock::new() });
        self.later.entry(key(name)).or_insert_with(later);
    }

    /// The type of that name, in upper or lower case.
    pub fn find(&self, name: &str) -> Result<&Arc<ResourceType>, UnknownType> {
        let key = key(name);
        if let Some(known) = self.types.get(&key) {
            return Ok(known);
        }
        let unknown = |reason: Option<&EcoString>| UnknownType { name: name.into(), reason: reason.cloned() };
        let later = self.later.get(&key).ok_or_else(|| unknown(None))?;
        later.get().map_err(|reason| unknown(Some(reason)))
    }

    /// All types that can be used, in the order in which their names were first added. All that are read when they are needed
    /// are read now.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<ResourceType>> {
        let later = self.later.iter().filter(|(name, _)| !self.types.contains_key(*name));
        let later = later.filter_map(|(_, later)| later.get().ok());
        self.types.values().chain(later).collect::<Vec<_>>().into_iter()
    }

    /// The names of all types, in small letters, whether they can be used or not. Nothing is read.
    pub fn names(&self) -> impl Iterator<Item = &EcoString> {
        self.types.keys().chain(self.later.keys().filter(|name| !self.types.contains_key(*name)))
    }
}

/// Logs what there is to say about a definition.
fn tell(resource_type: &ResourceType, log: &Log) {
    for (level, message) in resource_type.definition().messages() {
        log.line(*level, message);
    }
}

fn key(name: &str) -> EcoString {
    name.to_lowercase().into()
}
