//! What was read last, for the files that are evaluated next.

use ecow::EcoString;
use pcore::keyed::HashMap;
use resource_api::Context;

use super::{
    ahead::{self, Ahead, CompareSettings, Compared, File},
    stat::FileStat,
};

/// Files that were read together.
#[derive(Default)]
pub(super) struct ReadCache {
    files: HashMap<EcoString, (usize, FileStat)>,
    ahead: Option<Ahead>,
}

/// A file that was read.
pub(super) struct CachedFile {
    pub(super) stat: FileStat,
    /// The result of comparing its content, if there is one yet.
    pub(super) compared: Option<Compared>,
}

impl ReadCache {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = ReadCache::default();
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Records the status of a path.
    pub(super) fn insert(&mut self, path: EcoString, stat: FileStat) {
        let index = self.files.len();
        self.files.insert(path, (index, stat));
    }

    /// Starts comparing all files, in the order in which they were inserted, with what they should be.
    pub(super) fn compare(&mut self, context: &Context, files: Vec<File>) {
        self.ahead = Some(Ahead::begin(CompareSettings::of(context), files, ahead::background_threads()));
    }

    /// Takes what is known of the file that is being evaluated; it is evaluated only once.
    pub(super) fn take(&mut self, path: &str) -> Option<CachedFile> {
        let (index, stat) = self.files.remove(path)?;
        Some(CachedFile { stat, compared: self.ahead.as_ref().and_then(|ahead| ahead.take(index)) })
    }
}
