//! A name in an open directory.
//!
//! All operations are relative to the directory's descriptor, so renaming the directory or replacing it with a link has
//! no effect on them.

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

use super::{TrustedDir, removal, resolve, with_unused_name};

/// For files that another user may have created: opening a FIFO does not block, and a terminal does not become ours.
const READ: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// A name in an open directory, which need not exist.
#[derive(Debug)]
pub struct DirectoryEntry {
    directory: TrustedDir,
    name: OsString,
}

impl DirectoryEntry {
    /// Opens the parent directory of a path. The file may be anything, and need not exist.
    pub fn at(path: &Path) -> io::Result<DirectoryEntry> {
        let (directory, name) = TrustedDir::of(path)?;
        Ok(DirectoryEntry::new(directory, name.to_owned()))
    }

    /// Like [`at`](DirectoryEntry::at), but follows links at the end of the path. For root it fails with a
    /// [`ForeignLink`](super::ForeignLink) if another user could have redirected the path.
    pub fn followed(path: &Path) -> io::Result<DirectoryEntry> {
        let resolve::Resolved { directory, path, name } = resolve::followed(path)?;
        Ok(DirectoryEntry::new(TrustedDir::new(directory, path), name))
    }

    /// Refers to a name in a directory, whose handle is duplicated.
    pub fn in_directory(directory: &TrustedDir, name: &OsStr) -> io::Result<DirectoryEntry> {
        Ok(DirectoryEntry::new(directory.try_clone()?, name.to_owned()))
    }

    /// The directory.
    pub fn directory(&self) -> &TrustedDir {
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

    /// Returns the metadata of the entry without following links; `None` if it does not exist.
    pub fn stat(&self) -> io::Result<Option<Stat>> {
        match statat(&self.directory, &self.name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => Ok(None),
            found => Ok(Some(found?)),
        }
    }

    /// Whether it is a directory.
    pub fn is_directory(&self) -> io::Result<bool> {
        Ok(self.stat()?.is_some_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::Directory))
    }

    /// Whether users other than root and an owner can put something else in place of the entry.
    pub fn is_replaceable_by_others_than(&self, owner: u32) -> io::Result<bool> {
        Ok(resolve::is_writable_for_others_than(owner, &fstat(&self.directory)?))
    }

    /// Opens a regular file for reading. Other kinds of files are an error and never block. Links are not followed.
    pub fn open_regular(&self) -> io::Result<File> {
        regular(openat(&self.directory, &self.name, READ | OFlags::NOFOLLOW, Mode::empty())?.into())
    }

    /// Opens a file for appending, or creates it with a mode, which the umask restricts. Links are not followed.
    pub fn open_append(&self, mode: u32) -> io::Result<File> {
        let flags =
            OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(openat(&self.directory, &self.name, flags, Mode::from_raw_mode(mode))?.into())
    }

    /// Removes anything but a directory.
    pub fn remove(&self) -> io::Result<()> {
        Ok(unlinkat(&self.directory, &self.name, AtFlags::empty())?)
    }

    /// Removes it recursively. Links are not followed, even if they are created meanwhile.
    pub fn remove_all(&self) -> io::Result<()> {
        removal::remove_all(&self.directory, &self.name)
    }

    /// Creates something in the same directory under an unused, unpredictable name. Returns the name.
    pub fn create_sibling<T>(&self, make: impl FnMut(&OsStr) -> io::Result<T>) -> io::Result<(T, OsString)> {
        with_unused_name(&self.name, make)
    }

    pub(super) fn new(directory: TrustedDir, name: OsString) -> DirectoryEntry {
        DirectoryEntry { directory, name }
    }

    pub(super) fn into_parts(self) -> (TrustedDir, OsString) {
        (self.directory, self.name)
    }
}

/// Opens a file for reading, following links that [may be followed](DirectoryEntry::followed).
///
/// A file that is not regular (a FIFO, a device, a socket) is an error and never blocks.
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

/// Like [`open_regular`], but follows all links. For files that are as trusted as we are, such as those of modules.
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
