//! The sources of log lines: what is known about the resources that lines name.

use std::{
    collections::HashMap,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use ecow::EcoString;

/// What is known about a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogSource {
    pub(crate) tags: Vec<EcoString>,
    pub(crate) file: Option<EcoString>,
    pub(crate) line: Option<u32>,
}

/// The resources of a run by path, once they are known.
#[derive(Debug, Default)]
pub(crate) struct LogSources {
    resources: OnceLock<HashMap<EcoString, LogSource>>,
    is_enabled: AtomicBool,
}

impl LogSources {
    /// Registers the resources of a run, if a destination needs them. Only the first run of a process is registered.
    pub(crate) fn register(&self, log_sources: impl IntoIterator<Item = (EcoString, LogSource)>) {
        if self.is_enabled.load(Ordering::Relaxed) {
            self.resources.get_or_init(|| log_sources.into_iter().collect());
        }
    }

    /// Enables the registration, because a destination needs it.
    pub(super) fn enable(&self) {
        self.is_enabled.store(true, Ordering::Relaxed);
    }

    /// The resource that a source names, directly or by one of its properties.
    pub(super) fn find(&self, source: &str) -> Option<&LogSource> {
        let resources = self.resources.get()?;
        resources.get(source).or_else(|| resources.get(source.rsplit_once('/')?.0))
    }
}
