//! A directory that is open, so that nobody can put something else in its place in the meantime.
//!
//! How it is found is the business of `resolve`.

use std::{
    ffi::OsStr,
    fs::File,
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::fs::{Mode, OFlags, openat};

use super::resolve;

/// A directory that is open.
#[derive(Debug)]
pub struct Folder {
    descriptor: OwnedFd,
    path: PathBuf,
}

impl Folder {
    /// Opens a directory. As root it fails with a [`ForeignLink`](super::ForeignLink) where another user could have led
    /// us.
    pub fn open(path: &Path) -> io::Result<Folder> {
        Ok(Folder { descriptor: resolve::directory(path)?, path: path.to_owned() })
    }

    /// Opens the directory of a file, and returns it with the file's name.
    ///
    /// ```
    /// use std::path::Path;
    /// use resource_api::whole_file::Folder;
    ///
    /// let (folder, name) = Folder::of(Path::new("/etc/passwd"))?;
    /// assert_eq!((folder.path(), name), (Path::new("/etc"), "passwd".as_ref()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of(file: &Path) -> io::Result<(Folder, &OsStr)> {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            // Nothing is above the root.
            None if file.has_root() => file,
            _ => Path::new("."),
        };
        Ok((Folder::open(folder)?, file.file_name().unwrap_or(OsStr::new("."))))
    }

    pub(super) fn new(descriptor: OwnedFd, path: PathBuf) -> Folder {
        Folder { descriptor, path }
    }

    /// The path under which it was opened. Another directory may be there by now: it is for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The same directory, opened once more.
    pub fn try_clone(&self) -> io::Result<Folder> {
        Ok(Folder { descriptor: self.descriptor.try_clone()?, path: self.path.clone() })
    }

    /// Opens the directory so that its names can be read, too.
    pub fn readable(&self) -> io::Result<OwnedFd> {
        Ok(openat(self, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
    }

    /// Brings the names in it to the disk.
    pub fn sync(&self) -> io::Result<()> {
        File::from(self.readable()?).sync_all()
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
}
