//! Who speaks in a log: what is known of the resources that lines name as their sources.

use std::{
    collections::HashMap,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use ecow::EcoString;

/// What is known of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Speaker {
    pub(crate) tags: Vec<EcoString>,
    pub(crate) file: Option<EcoString>,
    pub(crate) line: Option<u32>,
}

/// The resources of a run by their paths, once they are known.
#[derive(Debug, Default)]
pub(crate) struct Speakers {
    known: OnceLock<HashMap<EcoString, Speaker>>,
    are_wanted: AtomicBool,
}

impl Speakers {
    /// Introduces the resources of a run, if anybody wants to know them. There is one run in a process: a second one is
    /// not listened to.
    pub(crate) fn introduce(&self, speakers: impl IntoIterator<Item = (EcoString, Speaker)>) {
        if self.are_wanted.load(Ordering::Relaxed) {
            self.known.get_or_init(|| speakers.into_iter().collect());
        }
    }

    /// Says that somebody wants to know them.
    pub(super) fn want(&self) {
        self.are_wanted.store(true, Ordering::Relaxed);
    }

    /// The resource that a source names, or whose property it names.
    pub(super) fn find(&self, source: &str) -> Option<&Speaker> {
        let known = self.known.get()?;
        known.get(source).or_else(|| known.get(source.rsplit_once('/')?.0))
    }
}
