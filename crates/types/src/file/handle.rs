//! A file that is opened to be examined and changed, so that another user cannot replace it in between.

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

/// Where the kernel shows our open files.
pub(super) const OPEN_FILES: &str = "/proc/self/fd";

/// The attribute with the SELinux context of a file, and its maximum length.
const LABEL: &str = "security.selinux";
const MAX_LABEL: usize = 4096;

/// A file, a directory or a link, opened without its content.
pub(super) struct Handle {
    entry: DirectoryEntry,
    descriptor: OwnedFd,
    stat: Stat,
}

impl Handle {
    /// Opens the file at a path, or the target of a link there; `None` if there is nothing.
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
        let stat = fstat(&descriptor)?;
        Ok(Handle { entry, descriptor, stat })
    }

    pub(super) fn kind(&self) -> FileType {
        FileType::from_raw_mode(self.stat.st_mode)
    }

    pub(super) fn mode(&self) -> u32 {
        self.stat.st_mode & 0o7777
    }

    pub(super) fn owner(&self) -> u32 {
        self.stat.st_uid
    }

    pub(super) fn group(&self) -> u32 {
        self.stat.st_gid
    }

    /// Whether it is a link whose target another user than root and an owner chose, and can choose again. It is not given
    /// to that owner: who trusts links of the owner would follow it to where the other user wants.
    pub(super) fn is_foreign_link(&self, owner: u32) -> io::Result<bool> {
        Ok(self.kind() == FileType::Symlink
            && ![0, owner].contains(&self.owner())
            && self.entry.is_replaceable_by_others_than(owner)?)
    }

    /// Changes the owner and the group, but does not give away a [foreign link](Handle::is_foreign_link).
    pub(super) fn set_owner(&self, owner: Option<u32>, group: Option<u32>) -> io::Result<()> {
        if let Some(owner) = owner
            && self.is_foreign_link(owner)?
        {
            let message =
                format!("it is a link of user {}, who can change where it leads; remove it first", self.owner());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        let (owner, group) = (owner.map(Uid::from_raw), group.map(Gid::from_raw));
        Ok(chownat(&self.descriptor, "", owner, group, AtFlags::EMPTY_PATH)?)
    }

    /// Changes the permissions. Links have none.
    pub(super) fn set_mode(&self, mode: u32, open_files: &str) -> io::Result<()> {
        if self.kind() == FileType::Symlink {
            return Err(io::Error::other("the file was replaced by a link"));
        }
        let permissions = Permissions::from_mode(mode & 0o7777);
        let through = format!("{open_files}/{}", self.descriptor.as_raw_fd());
        match fs::set_permissions(through, permissions.clone()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Without `/proc` it must be opened for reading, and it must be the same file.
                let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                let file = openat(self.entry.directory(), self.entry.name(), flags, Mode::empty())?;
                let stat = fstat(&file)?;
                if (stat.st_dev, stat.st_ino) != (self.stat.st_dev, self.stat.st_ino) {
                    return Err(Errno::STALE.into());
                }
                File::from(file).set_permissions(permissions)
            }
            set => set,
        }
    }

    /// Its SELinux context, if it has one.
    pub(super) fn label(&self) -> io::Result<Option<Vec<u8>>> {
        let mut label = vec![0; MAX_LABEL];
        match getxattr(self.proc_path(), LABEL, &mut *label) {
            Ok(length) => {
                label.truncate(length);
                Ok(Some(label))
            }
            Err(Errno::NODATA) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Sets its SELinux context.
    pub(super) fn set_label(&self, label: &[u8]) -> io::Result<()> {
        Ok(setxattr(self.proc_path(), LABEL, label, XattrFlags::empty())?)
    }

    /// A path to exactly the file that is open.
    fn proc_path(&self) -> String {
        format!("{OPEN_FILES}/{}", self.descriptor.as_raw_fd())
    }
}
