//! Line files on disk: read on demand, replaced as a whole.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{FileLock, FileLocks, LineFile, LineFormat};
use crate::whole_file::{self, DirectoryEntry, Ownership, Stamp};

/// Files of one format, for example those of several users.
///
/// A file is read once, and again if another process has written it. Changes stay in memory until they are
/// [saved](LineFiles::save).
pub struct LineFiles<F: LineFormat> {
    format: F,
    header: Option<&'static str>,
    cache: IndexMap<PathBuf, CachedFile<F>, FxBuildHasher>,
    locks: FileLocks,
    /// The file that is currently locked against other runs.
    locked: Option<(PathBuf, FileLock)>,
}

struct CachedFile<F: LineFormat> {
    stamp: Option<Stamp>,
    /// Whether the stamp changes with every later write.
    is_reliable: bool,
    /// The content of the file, if the stamp alone is not reliable.
    content: Option<Vec<u8>>,
    file: LineFile<F>,
}

/// Why a line file could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", .path.display())]
pub struct LineFileError {
    /// What failed: `read` or `write`.
    pub action: &'static str,
    /// The file.
    pub path: PathBuf,
    /// The cause.
    pub source: io::Error,
}

impl<F: LineFormat + Clone> LineFiles<F> {
    /// Creates a collection without any open files.
    pub fn new(format: F) -> LineFiles<F> {
        LineFiles { format, header: None, cache: IndexMap::default(), locks: FileLocks::default(), locked: None }
    }

    /// Sets the beginning of header lines. They are not part of the files, and
    /// [`save_with_header`](LineFiles::save_with_header) writes new ones.
    #[must_use]
    pub fn with_header(mut self, beginning: &'static str) -> LineFiles<F> {
        self.header = Some(beginning);
        self
    }

    /// Returns the current file, including unsaved changes. A missing file is empty.
    pub fn open(&mut self, path: &Path) -> Result<&mut LineFile<F>, LineFileError> {
        self.open_with(path, read)
    }

    /// Like [`open`](LineFiles::open), with another way to [read](read) the file, for example as its owner.
    pub fn open_with(
        &mut self,
        path: &Path,
        read: impl FnOnce(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<&mut LineFile<F>, LineFileError> {
        let failed = |source| LineFileError { action: "read", path: path.to_owned(), source };
        let stamp = Stamp::of(path);
        let is_same = |cache: &CachedFile<F>| cache.is_reliable && cache.stamp == stamp;
        let is_known = self.cache.get(path).is_some_and(|cache| cache.file.is_changed() || is_same(cache));
        if !is_known {
            let is_reliable = stamp.is_none_or(|stamp| stamp.is_reliable());
            let content = read(path).map_err(failed)?;
            let header = self.header;
            let is_header = |line: &str| header.is_some_and(|header| line.starts_with(header));
            let file = LineFile::without_lines(self.format.clone(), &content, is_header);
            let content = (!is_reliable).then_some(content);
            self.cache.insert(path.to_owned(), CachedFile { stamp, is_reliable, content, file });
        }
        let cache = self.cache.get_mut(path).ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        Ok(&mut cache.file)
    }

    /// Returns the file as it was opened, even if it has changed on disk since then. It is the one in which records
    /// were found.
    pub fn opened(&mut self, path: &Path) -> Option<&mut LineFile<F>> {
        self.cache.get_mut(path).map(|cache| &mut cache.file)
    }

    /// Whether another process wrote the file since it was opened.
    pub fn is_outdated(&self, path: &Path) -> bool {
        let has_other_content =
            |content: &Vec<u8>| read(path).is_ok_and(|found| found != *content) && Stamp::of(path).is_some();
        self.cache.get(path).is_some_and(|cache| {
            cache.stamp != Stamp::of(path) || cache.content.as_ref().is_some_and(has_other_content)
        })
    }

    /// Prevents other runs from replacing a file until it is [unlocked](LineFiles::unlock). Call it before
    /// [`is_outdated`](LineFiles::is_outdated) if the file is going to be modified in place. Returns `false` if the
    /// lock could not be acquired in time.
    pub fn lock(&mut self, path: &Path) -> bool {
        // Holding only one lock at a time rules out deadlocks.
        self.locked = None;
        let lock = self.locks.lock(path);
        let is_missed = lock.is_missed();
        self.locked = Some((path.to_owned(), lock));
        !is_missed
    }

    /// Releases the lock.
    pub fn unlock(&mut self) {
        self.locked = None;
    }

    /// The files that were opened.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.cache.keys().map(PathBuf::as_path)
    }

    /// Whether a file has unsaved changes.
    pub fn is_changed(&self, path: &Path) -> bool {
        self.cache.get(path).is_some_and(|cache| cache.file.is_changed())
    }

    /// Discards the unsaved changes of a file.
    pub fn forget(&mut self, path: &Path) {
        self.cache.swap_remove(path);
    }

    /// Replaces a file atomically if it has changes. Owner, mode and links are preserved.
    ///
    /// Fails if another process wrote the file since it was [opened](LineFiles::open), because its changes would be
    /// lost. If anything fails, the unsaved changes are discarded.
    pub fn save(&mut self, path: &Path) -> Result<(), LineFileError> {
        self.save_with_header(path, "", &Ownership::default())
    }

    /// Like [`save`](LineFiles::save), with a header and optionally another owner or mode.
    pub fn save_with_header(&mut self, path: &Path, header: &str, ownership: &Ownership) -> Result<(), LineFileError> {
        let replace = |content: &[u8]| {
            whole_file::replace_at(DirectoryEntry::followed(path)?, content, ownership)?;
            let stamp = Stamp::of(path);
            // If another process replaced the file right afterwards, it is read again when it is next opened.
            Ok(read(path).is_ok_and(|found| found == content).then_some(stamp))
        };
        self.save_by(path, header, replace)
    }

    /// Like [`save_with_header`](LineFiles::save_with_header), with another way to write the file.
    pub fn save_with(
        &mut self,
        path: &Path,
        header: &str,
        write: impl FnOnce(&[u8]) -> io::Result<()>,
    ) -> Result<(), LineFileError> {
        self.save_by(path, header, |content| write(content).map(|()| None))
    }

    fn save_by(
        &mut self,
        path: &Path,
        header: &str,
        write: impl FnOnce(&[u8]) -> io::Result<Option<Option<Stamp>>>,
    ) -> Result<(), LineFileError> {
        if !self.is_changed(path) {
            return Ok(());
        }
        let was_locked = self.locked.as_ref().is_some_and(|(locked, _)| locked == path);
        if !was_locked {
            self.lock(path);
        }
        let saved = self.save_locked(path, header, write);
        if !was_locked {
            self.unlock();
        }
        saved
    }

    fn save_locked(
        &mut self,
        path: &Path,
        header: &str,
        write: impl FnOnce(&[u8]) -> io::Result<Option<Option<Stamp>>>,
    ) -> Result<(), LineFileError> {
        let Some(cache) = self.cache.get(path) else { return Ok(()) };
        let mut written_content = Vec::new();
        let written = if self.is_outdated(path) {
            Err(io::Error::other("another process has changed it in the meantime"))
        } else {
            written_content.extend(header.as_bytes());
            written_content.extend(cache.file.to_bytes());
            write(&written_content)
        };
        match written {
            Ok(Some(stamp)) => {
                if let Some(cache) = self.cache.get_mut(path) {
                    cache.stamp = stamp;
                    cache.is_reliable = false;
                    cache.content = Some(written_content);
                    cache.file.saved();
                }
                Ok(())
            }
            other => {
                self.cache.swap_remove(path);
                other.map(drop).map_err(|source| LineFileError { action: "write", path: path.to_owned(), source })
            }
        }
    }
}

/// The maximum size of a line file.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Reads a file; a missing one is empty. Otherwise like [`read_existing`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    match read_existing(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        content => content,
    }
}

/// Reads a file that must exist.
///
/// Only regular files are read, and links are followed only if they [may be](DirectoryEntry::followed). Otherwise a
/// user could have root read and report any file.
pub fn read_existing(path: &Path) -> io::Result<Vec<u8>> {
    let file = whole_file::open_regular(path)?;
    let mut content = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut content)?;
    if u64::try_from(content.len()).is_ok_and(|length| length > MAX_BYTES) {
        return Err(io::Error::other(format!("it is larger than {MAX_BYTES} bytes")));
    }
    Ok(content)
}
