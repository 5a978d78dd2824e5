//! A file that is open to be looked at and changed: nobody can put another one in its place between the two.

use std::{
    fs::{self, File, Permissions},
    io,
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::fs::PermissionsExt,
    },
    path::Path,
};

use resource_api::whole_file::DirectoryEntry;
use rustix::{
    fs::{AtFlags, FileType, Gid, Mode, OFlags, Stat, Uid, XattrFlags, chownat, fstat, getxattr, openat, setxattr},
    io::Errno,
};

/// Where the system shows what we have open.
pub(super) const OPEN_FILES: &str = "/proc/self/fd";

/// The attribute that holds the SELinux context of a file, and how long that can be.
const LABEL: &str = "security.selinux";
const MAX_LABEL: usize = 4096;

/// A file, a directory or a link, without what it holds.
pub(super) struct Handle {
    entry: DirectoryEntry,
    descriptor: OwnedFd,
    found: Stat,
}

impl Handle {
    /// Opens what is at a path, or what a link there leads to; nothing where nothing is.
    pub(super) fn open(path: &Path, manages_links: bool) -> io::Result<Option<Handle>> {
        let entry = if manages_links { DirectoryEntry::at(path) } else { DirectoryEntry::followed(path) };
        match entry.and_then(Handle::at) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
            opened => opened.map(Some),
        }
    }

    fn at(entry: DirectoryEntry) -> io::Result<Handle> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let descriptor = openat(entry.directory(), entry.name(), flags, Mode::empty())?;
        let found = fstat(&descriptor)?;
        Ok(Handle { entry, descriptor, found })
    }

    pub(super) fn kind(&self) -> FileType {
        FileType::from_raw_mode(self.found.st_mode)
    }

    pub(super) fn mode(&self) -> u32 {
        self.found.st_mode & 0o7777
    }

    pub(super) fn owner(&self) -> u32 {
        self.found.st_uid
    }

    pub(super) fn group(&self) -> u32 {
        self.found.st_gid
    }

    /// Gives it to somebody.
    pub(super) fn give(&self, owner: Option<u32>, group: Option<u32>) -> io::Result<()> {
        let (owner, group) = (owner.map(Uid::from_raw), group.map(Gid::from_raw));
        Ok(chownat(&self.descriptor, "", owner, group, AtFlags::EMPTY_PATH)?)
    }

    /// Sets its permissions. A link has none.
    pub(super) fn set_mode(&self, mode: u32, open_files: &str) -> io::Result<()> {
        if self.kind() == FileType::Symlink {
            return Err(io::Error::other("it became a link"));
        }
        let permissions = Permissions::from_mode(mode & 0o7777);
        let through = format!("{open_files}/{}", self.descriptor.as_raw_fd());
        match fs::set_permissions(through, permissions.clone()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // The system does not show it. Whoever reads it can set them, too.
                let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                let file = openat(self.entry.directory(), self.entry.name(), flags, Mode::empty())?;
                let found = fstat(&file)?;
                if (found.st_dev, found.st_ino) != (self.found.st_dev, self.found.st_ino) {
                    return Err(Errno::STALE.into());
                }
                File::from(file).set_permissions(permissions)
            }
            set => set,
        }
    }

    /// Its SELinux context; nothing where it has none.
    pub(super) fn label(&self) -> io::Result<Option<Vec<u8>>> {
        let mut label = vec![0; MAX_LABEL];
        match getxattr(self.shown(), LABEL, &mut *label) {
            Ok(length) => {
                label.truncate(length);
                Ok(Some(label))
            }
            Err(Errno::NODATA) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives it another SELinux context.
    pub(super) fn set_label(&self, label: &[u8]) -> io::Result<()> {
        Ok(setxattr(self.shown(), LABEL, label, XattrFlags::empty())?)
    }

    /// The path that leads to what is open, and to nothing else.
    fn shown(&self) -> String {
        format!("{OPEN_FILES}/{}", self.descriptor.as_raw_fd())
    }
}
