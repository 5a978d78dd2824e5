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
    path::Path,
};

use resource_api::whole_file::Folder;
use rustix::fs::{Dir, FileType, Mode, OFlags, fstat, mkdirat, openat, readlinkat, symlinkat};

/// For what is opened and must not be a link.
const SAFE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC);

/// Copies a file, a link or a folder with all that is in it. There must be nothing at the other place.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (from_folder, from) = Folder::of(from)?;
    let (to_folder, to) = Folder::of(to)?;
    copy_entry(&from_folder, from, &to_folder, to)
}

fn copy_entry(from_folder: impl AsFd, from: &OsStr, to_folder: impl AsFd, to: &OsStr) -> io::Result<()> {
    let found = openat(&from_folder, from, OFlags::PATH | SAFE, Mode::empty())?;
    match FileType::from_raw_mode(fstat(&found)?.st_mode) {
        FileType::Symlink => Ok(symlinkat(readlinkat(&found, "", Vec::new())?, to_folder, to)?),
        FileType::RegularFile => copy_file(open(&from_folder, from)?, to_folder, to),
        FileType::Directory => copy_folder(open(&from_folder, from)?, to_folder, to),
        // It holds nothing that could be kept.
        _ => Ok(()),
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

/// Gives a copy the owner of the original, where that is allowed, and its mode.
fn dress(original: &File, copy: &File) -> io::Result<()> {
    let original = original.metadata()?;
    let mode = match fchown(copy, Some(original.uid()), Some(original.gid())) {
        Ok(()) => original.mode() & 0o7777,
        // What is ours now does nothing in our name.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => original.mode() & 0o1777,
        Err(error) => return Err(error),
    };
    copy.set_permissions(Permissions::from_mode(mode))
}
