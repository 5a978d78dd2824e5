//! The kinds of transports that a run knows, by their names.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Hash;
use rustc_hash::FxBuildHasher;

use super::{Device, Schema, TransportKind};
use crate::{Failure, Outcome, failure::FailureKind, log::Log};

/// The environment of a runtime that has none.
const NO_ENVIRONMENT: &str = "transports_default";

/// The kinds of transports that a run knows.
///
/// Nothing is global: whoever connects holds the kinds that it knows.
#[derive(Clone)]
pub struct Transports {
    kinds: IndexMap<EcoString, Arc<TransportKind>, FxBuildHasher>,
    later: IndexMap<EcoString, Arc<Later>, FxBuildHasher>,
    environment: EcoString,
}

/// What looking for a kind that is read when it is needed brings: the kind, or why it cannot be used.
pub type FoundKind = Outcome<TransportKind>;

/// A kind that is read when it is first asked for.
struct Later {
    find: Box<dyn Fn() -> FoundKind + Send + Sync>,
    log: Log,
    found: OnceLock<FoundLater>,
}

type FoundLater = Result<Arc<TransportKind>, Failure>;

impl Later {
    fn get(&self) -> Result<&Arc<TransportKind>, &Failure> {
        let found = self.found.get_or_init(|| {
            let found = (self.find)()?;
            tell(found.schema(), &self.log);
            Ok(Arc::new(found))
        });
        found.as_ref()
    }
}

/// Why a kind of transports cannot be registered or found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransportError {
    /// There is one of that name.
    #[error("Transport `{name}` is already registered for `{environment}`")]
    AlreadyRegistered {
        /// The kind.
        name: EcoString,
        /// Where it is registered.
        environment: EcoString,
    },
    /// There is none of that name.
    #[error("Transport for `{name}` not registered with `{environment}`")]
    NotRegistered {
        /// The kind.
        name: EcoString,
        /// Where it was looked for.
        environment: EcoString,
    },
}

impl TransportError {
    /// The failure of whatever needed the kind: it is the author's mistake.
    pub fn into_failure(self) -> Failure {
        Failure::from(self).with_kind(FailureKind::Developer)
    }
}

impl Transports {
    /// No kinds yet, for an environment, which messages name.
    pub fn of_environment(environment: impl Into<EcoString>) -> Transports {
        Transports { kinds: IndexMap::default(), later: IndexMap::default(), environment: environment.into() }
    }

    /// The same kinds for another environment.
    #[must_use]
    pub fn in_environment(&self, environment: impl Into<EcoString>) -> Transports {
        Transports { environment: environment.into(), ..self.clone() }
    }

    /// Adds a kind, and logs what there is to say about its schema. A name is taken only once.
    pub fn register(&mut self, kind: TransportKind, log: &Log) -> Result<(), TransportError> {
        if self.kinds.contains_key(kind.name()) {
            let environment = self.environment.clone();
            return Err(TransportError::AlreadyRegistered { name: kind.name().clone(), environment });
        }
        tell(kind.schema(), log);
        self.kinds.insert(kind.name().clone(), Arc::new(kind));
        Ok(())
    }

    /// Adds a kind that is read when it is first asked for. One of the same name that is known counts more, and so does
    /// one that was added so before.
    pub fn register_later(&mut self, name: &str, log: Log, find: impl Fn() -> FoundKind + Send + Sync + 'static) {
        let later = || Arc::new(Later { find: Box::new(find), log, found: OnceLock::new() });
        self.later.entry(name.into()).or_insert_with(later);
    }

    /// The kind of that name.
    pub fn find(&self, name: &str) -> Outcome<&Arc<TransportKind>> {
        if let Some(kind) = self.kinds.get(name) {
            return Ok(kind);
        }
        let Some(later) = self.later.get(name) else {
            let environment = self.environment.clone();
            return Err(TransportError::NotRegistered { name: name.into(), environment }.into_failure());
        };
        later.get().map_err(Clone::clone)
    }

    /// The names of all kinds, in the order in which they were added. Nothing is read.
    pub fn names(&self) -> impl Iterator<Item = &EcoString> {
        self.kinds.keys().chain(self.later.keys().filter(|name| !self.kinds.contains_key(*name)))
    }

    /// The schemas of all kinds that can be used, by their names. All that are read when they are needed are read now.
    ///
    /// What is done to the answer changes nothing here.
    pub fn list(&self) -> IndexMap<EcoString, Schema> {
        let usable = self.names().filter_map(|name| Some((name.clone(), self.find(name).ok()?.schema().clone())));
        usable.collect()
    }

    /// Connects to a target with a kind of transport, and calls it as the operator does.
    pub fn connect(
        &self,
        name: &str,
        device_name: impl Into<EcoString>,
        info: &Hash,
        log: &Log,
    ) -> Outcome<Arc<Device>> {
        self.find(name)?.connect(device_name, info, log)
    }
}

impl Default for Transports {
    fn default() -> Transports {
        Transports::of_environment(NO_ENVIRONMENT)
    }
}

impl fmt::Debug for Transports {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.names()).finish()
    }
}

/// Logs what there is to say about a schema.
fn tell(schema: &Schema, log: &Log) {
    for (level, message) in schema.messages() {
        log.line(*level, message);
    }
}
