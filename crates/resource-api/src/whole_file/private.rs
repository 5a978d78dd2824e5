//! A directory in which something is made that others must not touch before it is complete.

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

/// A directory beside an entry that nobody else can enter. It is removed when it is dropped, with what is left in it.
#[derive(Debug)]
pub struct PrivateDirectory<'e> {
    entry: &'e DirectoryEntry,
    name: OsString,
    descriptor: OwnedFd,
}

impl<'e> PrivateDirectory<'e> {
    /// Makes one beside an entry.
    pub fn beside(entry: &'e DirectoryEntry) -> io::Result<PrivateDirectory<'e>> {
        let ((), name) = entry.make_beside(|name| Ok(mkdirat(entry.directory(), name, Mode::RWXU)?))?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let descriptor = openat(entry.directory(), &name, flags, Mode::empty())?;
        let found = fstat(&descriptor)?;
        // Whoever can write here can have put another directory in its place.
        if found.st_uid != rustix::process::geteuid().as_raw() || found.st_mode & 0o077 != 0 {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "a new directory was replaced by another user",
            ));
        }
        Ok(PrivateDirectory { entry, name, descriptor })
    }

    /// The name under which something is to be made in it.
    pub fn name(&self) -> &'static OsStr {
        OsStr::new(NAME)
    }

    /// Moves what was made to the entry, in place of a file or a link that is there.
    pub fn replace(self) -> io::Result<()> {
        Ok(renameat(&self.descriptor, NAME, self.entry.directory(), self.entry.name())?)
    }

    /// Moves what was made to the entry, where nothing may be.
    pub fn create(self) -> io::Result<()> {
        let (directory, name) = (self.entry.directory(), self.entry.name());
        match renameat_with(&self.descriptor, NAME, directory, name, RenameFlags::NOREPLACE) {
            // The file system cannot tell.
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
        // Whatever cannot be removed: the first error is the one that counts.
        let _ = removal::remove_all(&self.descriptor, OsStr::new(NAME));
        let _ = unlinkat(self.entry.directory(), &self.name, AtFlags::REMOVEDIR);
    }
}
