//! What a file has beside its content, its owner and its mode, and what of it the file keeps that takes its place.
//!
//! Whoever replaces a file means its content. What the administrator or the owner added to the old file stays, as if the
//! file were written in place:
//!
//! - the access control list (`system.posix_acl_access`) and what users noted (`user.*`), as long as the owner stays: what
//!   one user granted does not hold for the file of another;
//! - the label of SELinux (`security.selinux`).
//!
//! What vouches for the old content is not kept: the kernel takes capabilities (`security.capability`) from a file that is
//! written to, and measurements (`security.ima`, `security.evm`) would be wrong. `trusted.*` belongs to the file system
//! below, which may tell files apart by it.
//!
//! The group bits in the mode of a file with a list are the mask of that list, which may allow more than the group has. A
//! file that loses the list has the mode that its own group had.
//!
//! A file system without such attributes is no error; anything else that keeps an attribute from being copied is, and the
//! old file stays.

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

/// Where the system shows what we have open.
const OPEN_FILES: &str = "/proc/self/fd";

/// The access control list of a file.
const ACCESS_LIST: &CStr = c"system.posix_acl_access";

/// The list that what is made in a directory begins with.
const DEFAULT_LIST: &CStr = c"system.posix_acl_default";

/// The label of SELinux.
const SELINUX_LABEL: &CStr = c"security.selinux";

/// The largest list of names, and the largest value, that the system knows.
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

/// Gives a copy what the original has beside its content, its owner and its mode, and returns the mode that the copy should
/// have of one that was made of the original's. What one user granted does not hold for the copy of another.
pub fn copy_attributes(original: &File, copy: &File, is_same_owner: bool, mode: u32) -> io::Result<u32> {
    let source = Source::Open(original);
    let owner = if is_same_owner { Owner::Same } else { Owner::Other };
    let kept = source.kept(source.names()?, owner)?;
    let mode = if is_same_owner { mode } else { mode_without_list(&source, mode)? };
    kept.give(copy, mode)?;
    Ok(mode)
}

/// The mode of a file that loses its list.
fn mode_without_list(source: &Source<'_>, mode: u32) -> io::Result<u32> {
    let group = source.value(ACCESS_LIST)?.as_deref().and_then(group_of);
    Ok(group.map_or(mode, |group| mode & !0o070 | group << 3))
}

impl Attributes {
    /// The mode that a file has from the one with this name in a directory, which was opened without reading it, when it is
    /// somebody else's.
    pub(super) fn mode_of_other_owner(directory: impl AsFd, name: &OsStr, old: &OwnedFd, mode: u32) -> io::Result<u32> {
        let path = Source::Path(format!("{OPEN_FILES}/{}", old.as_raw_fd()));
        match mode_without_list(&path, mode) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = opened_again(directory, name, old)?;
                mode_without_list(&Source::Open(&file), mode)
            }
            mode => mode,
        }
    }

    /// What a file keeps that takes the place of the one with this name in a directory, which was opened without reading it.
    pub(super) fn kept_from(directory: impl AsFd, name: &OsStr, old: &OwnedFd, owner: Owner) -> io::Result<Attributes> {
        let path = Source::Path(format!("{OPEN_FILES}/{}", old.as_raw_fd()));
        match path.names() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let file = opened_again(directory, name, old)?;
                let source = Source::Open(&file);
                source.kept(source.names()?, owner)
            }
            names => path.kept(names?, owner),
        }
    }

    /// Gives a new file these attributes before it gets its mode. A list that it has from its directory, and the old file
    /// did not have, goes.
    pub(super) fn give(&self, file: &File, mode: u32) -> io::Result<()> {
        let has_list = self.0.iter().any(|(name, _)| name.as_c_str() == ACCESS_LIST);
        if !has_list && names(|buffer| flistxattr(file, buffer))?.iter().any(|name| name.as_c_str() == ACCESS_LIST) {
            done(fremovexattr(file, ACCESS_LIST), ACCESS_LIST)?;
        }
        for (name, value) in &self.0 {
            if name.as_c_str() == ACCESS_LIST {
                let value = list_with_mode(value, mode);
                done(fsetxattr(file, name.as_c_str(), &value, XattrFlags::empty()), name)?;
            } else if !has(file, name, value) {
                done(fsetxattr(file, name.as_c_str(), value, XattrFlags::empty()), name)?;
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

/// Whether a file has an attribute already. Setting a label anew may be forbidden even where it stays the same.
fn has(file: &File, name: &CStr, value: &[u8]) -> bool {
    read_value(|buffer| fgetxattr(file, name, buffer)).is_ok_and(|found| found.as_deref() == Some(value))
}

/// What came of setting or removing an attribute. File systems that have none are in order, and so is a label that nobody
/// but root can set where SELinux is not at work.
pub(super) fn done(result: Result<(), Errno>, name: &CStr) -> io::Result<()> {
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

/// An access control list whose entries for the owner, the mask and all others say what a mode says: as `chmod` changes a
/// list. It is done before the file gets the list, which else would allow more for a moment.
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

/// What the group of a file may do by a list.
fn group_of(list: &[u8]) -> Option<u32> {
    let entries = list.get(list::HEADER..)?.chunks_exact(list::ENTRY);
    let allowed =
        |tag: u16| entries.clone().find(|entry| list::tag(entry) == tag).map(|entry| u32::from(entry[2]) & 0o7);
    Some(allowed(list::GROUP)? & allowed(list::MASK).unwrap_or(0o7))
}

/// How an access control list is laid out.
mod list {
    /// The length of what comes before the entries, and of an entry: what it is for, what is allowed, and for whom.
    pub(super) const HEADER: usize = 4;
    pub(super) const ENTRY: usize = 8;
    pub(super) const OWNER: u16 = 0x01;
    pub(super) const GROUP: u16 = 0x04;
    pub(super) const MASK: u16 = 0x10;
    pub(super) const OTHERS: u16 = 0x20;

    /// What an entry is for.
    pub(super) fn tag(entry: &[u8]) -> u16 {
        u16::from_le_bytes([entry[0], entry[1]])
    }
}

/// Opens the file with this name in a directory, which must be the one that was opened before.
fn opened_again(directory: impl AsFd, name: &OsStr, opened: &OwnedFd) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(openat(directory, name, flags, Mode::empty())?);
    let (found, meant) = (fstat(&file)?, fstat(opened)?);
    if (found.st_dev, found.st_ino) != (meant.st_dev, meant.st_ino) {
        return Err(Errno::STALE.into());
    }
    Ok(file)
}

/// A file whose attributes are read.
enum Source<'s> {
    /// One that was opened without reading it: its attributes are reached by way of a path alone, which leads to this file
    /// and no other, and which whoever may not read the file may go, too.
    Path(String),
    /// One that is open for reading, where the system does not show what is open.
    Open(&'s File),
}

impl Source<'_> {
    /// What of these attributes another file keeps.
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

/// The names of attributes; none where there are no attributes.
fn names(list: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> io::Result<Vec<CString>> {
    let listed = match whole(list) {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(Vec::new()),
        listed => listed?,
    };
    let names = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.filter_map(|name| CString::new(name).ok()).collect())
}

/// The value of an attribute; nothing where it is gone.
fn read_value(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Option<Vec<u8>>, Errno> {
    match whole(read) {
        Err(Errno::NODATA | Errno::OPNOTSUPP) => Ok(None),
        value => value.map(Some),
    }
}

/// All that the system has to say, which is little most of the time.
fn whole(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
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
