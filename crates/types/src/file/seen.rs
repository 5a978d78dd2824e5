//! What was read last, for those that have their turns next.

use ecow::EcoString;
use resource_api::Context;
use rustc_hash::FxHashMap;

use super::{
    ahead::{Ahead, Compared, File, Manner},
    found::{Found, Kind},
};

/// Files that were looked at together.
#[derive(Default)]
pub(super) struct Seen {
    files: FxHashMap<EcoString, (usize, Found)>,
    ahead: Option<Ahead>,
}

/// A file that was looked at.
pub(super) struct SeenFile {
    pub(super) found: Found,
    /// Its content beside what it should be, if somebody has compared them.
    pub(super) compared: Option<Compared>,
}

impl Seen {
    /// Forgets all of it.
    pub(super) fn clear(&mut self) {
        *self = Seen::default();
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Takes what was found at a path.
    pub(super) fn insert(&mut self, path: EcoString, found: Found) {
        let place = self.files.len();
        self.files.insert(path, (place, found));
    }

    /// Begins to compare all of them, in the order in which they were inserted, with what they should be.
    pub(super) fn compare(&mut self, context: &Context, files: Vec<File>, threads: usize) {
        self.ahead = Some(Ahead::begin(Manner::of(context), files, threads));
    }

    /// A file that is about to have its turn, if it is known to hold what the manifest or a file says.
    pub(super) fn same(&self, path: &str) -> Option<&Found> {
        let (place, found) = self.files.get(path)?;
        let compared = self.ahead.as_ref()?.known(*place)?;
        let is_of_file = compared.source.as_ref().is_none_or(|source| source.found.kind == Kind::File);
        (compared.is_same && is_of_file).then_some(found)
    }

    /// What is known of a file that has its turn. It has only one.
    pub(super) fn take(&mut self, path: &str) -> Option<SeenFile> {
        let (place, found) = self.files.remove(path)?;
        Some(SeenFile { found, compared: self.ahead.as_ref().and_then(|ahead| ahead.take(place)) })
    }
}
