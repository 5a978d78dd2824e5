//! A private directory for creating something that others must not touch before it is complete.

use std::{
    ffi::{OsStr, OsString},
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
};

use rustix::{
    fs::{AtFlags, Mode, OFlags, RenameFlags, fstat, mkdirat, openat, renameat, renameat_with, unlinkat},
    io::Errno,
};

use super::{DirectoryEntry, removal};

/// The only name in it.
const NAME: &str = "new";

/// A directory that nobody else can enter, next to an entry. It is removed with its content when it is dropped.
#[derive(Debug)]
pub struct PrivateDirectory<'e> {
    entry: &'e DirectoryEntry,
    name: OsString,
    descriptor: OwnedFd,
}

impl<'e> PrivateDirectory<'e> {
    /// Creates a directory next to an entry.
    pub fn create_for(entry: &'e DirectoryEntry) -> io::Result<PrivateDirectory<'e>> {
        let ((), name) = entry.create_sibling(|name| Ok(mkdirat(entry.directory(), name, Mode::RWXU)?))?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let descriptor = openat(entry.directory(), &name, flags, Mode::empty())?;
        let found = fstat(&descriptor)?;
        // Whoever can write to the parent directory may have replaced it.
        if found.st_uid != rustix::process::geteuid().as_raw() || found.st_mode & 0o077 != 0 {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "a new directory was replaced by another user",
            ));
        }
        Ok(PrivateDirectory { entry, name, descriptor })
    }

    /// The name to create something under.
    pub fn name(&self) -> &'static OsStr {
        OsStr::new(NAME)
    }

    /// Moves the created file to the entry, replacing a file or a link.
    pub fn replace(self) -> io::Result<()> {
        Ok(renameat(&self.descriptor, NAME, self.entry.directory(), self.entry.name())?)
    }

    /// Moves the created file to the entry, which must not exist.
    pub fn create(self) -> io::Result<()> {
        let (directory, name) = (self.entry.directory(), self.entry.name());
        match renameat_with(&self.descriptor, NAME, directory, name, RenameFlags::NOREPLACE) {
            // The file system does not support RENAME_NOREPLACE.
            Err(Errno::INVAL | Errno::NOSYS) => Ok(renameat(&self.descriptor, NAME, directory, name)?),
            moved => Ok(moved?),
        }
    }
}

impl AsFd for PrivateDirectory<'_> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
}

impl Drop for PrivateDirectory<'_> {
    fn drop(&mut self) {
        // Errors in `drop` cannot be reported.
        let _ = removal::remove_all(&self.descriptor, OsStr::new(NAME));
        let _ = unlinkat(self.entry.directory(), &self.name, AtFlags::REMOVEDIR);
    }
}
