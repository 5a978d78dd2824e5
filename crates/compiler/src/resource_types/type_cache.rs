//! A cache of the metadata of Ruby types, by the contents of their files.
//!
//! All of it is in one file, so that a run that needs a thousand types opens one file more, and a run that needs one type
//! reads little more than that (`type_cache/file`). It is written when a command ends that has read something new. It only
//! saves time: if anything is wrong with the file or its directory, types are silently read from their texts.

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
use ruby_metadata::{TypeMetadata, type_cache};
use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest as _, Sha256};

use self::file::{CacheFile, Entry, is_ours};

/// How many files of types are remembered, and how many bytes that may take. Those that were not used for the longest time
/// go first.
const MAX_ENTRIES: usize = 8_192;
const MAX_BYTES: usize = 32 << 20;

/// How long unused entries are kept, and how often the day of the last use is updated.
const MAX_AGE_DAYS: u32 = 90;
const TOUCH_INTERVAL_DAYS: u32 = 7;

/// The digest of the file of a type.
type Key = [u8; 32];

/// The cache, with the entries that this run adds.
#[derive(Debug)]
pub struct TypeCache {
    path: PathBuf,
    /// The number of today.
    today: u32,
    known: OnceLock<Option<CacheFile>>,
    pending: Mutex<Pending>,
}

#[derive(Debug, Default)]
struct Pending {
    /// The entries that this run added.
    added: FxHashMap<Key, Vec<u8>>,
    /// The existing entries that this run used.
    used: FxHashSet<Key>,
    /// Whether a day of last use in the file is out of date.
    is_stale: bool,
}

/// The key of a text that is not in the cache.
pub(super) struct MissingEntry(Key);

impl TypeCache {
    /// What is kept in a file, which may not be there. Days are numbers that grow.
    ///
    /// The directory of the file is created if needed, but not its parents.
    pub fn new(path: impl Into<PathBuf>, today: u32) -> TypeCache {
        TypeCache { path: path.into(), today, known: OnceLock::new(), pending: Mutex::default() }
    }

    /// The types in a text, if an earlier run has read the same text.
    pub(super) fn find(&self, text: &str) -> Result<Vec<TypeMetadata>, MissingEntry> {
        let key: Key = Sha256::digest(text.as_bytes()).into();
        let known = self.known.get_or_init(|| CacheFile::open(&self.path));
        let found = known.as_ref().and_then(|known| known.entry(&key));
        let Some((last_used, bytes)) = found else { return Err(MissingEntry(key)) };
        let types = type_cache::decode(&bytes).ok_or(MissingEntry(key))?;
        let mut pending = self.pending();
        pending.used.insert(key);
        pending.is_stale |= self.today.saturating_sub(last_used) >= TOUCH_INTERVAL_DAYS;
        Ok(types)
    }

    /// Adds the types in a text, for later runs.
    pub(super) fn add(&self, wanted: MissingEntry, types: &[TypeMetadata]) {
        if let Some(bytes) = type_cache::encode(types) {
            self.pending().added.insert(wanted.0, bytes);
        }
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the changes, if any. Entries that another run has written meanwhile are kept.
    pub(super) fn save(&self) {
        let Pending { added, used, is_stale } = std::mem::take(&mut *self.pending());
        if (added.is_empty() && !is_stale) || !has_own_directory(&self.path) {
            return;
        }
        let mut entries: Vec<Entry> = CacheFile::open(&self.path).map(|file| file.all()).unwrap_or_default();
        entries.retain(|entry| !added.contains_key(&entry.key));
        for entry in &mut entries {
            if used.contains(&entry.key) {
                entry.last_used = self.today;
            }
        }
        entries.retain(|entry| self.today.saturating_sub(entry.last_used) <= MAX_AGE_DAYS);
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
    let mut remaining = MAX_BYTES;
    entries.retain(|entry| match remaining.checked_sub(entry.bytes.len()) {
        Some(rest) => {
            remaining = rest;
            true
        }
        None => false,
    });
}

/// Whether the directory of a file exists, and only we can write to it.
fn has_own_directory(path: &Path) -> bool {
    let Some(directory) = path.parent() else { return false };
    if !directory.exists() {
        let _ = DirBuilder::new().mode(0o700).create(directory);
    }
    directory.symlink_metadata().is_ok_and(|metadata| metadata.is_dir() && is_ours(&metadata))
}
