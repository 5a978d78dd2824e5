//! Extended attributes that a new file preserves from the file that it replaces.
//!
//! Replacing a file is meant to replace its content. What the administrator or the owner attached to the old file is
//! preserved, as if the file had been written in place:
//!
//! - the access control list (`system.posix_acl_access`) and user attributes (`user.*`), if the owner stays the same:
//!   what one user granted does not apply to the file of another;
//! - the SELinux label (`security.selinux`).
//!
//! Attributes that vouch for the old content are dropped: the kernel clears capabilities (`security.capability`) when a
//! file is written, and measurements (`security.ima`, `security.evm`) would be wrong. `trusted.*` belongs to the
//! underlying file system, which may use it to identify files.
//!
//! If a file has an access control list, the group bits of its mode are the mask of the list, which may allow more than
//! the group has. A file that loses its list gets the group's own permissions instead.
//!
//! A file system without extended attributes is not an error. Any other failure to copy an attribute is, and the old
//! file stays.

use std::{
    ffi::{CStr, CString, OsStr},
    fs::File,
    io,
    os::fd::{AsFd, AsRawFd, OwnedFd},
};

use rustix::{
    fs::{
        Mode, OFlags, XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr, fstat, getxattr, listxattr, openat,
    },
    io::Errno,
};

/// Lists our open files.
const OPEN_FILES: &str = "/proc/self/fd";

/// The access control list of a file.
const ACCESS_LIST: &CStr = c"system.posix_acl_access";

/// The default access control list of a directory.
const DEFAULT_LIST: &CStr = c"system.posix_acl_default";

/// The SELinux label.
const SELINUX_LABEL: &CStr = c"security.selinux";

/// The kernel's maximum size of a list of names and of a value.
const MAX_BYTES: usize = 64 * 1024;

/// Attributes with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes(Vec<(CString, Vec<u8>)>);

/// Whether the owner of a file stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Same,
    Other,
}

/// Copies the attributes of a file to its copy. Returns the mode for the copy, given a mode that is based on that of
/// the original: if the owner changes, the access control list is dropped.
pub fn copy_attributes(original: &File, copy: &File, is_same_owner: bool, mode: u32) -> io::Result<u32> {
    let source = Source::Open(original);
    let owner = if is_same_owner { Owner::Same } else { Owner::Other };
    let kept = source.kept(source.names()?, owner)?;
    let mode = if is_same_owner { mode } else { mode_without_list(&source, mode)? };
    kept.give(copy, mode)?;
    Ok(mode)
}

/// Returns the mode of a file that loses its access control list.
fn mode_without_list(source: &Source<'_>, mode: u32) -> io::Result<u32> {
    let group = source.value(ACCESS_LIST)?.as_deref().and_then(group_permissions);
    Ok(group.map_or(mode, |group| mode & !0o070 | group << 3))
}

impl Attributes {
    /// Returns the mode of a file whose owner changes. `old` is the file with this name in the directory, opened with
    /// `O_PATH`.
    pub(super) fn mode_of_other_owner(directory: impl AsFd, name: &OsStr, old: &OwnedFd, mode: u32) -> io::Result<u32> {
        let path = Source::Path(format!("{OPEN_FILES}/{}", old.as_raw_fd()));
        match mode_without_list(&path, mode) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = reopen(directory, name, old)?;
                mode_without_list(&Source::Open(&file), mode)
            }
            mode => mode,
        }
    }

    /// Returns the attributes to preserve. `old` is the file with this name in the directory, opened with `O_PATH`.
    pub(super) fn kept_from(directory: impl AsFd, name: &OsStr, old: &OwnedFd, owner: Owner) -> io::Result<Attributes> {
        let path = Source::Path(format!("{OPEN_FILES}/{}", old.as_raw_fd()));
        match path.names() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = reopen(directory, name, old)?;
                let source = Source::Open(&file);
                source.kept(source.names()?, owner)
            }
            names => path.kept(names?, owner),
        }
    }

    /// Sets these attributes on a new file, before its mode is set. Removes an access control list that the new file
    /// inherited from its directory if the old file had none.
    pub(super) fn give(&self, file: &File, mode: u32) -> io::Result<()> {
        let has_list = self.0.iter().any(|(name, _)| name.as_c_str() == ACCESS_LIST);
        if !has_list && names(|buffer| flistxattr(file, buffer))?.iter().any(|name| name.as_c_str() == ACCESS_LIST) {
            ignore_unsupported(fremovexattr(file, ACCESS_LIST), ACCESS_LIST)?;
        }
        for (name, value) in &self.0 {
            if name.as_c_str() == ACCESS_LIST {
                let value = list_with_mode(value, mode);
                ignore_unsupported(fsetxattr(file, name.as_c_str(), &value, XattrFlags::empty()), name)?;
            } else if !has(file, name, value) {
                ignore_unsupported(fsetxattr(file, name.as_c_str(), value, XattrFlags::empty()), name)?;
            }
        }
        Ok(())
    }
}

fn is_kept(name: &CStr, owner: Owner) -> bool {
    match name.to_bytes() {
        _ if name == SELINUX_LABEL => true,
        _ if name == ACCESS_LIST || name == DEFAULT_LIST => owner == Owner::Same,
        name => name.starts_with(b"user.") && owner == Owner::Same,
    }
}

/// Whether a file already has an attribute. Setting a label may be forbidden even if it does not change.
fn has(file: &File, name: &CStr, value: &[u8]) -> bool {
    read_value(|buffer| fgetxattr(file, name, buffer)).is_ok_and(|found| found.as_deref() == Some(value))
}

/// Ignores errors of file systems without extended attributes. Also ignores that only root can set a label if SELinux
/// is disabled.
pub(super) fn ignore_unsupported(result: Result<(), Errno>, name: &CStr) -> io::Result<()> {
    match result {
        Ok(()) | Err(Errno::OPNOTSUPP | Errno::NODATA) => Ok(()),
        Err(Errno::PERM | Errno::ACCESS) if name == SELINUX_LABEL && !rustix::process::geteuid().is_root() => Ok(()),
        Err(error) => Err(failed(error, name)),
    }
}

fn failed(error: Errno, name: &CStr) -> io::Error {
    let reason = io::Error::from(error);
    let name = name.to_string_lossy();
    io::Error::new(reason.kind(), format!("the attribute '{name}' of the old file cannot be kept: {reason}"))
}

/// Returns an access control list whose entries for the owner, the mask and others match a mode, as `chmod` would
/// change it. This happens before the list is set, because otherwise it would briefly allow more.
fn list_with_mode(list: &[u8], mode: u32) -> Vec<u8> {
    let mut list = list.to_vec();
    let Some(entries) = list.get_mut(list::HEADER..) else { return list };
    let has_mask = entries.chunks_exact(list::ENTRY).any(|entry| list::tag(entry) == list::MASK);
    for entry in entries.chunks_exact_mut(list::ENTRY) {
        let shift = match list::tag(entry) {
            list::OWNER => 6,
            list::MASK => 3,
            list::GROUP if !has_mask => 3,
            list::OTHERS => 0,
            _ => continue,
        };
        entry[2] = u8::try_from((mode >> shift) & 0o7).unwrap_or_default();
        entry[3] = 0;
    }
    list
}

/// Returns the permissions that a list grants to the file's group.
fn group_permissions(list: &[u8]) -> Option<u32> {
    let entries = list.get(list::HEADER..)?.chunks_exact(list::ENTRY);
    let allowed =
        |tag: u16| entries.clone().find(|entry| list::tag(entry) == tag).map(|entry| u32::from(entry[2]) & 0o7);
    Some(allowed(list::GROUP)? & allowed(list::MASK).unwrap_or(0o7))
}

/// The binary layout of an access control list.
mod list {
    /// The sizes of the header and of an entry, which consists of a tag, permissions and an id.
    pub(super) const HEADER: usize = 4;
    pub(super) const ENTRY: usize = 8;
    pub(super) const OWNER: u16 = 0x01;
    pub(super) const GROUP: u16 = 0x04;
    pub(super) const MASK: u16 = 0x10;
    pub(super) const OTHERS: u16 = 0x20;

    /// The tag of an entry.
    pub(super) fn tag(entry: &[u8]) -> u16 {
        u16::from_le_bytes([entry[0], entry[1]])
    }
}

/// Opens a file for reading, and checks that it is the one that was opened before.
fn reopen(directory: impl AsFd, name: &OsStr, opened: &OwnedFd) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(openat(directory, name, flags, Mode::empty())?);
    let (found, meant) = (fstat(&file)?, fstat(opened)?);
    if (found.st_dev, found.st_ino) != (meant.st_dev, meant.st_ino) {
        return Err(Errno::STALE.into());
    }
    Ok(file)
}

/// A file to read attributes from.
enum Source<'s> {
    /// A file opened with `O_PATH`. Its attributes can be read only through its path in `/proc`, which always refers to
    /// this file and does not require permission to read it.
    Path(String),
    /// A file opened for reading, if there is no `/proc`.
    Open(&'s File),
}

impl Source<'_> {
    /// Returns the attributes to preserve.
    fn kept(&self, names: Vec<CString>, owner: Owner) -> io::Result<Attributes> {
        let mut kept = Vec::new();
        for name in names {
            if is_kept(&name, owner)
                && let Some(value) = self.value(&name)?
            {
                kept.push((name, value));
            }
        }
        Ok(Attributes(kept))
    }

    fn names(&self) -> io::Result<Vec<CString>> {
        names(|buffer| match self {
            Source::Path(path) => listxattr(path, buffer),
            Source::Open(file) => flistxattr(file, buffer),
        })
    }

    fn value(&self, name: &CStr) -> io::Result<Option<Vec<u8>>> {
        let value = read_value(|buffer| match self {
            Source::Path(path) => getxattr(path, name, buffer),
            Source::Open(file) => fgetxattr(file, name, buffer),
        });
        value.map_err(|error| failed(error, name))
    }
}

/// Returns the names of the attributes; none if the file system does not support them.
fn names(list: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> io::Result<Vec<CString>> {
    let listed = match read_all(list) {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(Vec::new()),
        listed => listed?,
    };
    let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.filter_map(|name| CString::new(name).ok()).collect())
}

/// Returns the value of an attribute; `None` if it no longer exists.
fn read_value(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Option<Vec<u8>>, Errno> {
    match read_all(read) {
        Err(Errno::NODATA | Errno::OPNOTSUPP) => Ok(None),
        value => value.map(Some),
    }
}

/// Reads with a small buffer first, which nearly always suffices.
fn read_all(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
    let mut small = [0; 512];
    match read(&mut small) {
        Err(Errno::RANGE) => {}
        length => return Ok(small.get(..length?).unwrap_or_default().to_vec()),
    }
    let mut large = vec![0; MAX_BYTES];
    let length = read(&mut large)?;
    large.truncate(length);
    Ok(large)
}
