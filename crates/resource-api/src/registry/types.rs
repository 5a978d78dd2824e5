//! The types that a run knows, by name.

use std::sync::{Arc, OnceLock};

use ecow::EcoString;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{ProviderEntry, ResourceType};
use crate::log::{Level, Log};

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
    types: IndexMap<EcoString, Entry, FxBuildHasher>,
    lazy: IndexMap<EcoString, Arc<LazyType>, FxBuildHasher>,
    /// Providers for types that are defined elsewhere, by type name.
    provided: IndexMap<EcoString, Vec<ProviderEntry>, FxBuildHasher>,
}

/// A registered type.
#[derive(Clone)]
enum Entry {
    Ready(Arc<ResourceType>),
    /// A type of the program. Most commands need few of them, and parsing a definition takes time.
    BuiltIn {
        make: fn() -> ResourceType,
        made: Arc<OnceLock<Arc<ResourceType>>>,
    },
}

impl Entry {
    fn get(&self) -> &Arc<ResourceType> {
        match self {
            Entry::Ready(made) => made,
            Entry::BuiltIn { make, made } => made.get_or_init(|| Arc::new(make().trusted())),
        }
    }
}

/// What loading a lazy type returns: the type, or why it cannot be used.
pub type LazyTypeResult = Result<Option<ResourceType>, String>;

/// A type that is loaded when it is first requested.
struct LazyType {
    /// Whether the type exists at all.
    is_there: Box<dyn Fn() -> bool + Send + Sync>,
    find: Box<dyn Fn() -> LazyTypeResult + Send + Sync>,
    log: Log,
    found: OnceLock<Result<Arc<ResourceType>, Option<EcoString>>>,
}

impl LazyType {
    /// The type, or why it cannot be used; there is no reason if it turns out not to exist.
    fn get(&self, provided: &[ProviderEntry]) -> Result<&Arc<ResourceType>, Option<&EcoString>> {
        let found = self.found.get_or_init(|| {
            let found = (self.find)().map_err(EcoString::from)?.ok_or(None)?;
            let complete = provided.iter().cloned().fold(found, ResourceType::with_provider);
            log_messages(&complete, &self.log);
            Ok(Arc::new(complete))
        });
        found.as_ref().map_err(Option::as_ref)
    }
}

/// There is no type with that name, or it cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .reason.clone().unwrap_or_else(|| format!("Could not find type {name}").into()))]
pub struct UnknownType {
    /// The requested name, as it was written.
    pub name: EcoString,
    /// Why an existing type cannot be used.
    pub reason: Option<EcoString>,
}

impl Types {
    /// Adds a type and logs the messages about its definition. A type with a [problem](ResourceType::problem), which is logged
    /// as an error, cannot be used.
    ///
    /// An existing type with the same name is replaced. References to the old one stay valid.
    pub fn register(&mut self, resource_type: ResourceType, log: &Log) {
        log_messages(&resource_type, log);
        self.replace(resource_type);
    }

    /// Adds a type of the program. It is created when it is first requested, and its name must be `name`, in lower
    /// case.
    pub fn register_built_in(&mut self, name: &'static str, make: fn() -> ResourceType) {
        self.types.insert(name.into(), Entry::BuiltIn { make, made: Arc::default() });
    }

    /// Adds a type whose messages have already been logged.
    pub fn replace(&mut self, resource_type: ResourceType) {
        let key = key(resource_type.definition().name());
        let waiting = self.provided.shift_remove(&key).unwrap_or_default();
        let complete = waiting.into_iter().fold(resource_type, ResourceType::with_provider);
        self.types.insert(key, Entry::Ready(Arc::new(complete)));
    }

    /// Adds a type that is loaded when it is first requested. A registered type with the same name takes precedence,
    /// and so does a lazy type that was added earlier.
    pub fn register_lazy(&mut self, name: &str, log: Log, find: impl Fn() -> LazyTypeResult + Send + Sync + 'static) {
        self.register_lazy_if(name, log, || true, find);
    }

    /// Like [`register_lazy`](Types::register_lazy), for a type that may not exist. If `exists` returns `false`, it is
    /// treated as if it had never been added.
    pub fn register_lazy_if(
        &mut self,
        name: &str,
        log: Log,
        is_there: impl Fn() -> bool + Send + Sync + 'static,
        find: impl Fn() -> LazyTypeResult + Send + Sync + 'static,
    ) {
        let (is_there, find) = (Box::new(is_there), Box::new(find));
        self.lazy
            .entry(key(name))
            .or_insert_with(|| Arc::new(LazyType { is_there, find, log, found: OnceLock::new() }));
    }

    /// Adds a provider to a type that is defined elsewhere: a registered type, a lazy type, or one that a manifest will
    /// define.
    ///
    /// ```
    /// use resource_api::{ProviderEntry, Types};
    /// # use resource_api::{Context, Outcome, Request, SimpleProvider, State};
    /// # struct Accounts;
    /// # #[resource_api::provider]
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

    /// Returns the providers that wait for a type with that name.
    pub fn provided(&self, name: &str) -> &[ProviderEntry] {
        self.provided.get(&key(name)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the type was registered by the program and not by a module. Such a type cannot be redefined.
    pub fn is_built_in(&self, name: &str) -> bool {
        self.types.get(&key(name)).is_some_and(|known| match known {
            Entry::BuiltIn { .. } => true,
            Entry::Ready(made) => made.file.is_none() && !made.has_checks(),
        })
    }

    /// Returns the module file that [defines](ResourceType::defined_in) a type, if it is defined neither in the
    /// language nor in Ruby.
    pub fn file_of(&self, name: &str) -> Option<&EcoString> {
        match self.types.get(&key(name))? {
            Entry::BuiltIn { .. } => None,
            Entry::Ready(made) => made.file.as_ref(),
        }
    }

    /// Returns whether there is a type with that name, which may turn out to be unusable. Does not load it.
    pub fn has(&self, name: &str) -> bool {
        let key = key(name);
        self.types.contains_key(&key) || self.lazy.get(&key).is_some_and(|lazy| (lazy.is_there)())
    }

    /// Returns the type with that name, in upper or lower case.
    pub fn find(&self, name: &str) -> Result<&Arc<ResourceType>, UnknownType> {
        let key = key(name);
        let unknown = |reason: Option<EcoString>| UnknownType { name: name.into(), reason };
        let found = match self.types.get(&key) {
            Some(known) => known.get(),
            None => {
                let lazy = self.lazy.get(&key).filter(|lazy| (lazy.is_there)()).ok_or_else(|| unknown(None))?;
                lazy.get(self.provided(&key)).map_err(|reason| unknown(reason.cloned()))?
            }
        };
        match found.problem() {
            Some(problem) => Err(unknown(Some(problem.message().into()))),
            None => Ok(found),
        }
    }

    /// Returns all usable types in the order in which their names were first added. Loads all lazy types.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<ResourceType>> {
        let lazy = self.lazy.iter().filter(|(name, lazy)| !self.types.contains_key(*name) && (lazy.is_there)());
        let lazy = lazy.filter_map(|(name, lazy)| lazy.get(self.provided(name)).ok());
        let all = self.types.values().map(Entry::get).chain(lazy);
        all.filter(|found| found.problem().is_none()).collect::<Vec<_>>().into_iter()
    }

    /// Returns the names of all types in lower case, whether they are usable or not. Loads nothing.
    pub fn names(&self) -> impl Iterator<Item = &EcoString> {
        let lazy = self.lazy.iter().filter(|(name, lazy)| !self.types.contains_key(*name) && (lazy.is_there)());
        self.types.keys().chain(lazy.map(|(name, _)| name))
    }
}

/// Logs the messages about a definition.
fn log_messages(resource_type: &ResourceType, log: &Log) {
    for (level, message) in resource_type.definition().messages() {
        log.line(*level, message);
    }
    if let Some(problem) = resource_type.problem() {
        log.line(Level::Err, problem.message());
    }
}

fn key(name: &str) -> EcoString {
    name.to_lowercase().into()
}
