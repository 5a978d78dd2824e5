//! Files of lines on the disk: read when they are needed, written whole.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{FileLock, FileLocks, LineFile, LineFormat};
use crate::whole_file::{self, DirectoryEntry, Ownership, Stamp};

/// Files of one format, such as those of several users.
///
/// A file is read once, and again when somebody else has written it. What is changed is in memory until it is
/// [saved](LineFiles::save).
pub struct LineFiles<F: LineFormat> {
    format: F,
    header: Option<&'static str>,
    known: IndexMap<PathBuf, Known<F>, FxBuildHasher>,
    locks: FileLocks,
    /// The file that nobody else of us replaces at the moment.
    locked: Option<(PathBuf, FileLock)>,
}

struct Known<F: LineFormat> {
    stamp: Option<Stamp>,
    /// Whether the stamp tells of every change since.
    is_settled: bool,
    /// What the file held, where the stamp alone cannot tell.
    content: Option<Vec<u8>>,
    file: LineFile<F>,
}

/// Why a file of lines could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", .path.display())]
pub struct LineFileError {
    /// What could not be done: `read` or `write`.
    pub action: &'static str,
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl<F: LineFormat + Clone> LineFiles<F> {
    /// Files of a format, none of which was read yet.
    pub fn new(format: F) -> LineFiles<F> {
        LineFiles { format, header: None, known: IndexMap::default(), locks: FileLocks::default(), locked: None }
    }

    /// These files with a header: lines that begin so are not part of them, and [`save_with_header`](LineFiles::save_with_header)
    /// writes new ones.
    #[must_use]
    pub fn with_header(mut self, beginning: &'static str) -> LineFiles<F> {
        self.header = Some(beginning);
        self
    }

    /// A file as it is now, with what was changed and not saved. One that does not exist is empty.
    pub fn open(&mut self, path: &Path) -> Result<&mut LineFile<F>, LineFileError> {
        self.open_with(path, read)
    }

    /// As [`open`](LineFiles::open), with another way to [read](read) the file: as the user whose it is.
    pub fn open_with(
        &mut self,
        path: &Path,
        read: impl FnOnce(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<&mut LineFile<F>, LineFileError> {
        let failed = |source| LineFileError { action: "read", path: path.to_owned(), source };
        let stamp = Stamp::of(path);
        let is_same = |known: &Known<F>| known.is_settled && known.stamp == stamp;
        let is_known = self.known.get(path).is_some_and(|known| known.file.is_changed() || is_same(known));
        if !is_known {
            let is_settled = stamp.is_none_or(|stamp| stamp.is_settled());
            let content = read(path).map_err(failed)?;
            let header = self.header;
            let is_header = |line: &str| header.is_some_and(|header| line.starts_with(header));
            let file = LineFile::without_lines(self.format.clone(), &content, is_header);
            let content = (!is_settled).then_some(content);
            self.known.insert(path.to_owned(), Known { stamp, is_settled, content, file });
        }
        let known = self.known.get_mut(path).ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        Ok(&mut known.file)
    }

    /// A file as it was opened, whatever became of it on the disk since: the one that records were found in.
    pub fn opened(&mut self, path: &Path) -> Option<&mut LineFile<F>> {
        self.known.get_mut(path).map(|known| &mut known.file)
    }

    /// Whether somebody else wrote a file since it was opened.
    pub fn is_outdated(&self, path: &Path) -> bool {
        let has_other_content =
            |content: &Vec<u8>| read(path).is_ok_and(|found| found != *content) && Stamp::of(path).is_some();
        self.known.get(path).is_some_and(|known| {
            known.stamp != Stamp::of(path) || known.content.as_ref().is_some_and(has_other_content)
        })
    }

    /// Keeps other runs from replacing a file until it is [unlocked](LineFiles::unlock): to be called before
    /// [`is_outdated`](LineFiles::is_outdated) by whoever changes it again where it is. Returns whether they are kept from
    /// it, which is not so where somebody locks its directory all the time.
    pub fn lock(&mut self, path: &Path) -> bool {
        // Nobody has two locks, so nobody waits for each other.
        self.locked = None;
        let lock = self.locks.lock(path);
        let is_missed = lock.is_missed();
        self.locked = Some((path.to_owned(), lock));
        !is_missed
    }

    /// Lets others replace the file that was locked.
    pub fn unlock(&mut self) {
        self.locked = None;
    }

    /// The files that were opened.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.known.keys().map(PathBuf::as_path)
    }

    /// Whether something of a file is not on the disk yet.
    pub fn is_changed(&self, path: &Path) -> bool {
        self.known.get(path).is_some_and(|known| known.file.is_changed())
    }

    /// Forgets what was changed in a file and not saved.
    pub fn forget(&mut self, path: &Path) {
        self.known.swap_remove(path);
    }

    /// Writes a file in one step, if something in it was changed. Owner, mode and links stay.
    ///
    /// It is an error when somebody else wrote the file since it was [opened](LineFiles::open): what they wrote would be
    /// lost. Whatever fails, what was changed is forgotten.
    pub fn save(&mut self, path: &Path) -> Result<(), LineFileError> {
        self.save_with_header(path, "", &Ownership::default())
    }

    /// As [`save`](LineFiles::save), with a header before everything else and possibly another owner or mode.
    pub fn save_with_header(&mut self, path: &Path, header: &str, ownership: &Ownership) -> Result<(), LineFileError> {
        let replace = |content: &[u8]| {
            whole_file::replace_at(DirectoryEntry::followed(path)?, content, ownership)?;
            let stamp = Stamp::of(path);
            // Somebody may have been faster; then it is read again by whoever needs it.
            Ok(read(path).is_ok_and(|found| found == content).then_some(stamp))
        };
        self.save_by(path, header, replace)
    }

    /// As [`save_with_header`](LineFiles::save_with_header), with another way to write the file.
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
        let Some(known) = self.known.get(path) else { return Ok(()) };
        let mut written_content = Vec::new();
        let written = if self.is_outdated(path) {
            Err(io::Error::other("somebody else has changed it meanwhile"))
        } else {
            written_content.extend(header.as_bytes());
            written_content.extend(known.file.to_bytes());
            write(&written_content)
        };
        match written {
            Ok(Some(stamp)) => {
                if let Some(known) = self.known.get_mut(path) {
                    known.stamp = stamp;
                    known.is_settled = false;
                    known.content = Some(written_content);
                    known.file.saved();
                }
                Ok(())
            }
            other => {
                self.known.swap_remove(path);
                other.map(drop).map_err(|source| LineFileError { action: "write", path: path.to_owned(), source })
            }
        }
    }
}

/// How large a file of lines may be.
pub const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// What a file holds; nothing when there is none. As [`read_existing`] otherwise.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    match read_existing(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        content => content,
    }
}

/// What a file holds, which must be there.
///
/// Only regular files are read, and only through links that [may be followed](DirectoryEntry::followed): whoever reads a
/// file for another user could report what is in it.
pub fn read_existing(path: &Path) -> io::Result<Vec<u8>> {
    let file = whole_file::open_regular(path)?;
    let mut content = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut content)?;
    if u64::try_from(content.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(io::Error::other(format!("it is larger than {MOST_BYTES} bytes")));
    }
    Ok(content)
}
