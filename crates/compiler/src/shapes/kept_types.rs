//! What earlier runs read from the files of types in Ruby, by the contents of these files.
//!
//! All of it is in one file, so that a run that needs a thousand types opens one file more, and a run that needs one type
//! reads little more than that (`kept_types/file`). It is written when a command ends that has read something new. It is a
//! matter of speed alone: whatever is wrong with the file, or with the folder in which it is, types are read from their
//! texts, and nobody is told.

mod file;

#[cfg(test)]
mod tests;

use std::{
    fs::DirBuilder,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use resource_api::whole_file;
use ruby_metadata::{TypeMetadata, kept};
use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest as _, Sha256};

use self::file::{Entry, KeptFile, is_ours};

/// How many files of types are remembered, and how many bytes that may take. Those that were not used for the longest time
/// go first.
const MAX_ENTRIES: usize = 8_192;
const MAX_BYTES: usize = 32 << 20;

/// How long what nobody uses is kept, and how old the note of the last use may get before it is written anew.
const DAYS_KEPT: u32 = 90;
const DAYS_BETWEEN_NOTES: u32 = 7;

/// What a file of a type says, as bytes.
type Key = [u8; 32];

/// What earlier runs read, and what this one adds.
#[derive(Debug)]
pub struct KeptTypes {
    path: PathBuf,
    /// The number of today.
    today: u32,
    known: OnceLock<Option<KeptFile>>,
    news: Mutex<News>,
}

#[derive(Debug, Default)]
struct News {
    /// What was read from texts in this run.
    added: FxHashMap<Key, Vec<u8>>,
    /// What was used, though it was there already.
    used: FxHashSet<Key>,
    /// Whether the file says of something that was used that nobody did so for long.
    is_stale: bool,
}

/// The text of a type, for as long as it is not known what it says.
pub(super) struct Wanted(Key);

impl KeptTypes {
    /// What is kept in a file, which may not be there. Days are numbers that grow.
    ///
    /// The folder of the file is made if need be, but none above it.
    pub fn new(path: impl Into<PathBuf>, today: u32) -> KeptTypes {
        KeptTypes { path: path.into(), today, known: OnceLock::new(), news: Mutex::default() }
    }

    /// What a text says, if an earlier run has read the same text.
    pub(super) fn find(&self, text: &str) -> Result<Vec<TypeMetadata>, Wanted> {
        let key: Key = Sha256::digest(text.as_bytes()).into();
        let known = self.known.get_or_init(|| KeptFile::open(&self.path));
        let found = known.as_ref().and_then(|known| known.entry(&key));
        let Some((last_used, bytes)) = found else { return Err(Wanted(key)) };
        let types = kept::decode(&bytes).ok_or(Wanted(key))?;
        let mut news = self.news();
        news.used.insert(key);
        news.is_stale |= self.today.saturating_sub(last_used) >= DAYS_BETWEEN_NOTES;
        Ok(types)
    }

    /// Keeps what a text says, for later runs.
    pub(super) fn add(&self, wanted: Wanted, types: &[TypeMetadata]) {
        if let Some(bytes) = kept::encode(types) {
            self.news().added.insert(wanted.0, bytes);
        }
    }

    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is new, if anything is. What another run has written meanwhile is kept.
    pub(super) fn save(&self) {
        let News { added, used, is_stale } = std::mem::take(&mut *self.news());
        if (added.is_empty() && !is_stale) || !has_own_folder(&self.path) {
            return;
        }
        let mut entries: Vec<Entry> = KeptFile::open(&self.path).map(|file| file.all()).unwrap_or_default();
        entries.retain(|entry| !added.contains_key(&entry.key));
        for entry in &mut entries {
            if used.contains(&entry.key) {
                entry.last_used = self.today;
            }
        }
        entries.retain(|entry| self.today.saturating_sub(entry.last_used) <= DAYS_KEPT);
        entries.extend(added.into_iter().map(|(key, bytes)| Entry { key, last_used: self.today, bytes }));
        keep_latest(&mut entries);
        let _ = whole_file::replace_own_with(&self.path, 0o600, &|file| file::write(&entries, file));
    }
}

/// Leaves as many as there may be.
fn keep_latest(entries: &mut Vec<Entry>) {
    // Keys break ties, so that two runs that read the same write the same.
    entries.sort_unstable_by_key(|entry| std::cmp::Reverse((entry.last_used, entry.key)));
    entries.truncate(MAX_ENTRIES);
    let mut room = MAX_BYTES;
    entries.retain(|entry| match room.checked_sub(entry.bytes.len()) {
        Some(rest) => {
            room = rest;
            true
        }
        None => false,
    });
}

/// Whether the folder of a file is there, and only we can write to it.
fn has_own_folder(path: &Path) -> bool {
    let Some(folder) = path.parent() else { return false };
    if !folder.exists() {
        let _ = DirBuilder::new().mode(0o700).create(folder);
    }
    folder.symlink_metadata().is_ok_and(|metadata| metadata.is_dir() && is_ours(&metadata))
}
