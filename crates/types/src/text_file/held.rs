//! Text files in memory, for as long as nobody else writes them.
//!
//! Thousands of resources can be parts of one file. It is read and parsed once, changed in memory, and written when the
//! engine says so (`batch: flush`): once for all resources that have their turns together.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use resource_api::{Changes, Context, Failure, Identity, Outcome, State, whole_file::Stamp};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

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
    pending: IndexMap<PathBuf, Vec<Identity>, FxBuildHasher>,
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
        TextFiles { known: FxHashMap::default(), pending: IndexMap::default() }
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

    /// Says that a file which was opened has been changed for a resource.
    pub(crate) fn touch(&mut self, path: &Path, name: &Identity) {
        match self.pending.get_mut(path) {
            Some(names) => names.push(name.clone()),
            None => drop(self.pending.insert(path.to_owned(), vec![name.clone()])),
        }
    }

    /// Writes the files that hold changes. What fails fails the resources whose changes these are.
    ///
    /// Where somebody else wrote a file meanwhile, what the resources should be is applied again.
    pub(crate) fn flush(
        &mut self,
        context: &Context,
        changes: &Changes,
        mut apply: impl FnMut(&mut TextFiles<T>, &State) -> Outcome,
    ) {
        for (path, names) in std::mem::take(&mut self.pending) {
            if self.known.get(&path).is_some_and(|known| known.stamp != Stamp::of(&path)) {
                self.known.remove(&path);
                // What is changed again is in memory until it is written.
                self.pending.insert(path.clone(), Vec::new());
                let theirs: FxHashSet<&Identity> = names.iter().collect();
                for change in changes.iter().filter(|change| theirs.contains(&change.name)) {
                    if let Err(failure) = change.should.as_ref().map_or(Ok(()), |should| apply(self, should)) {
                        context.fail_resource(&change.name, failure);
                    }
                }
                self.pending.swap_remove(&path);
            }
            if let Err(failure) = self.write(&path) {
                self.known.remove(&path);
                names.iter().for_each(|name| context.fail_resource(name, failure.clone()));
            }
        }
    }

    /// Writes a file, if it is not what is on the disk.
    pub(crate) fn write(&mut self, path: &Path) -> Outcome {
        let Some(known) = self.known.get_mut(path) else { return Ok(()) };
        let content = Some(known.text.to_bytes());
        if known.content != content {
            super::replace(path, content.as_deref().unwrap_or_default())?;
            known.content = content;
            // It was written just now, so that only reading it again could tell.
            (known.stamp, known.is_settled) = (Stamp::of(path), false);
        }
        Ok(())
    }
}
