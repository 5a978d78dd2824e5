//! Copies what is in a folder in which others can write.
//!
//! Everything is opened once, and never by way of a link that somebody put there: what was looked at is what is copied,
//! and what was made is what gets owner and mode. Nobody else can enter a copy before it is complete.

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

use resource_api::whole_file::{DirectoryEntry, PrivateDirectory, copy_attributes};
use rustix::{
    fs::{
        AtFlags, Dir, FileType, Gid, Mode, OFlags, Stat, Uid, chownat, fstat, mkdirat, openat, readlinkat, symlinkat,
    },
    io::Errno,
};

/// For what is opened and must not be a link.
const SAFE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);

/// Copies a file, a link or a folder with all that is in it. There must be nothing at the other place.
///
/// A link or a folder gets its name when it is complete and has its owner: until then nobody else can take it away.
pub(super) fn copy(from: &DirectoryEntry, to: &DirectoryEntry) -> io::Result<()> {
    if from.look()?.is_some_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::RegularFile) {
        return copy_file(from.open_regular()?, to.directory(), to.name());
    }
    let private = PrivateDirectory::beside(to)?;
    if !copy_entry(from.directory(), from.name(), &private, private.name())? {
        return Ok(());
    }
    private.create()
}

/// Returns whether there is a copy.
fn copy_entry(from_folder: impl AsFd, from: &OsStr, to_folder: impl AsFd, to: &OsStr) -> io::Result<bool> {
    let entry = openat(&from_folder, from, OFlags::PATH | SAFE, Mode::empty())?;
    let found = fstat(&entry)?;
    match FileType::from_raw_mode(found.st_mode) {
        FileType::Symlink => copy_link(&found, readlinkat(&entry, "", Vec::new())?.as_bytes(), to_folder, to),
        FileType::RegularFile => copy_file(open(&from_folder, from)?, to_folder, to),
        FileType::Directory => copy_folder(open(&from_folder, from)?, to_folder, to),
        // It holds nothing that could be kept.
        _ => return Ok(false),
    }?;
    Ok(true)
}

/// Makes a link as the original is, of the same owner where that is allowed: what leads where a user likes is not root's.
fn copy_link(original: &Stat, target: &[u8], to_folder: impl AsFd, to: &OsStr) -> io::Result<()> {
    symlinkat(OsStr::from_bytes(target), &to_folder, to)?;
    let (owner, group) = (Uid::from_raw(original.st_uid), Gid::from_raw(original.st_gid));
    match chownat(to_folder, to, Some(owner), Some(group), AtFlags::SYMLINK_NOFOLLOW) {
        // Only root can give it away; whoever is not root is nobody whom links of theirs could harm.
        Err(Errno::PERM) if !rustix::process::geteuid().is_root() => Ok(()),
        given => Ok(given?),
    }
}

/// Opens something to be read. Whoever put a pipe there does not make us wait.
fn open(folder: impl AsFd, name: &OsStr) -> io::Result<File> {
    Ok(File::from(openat(folder, name, OFlags::RDONLY | OFlags::NONBLOCK | SAFE, Mode::empty())?))
}

fn copy_file(mut from: File, to_folder: impl AsFd, to: &OsStr) -> io::Result<()> {
    if !from.metadata()?.is_file() {
        return Err(io::Error::other("it was changed while it was copied"));
    }
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | SAFE;
    let mut copy = File::from(openat(to_folder, to, flags, Mode::RUSR | Mode::WUSR)?);
    io::copy(&mut from, &mut copy)?;
    dress(&from, &copy)
}

fn copy_folder(from: File, to_folder: impl AsFd, to: &OsStr) -> io::Result<()> {
    mkdirat(&to_folder, to, Mode::RWXU)?;
    let copy = File::from(openat(&to_folder, to, OFlags::RDONLY | OFlags::DIRECTORY | SAFE, Mode::empty())?);
    for entry in Dir::read_from(&from)? {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name != "." && name != ".." {
            copy_entry(&from, name, &copy, name)?;
        }
    }
    dress(&from, &copy)
}

/// Gives a copy the owner of the original, where that is allowed, its access control list and attributes, and its mode.
fn dress(original: &File, copy: &File) -> io::Result<()> {
    let found = original.metadata()?;
    let (is_owned, mode) = match fchown(copy, Some(found.uid()), Some(found.gid())) {
        Ok(()) => (true, found.mode() & 0o7777),
        // What is ours now does nothing in our name.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => (false, found.mode() & 0o1777),
        Err(error) => return Err(error),
    };
    let mode = copy_attributes(original, copy, is_owned, mode)?;
    copy.set_permissions(Permissions::from_mode(mode))
}
