//! Files of lines on the disk: read when they are needed, written whole.

use std::{
    fs,
    io::{self, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use rustix::fs::{Mode, OFlags, openat};

use super::{LineFile, LineFormat};
use crate::whole_file::{self, Folder, Ownership, Stamp};

/// Files of one format, such as those of several users.
///
/// A file is read once, and again when somebody else has written it. What is changed is in memory until it is
/// [saved](LineFiles::save).
pub struct LineFiles<F: LineFormat> {
    format: F,
    header: Option<&'static str>,
    known: IndexMap<PathBuf, Known<F>, FxBuildHasher>,
}

struct Known<F: LineFormat> {
    stamp: Option<Stamp>,
    /// Whether the stamp tells of every change since.
    is_settled: bool,
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
        LineFiles { format, header: None, known: IndexMap::default() }
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
            self.known.insert(path.to_owned(), Known { stamp, is_settled, file });
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
        self.known.get(path).is_some_and(|known| known.stamp != Stamp::of(path))
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
            let place = followed(path)?;
            whole_file::replace(&place, content, ownership)?;
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
        let Some(known) = self.known.get(path).filter(|known| known.file.is_changed()) else { return Ok(()) };
        let written = if self.is_outdated(path) {
            Err(io::Error::other("somebody else has changed it meanwhile"))
        } else {
            let mut content = header.as_bytes().to_vec();
            content.extend(known.file.to_bytes());
            write(&content)
        };
        match written {
            Ok(Some(stamp)) => {
                if let Some(known) = self.known.get_mut(path) {
                    known.stamp = stamp;
                    known.is_settled = false;
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
/// Only files are read, not pipes that somebody put there, and only through links that [may be followed](followed), as
/// those of the folders above [must be](Folder): whoever reads a file for somebody else could tell what is in it.
pub fn read_existing(path: &Path) -> io::Result<Vec<u8>> {
    let place = followed(path)?;
    let (folder, name) = Folder::of(&place)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = fs::File::from(openat(&folder, name, flags, Mode::empty())?);
    let found = file.metadata()?;
    if !found.is_file() && !found.is_dir() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut content = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut content)?;
    if u64::try_from(content.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(io::Error::other(format!("it is larger than {MOST_BYTES} bytes")));
    }
    Ok(content)
}

/// How many links lead to a file at most.
const MOST_LINKS: usize = 40;

/// The file that a path leads to, which is to be replaced. A link is followed when it is root's or our own: anybody else
/// could lead us to a file that is not theirs to change.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        let found = match fs::symlink_metadata(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(place),
            found => found?,
        };
        if !found.is_symlink() {
            return Ok(place);
        }
        if found.uid() != 0 && found.uid() != rustix::process::geteuid().as_raw() {
            return Err(io::Error::other("it is a link that somebody else made"));
        }
        let target = fs::read_link(&place)?;
        place = place.parent().unwrap_or_else(|| Path::new("/")).join(target);
    }
    Err(io::Error::other("too many links lead to it"))
}
