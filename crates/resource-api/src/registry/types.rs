//! The types that a run knows, by their names.

use std::sync::{Arc, OnceLock};

use ecow::EcoString;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{ProviderEntry, ResourceType};
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
    types: IndexMap<EcoString, Known, FxBuildHasher>,
    later: IndexMap<EcoString, Arc<Later>, FxBuildHasher>,
    /// Providers of types that others define, by the names of the types.
    provided: IndexMap<EcoString, Vec<ProviderEntry>, FxBuildHasher>,
}

/// A type that is known.
#[derive(Clone)]
enum Known {
    Made(Arc<ResourceType>),
    /// One that is a part of the program. Most commands need few of them, and to read a definition takes time.
    BuiltIn {
        make: fn() -> ResourceType,
        made: Arc<OnceLock<Arc<ResourceType>>>,
    },
}

impl Known {
    fn get(&self) -> &Arc<ResourceType> {
        match self {
            Known::Made(made) => made,
            Known::BuiltIn { make, made } => made.get_or_init(|| Arc::new(make().into_part_of_program())),
        }
    }
}

/// What looking for a type that is read when it is needed brings: the type, or why it cannot be used.
pub type Found = Result<ResourceType, String>;

/// A type that is read when it is first asked for.
struct Later {
    /// Whether there is such a type at all, where that is not known before it is needed.
    is_there: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    find: Box<dyn Fn() -> Found + Send + Sync>,
    log: Log,
    found: OnceLock<Result<Arc<ResourceType>, EcoString>>,
}

impl Later {
    fn is_there(&self) -> bool {
        self.is_there.as_ref().is_none_or(|is_there| is_there())
    }

    fn get(&self, provided: &[ProviderEntry]) -> Result<&Arc<ResourceType>, &EcoString> {
        let found = self.found.get_or_init(|| {
            let found = (self.find)().map_err(EcoString::from)?;
            tell(&found, &self.log);
            Ok(Arc::new(provided.iter().cloned().fold(found, ResourceType::with_provider)))
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

    /// Adds a type that is a part of the program, about whose definition there is nothing to say. It is made when it is first
    /// asked for, and must have that name, in small letters.
    pub fn register_built_in(&mut self, name: &'static str, make: fn() -> ResourceType) {
        self.types.insert(name.into(), Known::BuiltIn { make, made: Arc::default() });
    }

    /// Adds a type about which everything was said already.
    pub fn replace(&mut self, resource_type: ResourceType) {
        let key = key(resource_type.definition().name());
        let waiting = self.provided.shift_remove(&key).unwrap_or_default();
        let complete = waiting.into_iter().fold(resource_type, ResourceType::with_provider);
        self.types.insert(key, Known::Made(Arc::new(complete)));
    }

    /// Adds a type that is read when it is first asked for. One of the same name that is known counts more, and so does
    /// one that was added so before.
    pub fn register_later(&mut self, name: &str, log: Log, find: impl Fn() -> Found + Send + Sync + 'static) {
        let later = || Arc::new(Later { is_there: None, find: Box::new(find), log, found: OnceLock::new() });
        self.later.entry(key(name)).or_insert_with(later);
    }

    /// Does the same for a type that may turn out not to be one: then it is as if it had never been added.
    pub fn register_perhaps(
        &mut self,
        name: &str,
        log: Log,
        is_there: impl Fn() -> bool + Send + Sync + 'static,
        find: impl Fn() -> Found + Send + Sync + 'static,
    ) {
        let is_there: Option<Box<dyn Fn() -> bool + Send + Sync>> = Some(Box::new(is_there));
        let later = || Arc::new(Later { is_there, find: Box::new(find), log, found: OnceLock::new() });
        self.later.entry(key(name)).or_insert_with(later);
    }

    /// Adds a provider to a type that somebody else defines: one that is known, one that is read when it is needed, or
    /// one that a manifest will define.
    ///
    /// ```
    /// use resource_api::{ProviderEntry, Types};
    /// # use resource_api::{Context, Outcome, Request, SimpleProvider, State};
    /// # struct Accounts;
    /// # impl SimpleProvider for Accounts {
    /// #     type Resource = State;
    /// #     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> { Ok(vec![]) }
    /// # }
    ///
    /// let mut types = Types::default();
    /// types.provide("account", ProviderEntry::simple("files", |_| Ok(Accounts)));
    /// assert_eq!(types.provided("account").len(), 1);
    /// assert!(types.find("account").is_err(), "somebody has to define it");
    /// ```
    pub fn provide(&mut self, name: &str, provider: ProviderEntry) {
        match self.types.get(&key(name)) {
            Some(known) => self.replace(known.get().extended(provider)),
            None => self.provided.entry(key(name)).or_default().push(provider),
        }
    }

    /// The providers that wait for a type of that name.
    pub fn provided(&self, name: &str) -> &[ProviderEntry] {
        self.provided.get(&key(name)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the type of that name was added as such, and not by modules: nobody can define it anew.
    pub fn is_built_in(&self, name: &str) -> bool {
        self.types.get(&key(name)).is_some_and(|known| match known {
            Known::BuiltIn { .. } => true,
            Known::Made(made) => made.file.is_none() && !made.has_checks(),
        })
    }

    /// The file of a module that [defines](ResourceType::defined_in) the type of that name, beside the language and Ruby.
    pub fn file_of(&self, name: &str) -> Option<&EcoString> {
        match self.types.get(&key(name))? {
            Known::BuiltIn { .. } => None,
            Known::Made(made) => made.file.as_ref(),
        }
    }

    /// Whether there is a type of that name, which may be one that cannot be used. Nothing is read but what tells it.
    pub fn has(&self, name: &str) -> bool {
        let key = key(name);
        self.types.contains_key(&key) || self.later.get(&key).is_some_and(|later| later.is_there())
    }

    /// The type of that name, in upper or lower case.
    pub fn find(&self, name: &str) -> Result<&Arc<ResourceType>, UnknownType> {
        let key = key(name);
        if let Some(known) = self.types.get(&key) {
            return Ok(known.get());
        }
        let unknown = |reason: Option<&EcoString>| UnknownType { name: name.into(), reason: reason.cloned() };
        let later = self.later.get(&key).filter(|later| later.is_there()).ok_or_else(|| unknown(None))?;
        later.get(self.provided(&key)).map_err(|reason| unknown(Some(reason)))
    }

    /// All types that can be used, in the order in which their names were first added. All that are read when they are needed
    /// are read now.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<ResourceType>> {
        let later = self.later.iter().filter(|(name, later)| !self.types.contains_key(*name) && later.is_there());
        let later = later.filter_map(|(name, later)| later.get(self.provided(name)).ok());
        self.types.values().map(Known::get).chain(later).collect::<Vec<_>>().into_iter()
    }

    /// The names of all types, in small letters, whether they can be used or not. Nothing is read but what tells whether
    /// they are there.
    pub fn names(&self) -> impl Iterator<Item = &EcoString> {
        let later = self.later.iter().filter(|(name, later)| !self.types.contains_key(*name) && later.is_there());
        self.types.keys().chain(later.map(|(name, _)| name))
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
