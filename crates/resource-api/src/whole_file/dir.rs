//! An open directory, which cannot be swapped for another one in the meantime.
//!
//! See `resolve` for how its path is resolved.

use std::{
    ffi::OsStr,
    fs::File,
    io,
    os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd},
    path::{Path, PathBuf},
};

use rustix::fs::{Mode, OFlags, openat};

use super::resolve;

/// An open directory.
#[derive(Debug)]
pub struct TrustedDir {
    descriptor: OwnedFd,
    path: PathBuf,
}

impl TrustedDir {
    /// Opens a directory. For root it fails with a [`ForeignLink`](super::ForeignLink) if another user could have
    /// redirected the path.
    pub fn open(path: &Path) -> io::Result<TrustedDir> {
        Ok(TrustedDir { descriptor: resolve::directory(path)?, path: path.to_owned() })
    }

    /// Opens the parent directory of a path, and returns it with the file name.
    ///
    /// ```
    /// use std::path::Path;
    /// use resource_api::whole_file::TrustedDir;
    ///
    /// let (dir, name) = TrustedDir::of(Path::new("/etc/passwd"))?;
    /// assert_eq!((dir.path(), name), (Path::new("/etc"), "passwd".as_ref()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of(file: &Path) -> io::Result<(TrustedDir, &OsStr)> {
        Ok((TrustedDir::open(parent(file))?, file.file_name().unwrap_or(OsStr::new("."))))
    }

    pub(super) fn new(descriptor: OwnedFd, path: PathBuf) -> TrustedDir {
        TrustedDir { descriptor, path }
    }

    /// The path under which it was opened, for messages. The path may lead elsewhere by now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A path that leads to this directory in this process, and in a child process until its program starts.
    pub fn proc_path(&self) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", self.descriptor.as_raw_fd()))
    }

    /// Duplicates the handle.
    pub fn try_clone(&self) -> io::Result<TrustedDir> {
        Ok(TrustedDir { descriptor: self.descriptor.try_clone()?, path: self.path.clone() })
    }

    /// Opens the directory for listing its entries.
    pub fn readable(&self) -> io::Result<OwnedFd> {
        Ok(openat(self, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
    }

    /// Syncs the directory entries to disk.
    pub fn sync(&self) -> io::Result<()> {
        File::from(self.readable()?).sync_all()
    }
}

impl AsFd for TrustedDir {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
}

/// The path of the directory that contains a file.
pub(super) fn parent(file: &Path) -> &Path {
    match file.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        // The root has no parent.
        None if file.has_root() => file,
        _ => Path::new("."),
    }
}
