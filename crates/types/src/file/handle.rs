//! A file that is open to be looked at and changed: nobody can put another one in its place between the two.

use std::{
    ffi::OsString,
    fs::{self, File, Permissions},
    io,
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::fs::PermissionsExt,
    },
    path::Path,
};

use resource_api::{line_file::followed, whole_file::Folder};
use rustix::{
    fs::{AtFlags, FileType, Gid, Mode, OFlags, Stat, Uid, chownat, fstat, openat},
    io::Errno,
};

/// Where the system shows what we have open.
pub(super) const OPEN_FILES: &str = "/proc/self/fd";

/// A file, a directory or a link, without what it holds.
pub(super) struct Handle {
    folder: Folder,
    name: OsString,
    descriptor: OwnedFd,
    found: Stat,
}

impl Handle {
    /// Opens what is at a path, or what a link there leads to; nothing where nothing is.
    pub(super) fn open(path: &Path, manages_links: bool) -> io::Result<Option<Handle>> {
        let opened = if manages_links { Handle::at(path) } else { Handle::at(&followed(path)?) };
        match opened {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
            opened => opened.map(Some),
        }
    }

    fn at(path: &Path) -> io::Result<Handle> {
        let (folder, name) = Folder::of(path)?;
        let descriptor = openat(&folder, name, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?;
        let found = fstat(&descriptor)?;
        Ok(Handle { name: name.to_owned(), folder, descriptor, found })
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
                let file = openat(&self.folder, &self.name, flags, Mode::empty())?;
                let found = fstat(&file)?;
                if (found.st_dev, found.st_ino) != (self.found.st_dev, self.found.st_ino) {
                    return Err(Errno::STALE.into());
                }
                File::from(file).set_permissions(permissions)
            }
            set => set,
        }
    }
}
