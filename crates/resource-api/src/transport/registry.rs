//! The kinds of transports that a run knows, by name.

use std::{
    fmt,
    sync::{Arc, LazyLock},
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
/// Nothing is global: whatever connects to devices owns the kinds that it knows.
#[derive(Clone)]
pub struct Transports {
    kinds: IndexMap<EcoString, Arc<TransportKind>, FxBuildHasher>,
    lazy: IndexMap<EcoString, Arc<LazyKind>, FxBuildHasher>,
    environment: EcoString,
}

/// A kind that is loaded when it is first requested.
type LazyKind = LazyLock<Outcome<Arc<TransportKind>>, Box<dyn FnOnce() -> Outcome<Arc<TransportKind>> + Send>>;

/// Why a kind of transport cannot be registered or found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransportError {
    /// A kind with this name already exists.
    #[error("Transport `{name}` is already registered for `{environment}`")]
    AlreadyRegistered {
        /// The kind.
        name: EcoString,
        /// The environment that it is registered for.
        environment: EcoString,
    },
    /// There is no kind with this name.
    #[error("Transport for `{name}` not registered with `{environment}`")]
    NotRegistered {
        /// The kind.
        name: EcoString,
        /// The environment that was searched.
        environment: EcoString,
    },
}

impl TransportError {
    /// Converts the error into a failure, which is the author's mistake.
    pub fn into_failure(self) -> Failure {
        Failure::from(self).with_kind(FailureKind::Developer)
    }
}

impl Transports {
    /// Creates an empty registry for an environment, whose name appears in messages.
    pub fn of_environment(environment: impl Into<EcoString>) -> Transports {
        Transports { kinds: IndexMap::default(), lazy: IndexMap::default(), environment: environment.into() }
    }

    /// Returns the same kinds for another environment.
    #[must_use]
    pub fn in_environment(&self, environment: impl Into<EcoString>) -> Transports {
        Transports { environment: environment.into(), ..self.clone() }
    }

    /// Adds a kind and logs the messages about its schema. Each name can be registered once.
    pub fn register(&mut self, kind: TransportKind, log: &Log) -> Result<(), TransportError> {
        if self.kinds.contains_key(kind.name()) {
            let environment = self.environment.clone();
            return Err(TransportError::AlreadyRegistered { name: kind.name().clone(), environment });
        }
        log_messages(kind.schema(), log);
        self.kinds.insert(kind.name().clone(), Arc::new(kind));
        Ok(())
    }

    /// Adds a kind that is loaded when it is first requested. A registered kind with the same name takes precedence,
    /// and so does a lazy kind that was added earlier.
    pub fn register_lazy(
        &mut self,
        name: &str,
        log: Log,
        find: impl Fn() -> Outcome<TransportKind> + Send + Sync + 'static,
    ) {
        let load = move || {
            let found = find()?;
            log_messages(found.schema(), &log);
            Ok(Arc::new(found))
        };
        self.lazy.entry(name.into()).or_insert_with(|| Arc::new(LazyLock::new(Box::new(load))));
    }

    /// Returns the kind with that name.
    pub fn find(&self, name: &str) -> Outcome<&Arc<TransportKind>> {
        if let Some(kind) = self.kinds.get(name) {
            return Ok(kind);
        }
        let Some(lazy) = self.lazy.get(name) else {
            let environment = self.environment.clone();
            return Err(TransportError::NotRegistered { name: name.into(), environment }.into_failure());
        };
        LazyLock::force(lazy).as_ref().map_err(Clone::clone)
    }

    /// The names of all kinds in the order in which they were added. Loads nothing.
    pub fn names(&self) -> impl Iterator<Item = &EcoString> {
        self.kinds.keys().chain(self.lazy.keys().filter(|name| !self.kinds.contains_key(*name)))
    }

    /// Returns the schemas of all usable kinds by name. Loads all lazy kinds.
    ///
    /// The result is a copy.
    pub fn list(&self) -> IndexMap<EcoString, Schema> {
        let usable = self.names().filter_map(|name| Some((name.clone(), self.find(name).ok()?.schema().clone())));
        usable.collect()
    }

    /// Connects to a device with a kind of transport, under the name that the operator configured.
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

/// Logs the messages about a schema.
fn log_messages(schema: &Schema, log: &Log) {
    for (level, message) in schema.messages() {
        log.line(*level, message);
    }
}
