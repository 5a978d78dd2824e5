//! A name in a directory that is open: where a file is, or will be.
//!
//! Whatever is done with it is done below the descriptor, so that it does not matter who renames the directory, or puts a
//! link in its place.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat, fstat, openat, statat, unlinkat},
    io::Errno,
};

use super::{Folder, removal, resolve, with_unused_name};

/// For opening what another user may have put there: a pipe does not make us wait, a terminal does not become ours.
const READ: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// A name in a directory that is open.
#[derive(Debug)]
pub struct DirectoryEntry {
    directory: Folder,
    name: OsString,
}

impl DirectoryEntry {
    /// Opens the directory of a file. What has the name may be anything, or nothing.
    pub fn at(path: &Path) -> io::Result<DirectoryEntry> {
        let (directory, name) = Folder::of(path)?;
        Ok(DirectoryEntry::new(directory, name.to_owned()))
    }

    /// As [`at`](DirectoryEntry::at), of what links at the end of the path lead to. As root it fails with a
    /// [`ForeignLink`](super::ForeignLink) where another user could have led us.
    pub fn followed(path: &Path) -> io::Result<DirectoryEntry> {
        let resolve::Resolved { directory, path, name } = resolve::followed(path)?;
        Ok(DirectoryEntry::new(Folder::new(directory, path), name))
    }

    /// A name in a directory, which is opened once more.
    pub fn in_directory(directory: &Folder, name: &OsStr) -> io::Result<DirectoryEntry> {
        Ok(DirectoryEntry::new(directory.try_clone()?, name.to_owned()))
    }

    /// The directory.
    pub fn directory(&self) -> &Folder {
        &self.directory
    }

    /// The name in the directory.
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// The path, for messages.
    pub fn path(&self) -> PathBuf {
        self.directory.path().join(&self.name)
    }

    /// What there is, which may be a link; nothing where nothing is.
    pub fn look(&self) -> io::Result<Option<Stat>> {
        match statat(&self.directory, &self.name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => Ok(None),
            found => Ok(Some(found?)),
        }
    }

    /// Whether there is a directory.
    pub fn is_directory(&self) -> io::Result<bool> {
        Ok(self.look()?.is_some_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::Directory))
    }

    /// Opens the file to be read. What is not a regular file is an error, and never waited for; a link is not followed.
    pub fn open_regular(&self) -> io::Result<File> {
        regular(openat(&self.directory, &self.name, READ | OFlags::NOFOLLOW, Mode::empty())?.into())
    }

    /// Removes what is not a directory.
    pub fn remove(&self) -> io::Result<()> {
        Ok(unlinkat(&self.directory, &self.name, AtFlags::empty())?)
    }

    /// Removes whatever it is: a directory with all that is below it. No link is followed, whoever puts one there
    /// meanwhile.
    pub fn remove_all(&self) -> io::Result<()> {
        removal::remove_all(&self.directory, &self.name)
    }

    /// Makes something beside it, under a name that nothing else has and that nobody can guess. Returns the name.
    pub fn make_beside<T>(&self, make: impl FnMut(&OsStr) -> io::Result<T>) -> io::Result<(T, OsString)> {
        with_unused_name(&self.name, make)
    }

    pub(super) fn new(directory: Folder, name: OsString) -> DirectoryEntry {
        DirectoryEntry { directory, name }
    }

    pub(super) fn into_parts(self) -> (Folder, OsString) {
        (self.directory, self.name)
    }
}

/// Opens a file to be read, through links that [may be followed](DirectoryEntry::followed).
///
/// What is not a regular file (a pipe, a device, a socket) is an error, and never waited for.
///
/// ```
/// use std::path::Path;
/// use resource_api::whole_file::open_regular;
///
/// assert!(open_regular(Path::new("/etc/passwd")).is_ok());
/// let error = open_regular(Path::new("/dev/null")).unwrap_err();
/// assert_eq!(error.to_string(), "it is not a regular file");
/// ```
pub fn open_regular(path: &Path) -> io::Result<File> {
    match resolve::without_links(path, READ) {
        Err(error) if !resolve::needs_walk(error) => Err(error.into()),
        Err(_) if rustix::process::geteuid().is_root() => DirectoryEntry::followed(path)?.open_regular(),
        Err(_) => open_trusted(path),
        Ok(opened) => regular(opened.into()),
    }
}

/// As [`open_regular`], through any link: for files that are as trusted as we are, such as those of modules.
pub fn open_trusted(path: &Path) -> io::Result<File> {
    regular(openat(CWD, path, READ, Mode::empty())?.into())
}

fn regular(file: File) -> io::Result<File> {
    match FileType::from_raw_mode(fstat(&file)?.st_mode) {
        FileType::RegularFile => Ok(file),
        FileType::Directory => Err(Errno::ISDIR.into()),
        _ => Err(io::Error::other("it is not a regular file")),
    }
}
