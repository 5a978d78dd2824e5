//! Text files in memory, for as long as nobody else writes them.
//!
//! Thousands of resources can be parts of one file. It is read and parsed once, changed in memory, and written when the
//! engine says so (`batch: flush`): once for all resources that have their turns together.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use resource_api::{Changes, Context, Failure, Identity, Outcome, State, line_file::FileLocks, whole_file::Stamp};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::LockWarning as _;

/// What a file holds, in a form in which it can be changed.
///
/// The law that it keeps: whatever was changed, it is the same as if it were written and read again.
pub(crate) trait Text {
    fn to_bytes(&self) -> Vec<u8>;
}

/// Files of one form.
pub(crate) struct TextFiles<T> {
    known: FxHashMap<PathBuf, Known<T>>,
    /// Whose changes are in memory alone.
    pending: IndexMap<PathBuf, Pending, FxBuildHasher>,
    locks: FileLocks,
}

/// Changes of a file that are in memory alone.
#[derive(Default)]
struct Pending {
    /// The resources whose changes they are.
    names: Vec<Identity>,
    /// Whether one of them is a secret.
    is_secret: bool,
}

struct Known<T> {
    stamp: Option<Stamp>,
    /// Whether the stamp tells of every change since.
    is_settled: bool,
    /// What is on the disk; nothing where there is no file.
    content: Option<Vec<u8>>,
    text: T,
}

impl<T> Default for TextFiles<T> {
    fn default() -> TextFiles<T> {
        TextFiles { known: FxHashMap::default(), pending: IndexMap::default(), locks: FileLocks::default() }
    }
}

/// How files are read and understood.
pub(crate) trait Reader<T> {
    /// What a file holds; nothing where there is none and that is no error.
    fn read(&self, path: &Path) -> Outcome<Option<Vec<u8>>>;

    /// Whether a text was understood in this way.
    fn understood(&self, text: &T) -> bool;

    fn parse(&self, content: &[u8]) -> Outcome<T>;
}

impl<T: Text> TextFiles<T> {
    /// A file as it is now, with what was changed and not written.
    pub(crate) fn open(&mut self, path: &Path, reader: &impl Reader<T>) -> Outcome<&mut T> {
        let is_held = self.pending.contains_key(path) && self.known.contains_key(path);
        if !is_held {
            let stamp = Stamp::of(path);
            let is_same = |known: &Known<T>| known.is_settled && known.stamp == stamp;
            if !self.known.get(path).is_some_and(is_same) {
                let is_settled = stamp.is_some_and(|stamp| stamp.is_settled());
                let content = reader.read(path)?;
                match self.known.get_mut(path).filter(|known| known.content == content) {
                    Some(known) => (known.stamp, known.is_settled) = (stamp, is_settled),
                    None => {
                        let text = reader.parse(content.as_deref().unwrap_or_default())?;
                        let known = self.known.entry(path.to_owned());
                        return Ok(&mut known.insert_entry(Known { stamp, is_settled, content, text }).into_mut().text);
                    }
                }
            }
        }
        let Some(known) = self.known.get_mut(path) else {
            return Err(Failure::new(format!("{} is not open", path.display())));
        };
        if !reader.understood(&known.text) {
            known.text = reader.parse(&known.text.to_bytes())?;
        }
        Ok(&mut known.text)
    }

    /// Says that a file which was opened has been changed for a resource, possibly to hold a secret.
    pub(crate) fn touch(&mut self, path: &Path, name: &Identity, is_secret: bool) {
        if !self.pending.contains_key(path) {
            self.pending.insert(path.to_owned(), Pending::default());
        }
        if let Some(pending) = self.pending.get_mut(path) {
            pending.names.push(name.clone());
            pending.is_secret |= is_secret;
        }
    }

    /// Writes the files that hold changes. What fails fails the resources whose changes these are.
    ///
    /// Where somebody else wrote a file meanwhile, what the resources should be is applied again. No other run writes the
    /// file between that and the writing.
    pub(crate) fn flush(
        &mut self,
        context: &Context,
        changes: &Changes,
        mut apply: impl FnMut(&mut TextFiles<T>, &State) -> Outcome,
    ) {
        for (path, Pending { names, is_secret }) in std::mem::take(&mut self.pending) {
            let _lock = self.locks.lock_warning(context, &path);
            if self.is_outdated(&path) {
                self.known.remove(&path);
                // What is changed again is in memory until it is written.
                self.pending.insert(path.clone(), Pending::default());
                let theirs: FxHashSet<&Identity> = names.iter().collect();
                for change in changes.iter().filter(|change| theirs.contains(&change.name)) {
                    if let Err(failure) = change.should.as_ref().map_or(Ok(()), |should| apply(self, should)) {
                        context.fail_resource(&change.name, failure);
                    }
                }
                self.pending.swap_remove(&path);
            }
            if let Err(failure) = self.write(&path, is_secret) {
                self.known.remove(&path);
                names.iter().for_each(|name| context.fail_resource(name, failure.clone()));
            }
        }
    }

    /// Changes a file and writes it at once.
    pub(crate) fn change_now(
        &mut self,
        context: &Context,
        path: &Path,
        is_secret: bool,
        apply: impl FnOnce(&mut TextFiles<T>) -> Outcome,
    ) -> Outcome {
        let _lock = self.locks.lock_warning(context, path);
        if self.is_outdated(path) {
            self.known.remove(path);
        }
        apply(self)?;
        self.write(path, is_secret)
    }

    /// Whether somebody else wrote a file since it was opened.
    fn is_outdated(&self, path: &Path) -> bool {
        self.known.get(path).is_some_and(|known| {
            // A file can be written twice at what the clock calls the same time.
            known.stamp != Stamp::of(path) || (!known.is_settled && super::read(path).ok() != known.content)
        })
    }

    /// Writes a file, if it is not what is on the disk. A new one that holds a secret is for its owner alone.
    fn write(&mut self, path: &Path, is_secret: bool) -> Outcome {
        let Some(known) = self.known.get_mut(path) else { return Ok(()) };
        let content = Some(known.text.to_bytes());
        if known.content != content {
            super::replace(path, content.as_deref().unwrap_or_default(), is_secret)?;
            known.content = content;
            // It was written just now, so that only reading it again could tell.
            (known.stamp, known.is_settled) = (Stamp::of(path), false);
        }
        Ok(())
    }
}
