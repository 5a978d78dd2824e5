//! Copies from and to directories in which other users can write.
//!
//! Everything is opened once, and never through a link that another user put there: what was examined is what is
//! copied, and what was created is what gets owner and mode. No other user can open a copy before it is complete.

use std::{
    ffi::OsStr,
    fs::{File, Permissions},
    io,
    os::{
        fd::AsFd,
        unix::{
            ffi::OsStrExt,
            fs::{MetadataExt, PermissionsExt, fchown},
        },
    },
};

use resource_api::{
    context::StopFlag,
    whole_file::{DirectoryEntry, PrivateDirectory, copy_attributes},
};
use rustix::{
    fs::{
        AtFlags, Dir, FileType, Gid, Mode, OFlags, Stat, Uid, chownat, fstat, mkdirat, openat, readlinkat, symlinkat,
    },
    io::Errno,
};

/// For opening what must not be a link.
const SAFE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);

/// Copies a file, a link or a directory with all of its entries. The destination must not exist.
///
/// A link or a directory gets its name when it is complete and has its owner, so that no other user can move it away
/// before.
pub(super) fn copy(from: &DirectoryEntry, to: &DirectoryEntry, stop: &StopFlag) -> io::Result<()> {
    if from.stat()?.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile) {
        return copy_file(from.open_regular()?, to.directory(), to.name(), stop);
    }
    let private = PrivateDirectory::create_for(to)?;
    if !copy_entry(from.directory(), from.name(), &private, private.name(), stop)? {
        return Ok(());
    }
    private.create()
}

/// Returns whether there is a copy.
fn copy_entry(
    from_directory: impl AsFd,
    from: &OsStr,
    to_directory: impl AsFd,
    to: &OsStr,
    stop: &StopFlag,
) -> io::Result<bool> {
    let entry = openat(&from_directory, from, OFlags::PATH | SAFE, Mode::empty())?;
    let stat = fstat(&entry)?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Symlink => copy_link(&stat, readlinkat(&entry, "", Vec::new())?.as_bytes(), to_directory, to),
        FileType::RegularFile => copy_file(open(&from_directory, from)?, to_directory, to, stop),
        FileType::Directory => copy_directory(open(&from_directory, from)?, to_directory, to, stop),
        // It has no content that could be kept.
        _ => return Ok(false),
    }?;
    Ok(true)
}

/// Copies a link with its owner, if that is allowed: a link whose target another user chose must not be root's.
fn copy_link(original: &Stat, target: &[u8], to_directory: impl AsFd, to: &OsStr) -> io::Result<()> {
    symlinkat(OsStr::from_bytes(target), &to_directory, to)?;
    let (owner, group) = (Uid::from_raw(original.st_uid), Gid::from_raw(original.st_gid));
    match chownat(to_directory, to, Some(owner), Some(group), AtFlags::SYMLINK_NOFOLLOW) {
        // Only root can change owners, and links of another user cannot harm anyone but root.
        Err(Errno::PERM) if !rustix::process::geteuid().is_root() => Ok(()),
        given => Ok(given?),
    }
}

/// Opens a file for reading, without blocking on a pipe.
fn open(parent: impl AsFd, name: &OsStr) -> io::Result<File> {
    Ok(File::from(openat(parent, name, OFlags::RDONLY | OFlags::NONBLOCK | SAFE, Mode::empty())?))
}

fn copy_file(from: File, to_directory: impl AsFd, to: &OsStr, stop: &StopFlag) -> io::Result<()> {
    if !from.metadata()?.is_file() {
        return Err(io::Error::other("the file changed while it was copied"));
    }
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | SAFE;
    let mut copy = File::from(openat(to_directory, to, flags, Mode::RUSR | Mode::WUSR)?);
    io::copy(&mut stop.reader(&from), &mut copy)?;
    set_ownership(&from, &copy)
}

fn copy_directory(from: File, to_directory: impl AsFd, to: &OsStr, stop: &StopFlag) -> io::Result<()> {
    mkdirat(&to_directory, to, Mode::RWXU)?;
    let copy = File::from(openat(&to_directory, to, OFlags::RDONLY | OFlags::DIRECTORY | SAFE, Mode::empty())?);
    for entry in Dir::read_from(&from)? {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name != "." && name != ".." {
            copy_entry(&from, name, &copy, name, stop)?;
        }
    }
    set_ownership(&from, &copy)
}

/// Gives a copy the owner of the original, if that is allowed, its access control list, its attributes and its mode.
fn set_ownership(original: &File, copy: &File) -> io::Result<()> {
    let metadata = original.metadata()?;
    let (is_owned, mode) = match fchown(copy, Some(metadata.uid()), Some(metadata.gid())) {
        Ok(()) => (true, metadata.mode() & 0o7777),
        // A copy that belongs to us must not be setuid.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => (false, metadata.mode() & 0o1777),
        Err(error) => return Err(error),
    };
    let mode = copy_attributes(original, copy, is_owned, mode)?;
    copy.set_permissions(Permissions::from_mode(mode))
}
