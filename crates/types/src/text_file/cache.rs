//! Text files in memory, as long as no other process writes them.
//!
//! Thousands of resources can be parts of one file. It is read and parsed once, changed in memory, and written when the
//! engine flushes (`batch: flush`): once for all resources of a batch.

use std::path::{Path, PathBuf};

use pcore::keyed::{HashMap, HashSet, IndexMap};
use resource_api::{Changes, Context, Failure, Identity, Outcome, State, line_file::FileLocks, whole_file::Stamp};

/// The parsed content of a file.
///
/// Invariant: after any change it equals what would be parsed if it were written and read again.
pub(crate) trait Text {
    fn to_bytes(&self) -> Vec<u8>;
}

/// Files of one format.
pub(crate) struct TextFiles<T> {
    cached: HashMap<PathBuf, CachedFile<T>>,
    /// Files with changes that were not written yet.
    pending: IndexMap<PathBuf, Pending>,
    locks: FileLocks,
}

/// Changes that were not written yet.
#[derive(Default)]
struct Pending {
    /// The resources that made them.
    names: Vec<Identity>,
    /// Whether one of them is secret.
    is_secret: bool,
}

struct CachedFile<T> {
    stamp: Option<Stamp>,
    /// Whether any later change would change the stamp.
    is_reliable: bool,
    /// The content on disk; none if there is no file.
    content: Option<Vec<u8>>,
    text: T,
}

impl<T> Default for TextFiles<T> {
    fn default() -> TextFiles<T> {
        TextFiles { cached: HashMap::default(), pending: IndexMap::default(), locks: FileLocks::default() }
    }
}

/// How files are read and parsed.
pub(crate) trait TextReader<T> {
    /// The content of a file; none if a missing file is not an error.
    fn read(&self, path: &Path) -> Outcome<Option<Vec<u8>>>;

    /// Whether a text was parsed by an equal reader.
    fn was_read_by(&self, text: &T) -> bool;

    fn parse(&self, content: &[u8]) -> Outcome<T>;
}

impl<T: Text> TextFiles<T> {
    /// Opens a file with its current content, including changes that were not written yet.
    pub(crate) fn open(&mut self, path: &Path, reader: &impl TextReader<T>) -> Outcome<&mut T> {
        let is_pending = self.pending.contains_key(path) && self.cached.contains_key(path);
        if !is_pending {
            let stamp = Stamp::of(path);
            let is_same = |file: &CachedFile<T>| file.is_reliable && file.stamp == stamp;
            if !self.cached.get(path).is_some_and(is_same) {
                let is_reliable = stamp.is_some_and(|stamp| stamp.is_reliable());
                let content = reader.read(path)?;
                match self.cached.get_mut(path).filter(|file| file.content == content) {
                    Some(file) => (file.stamp, file.is_reliable) = (stamp, is_reliable),
                    None => {
                        let text = reader.parse(content.as_deref().unwrap_or_default())?;
                        self.cached.insert(path.to_owned(), CachedFile { stamp, is_reliable, content, text });
                    }
                }
            }
        }
        let Some(file) = self.cached.get_mut(path) else {
            return Err(Failure::new(format!("{} is not open", path.display())));
        };
        if !reader.was_read_by(&file.text) {
            file.text = reader.parse(&file.text.to_bytes())?;
        }
        Ok(&mut file.text)
    }

    /// Records that a resource changed an open file, possibly with a secret.
    pub(crate) fn touch(&mut self, path: &Path, name: &Identity, is_secret: bool) {
        if !self.pending.contains_key(path) {
            self.pending.insert(path.to_owned(), Pending::default());
        }
        if let Some(pending) = self.pending.get_mut(path) {
            pending.names.push(name.clone());
            pending.is_secret |= is_secret;
        }
    }

    /// Writes the changed files. A failure fails the resources that changed the file.
    ///
    /// If another process wrote a file meanwhile, the changes are applied again. The lock keeps other runs from writing
    /// in between.
    pub(crate) fn flush(
        &mut self,
        context: &Context,
        changes: &Changes,
        mut apply: impl FnMut(&mut TextFiles<T>, &State) -> Outcome,
    ) {
        for (path, Pending { names, is_secret }) in std::mem::take(&mut self.pending) {
            let _lock = super::lock(&mut self.locks, context, &path);
            if self.is_outdated(&path) {
                self.cached.remove(&path);
                // What is changed again stays in memory until it is written.
                self.pending.insert(path.clone(), Pending::default());
                let affected: HashSet<&Identity> = names.iter().collect();
                for change in changes.iter().filter(|change| affected.contains(&change.name)) {
                    if let Err(failure) = change.should.as_ref().map_or(Ok(()), |should| apply(self, should)) {
                        context.fail_resource(&change.name, failure);
                    }
                }
                self.pending.swap_remove(&path);
            }
            if let Err(failure) = self.write(&path, is_secret) {
                self.cached.remove(&path);
                names.iter().for_each(|name| context.fail_resource(name, failure.clone()));
            }
        }
    }

    /// Changes a file and writes it immediately.
    pub(crate) fn change_now(
        &mut self,
        context: &Context,
        path: &Path,
        is_secret: bool,
        apply: impl FnOnce(&mut TextFiles<T>) -> Outcome,
    ) -> Outcome {
        let _lock = super::lock(&mut self.locks, context, path);
        if self.is_outdated(path) {
            self.cached.remove(path);
        }
        apply(self)?;
        self.write(path, is_secret)
    }

    /// Whether another process wrote a file since it was opened.
    fn is_outdated(&self, path: &Path) -> bool {
        self.cached.get(path).is_some_and(|file| {
            // Two writes can have the same time stamp.
            file.stamp != Stamp::of(path) || (!file.is_reliable && super::read(path).ok() != file.content)
        })
    }

    /// Writes a file unless it is unchanged. A new one with a secret is readable for its owner only.
    fn write(&mut self, path: &Path, is_secret: bool) -> Outcome {
        let Some(file) = self.cached.get_mut(path) else { return Ok(()) };
        let content = Some(file.text.to_bytes());
        if file.content != content {
            super::replace(path, content.as_deref().unwrap_or_default(), is_secret)?;
            file.content = content;
            // A write right now might not change the stamp.
            (file.stamp, file.is_reliable) = (Stamp::of(path), false);
        }
        Ok(())
    }
}
