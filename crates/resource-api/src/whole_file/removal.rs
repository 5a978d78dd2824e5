//! Removes a directory tree, with every step relative to an open descriptor.
//!
//! No path is looked up twice, and no link is followed. Another user who renames directories or replaces them with
//! links meanwhile can make us remove their own files or fail, but nothing elsewhere.

use std::{
    ffi::{OsStr, OsString},
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::ffi::OsStrExt,
    },
};

use rustix::{
    fs::{AtFlags, Dir, Mode, OFlags, fstat, openat, unlinkat},
    io::Errno,
};

use super::resolve::identity;

/// How many directories of a branch are kept open. Those further up are closed, and reopened through `..`.
const MAX_OPEN: usize = 32;

/// How many times entries may change their type while they are removed.
const MAX_SWAPS: usize = 1000;

/// A directory that is being removed.
struct Level {
    name: OsString,
    /// Closed if too many directories below it are open.
    directory: Option<OwnedFd>,
    identity: (u64, u64),
    /// The names that are left.
    names: Vec<OsString>,
}

/// Removes an entry of a directory.
pub(super) fn remove_all(parent: impl AsFd, name: &OsStr) -> io::Result<()> {
    let mut swaps = 0;
    let mut levels: Vec<Level> = Vec::new();
    loop {
        match unlink_or_open(&parent, name)? {
            Step::Removed => return Ok(()),
            Step::Entered(level) => break levels.push(level),
            Step::Swapped => count(&mut swaps)?,
        }
    }
    while let Some(mut level) = levels.pop() {
        let directory = level.directory.take().ok_or(Errno::STALE)?;
        let Some(child) = level.names.pop() else {
            match levels.last_mut() {
                None => unlinkat(&parent, &level.name, AtFlags::REMOVEDIR)?,
                Some(above) => {
                    let above = above.reopened(&directory)?;
                    ignore_missing(unlinkat(above, &level.name, AtFlags::REMOVEDIR))?;
                }
            }
            continue;
        };
        let step = match unlink_or_open(&directory, &child) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Step::Removed,
            step => step?,
        };
        level.directory = Some(directory);
        match step {
            Step::Removed => levels.push(level),
            Step::Swapped => {
                count(&mut swaps)?;
                level.names.push(child);
                levels.push(level);
            }
            Step::Entered(below) => {
                levels.push(level);
                levels.push(below);
                if let Some(far) = levels.len().checked_sub(MAX_OPEN + 1) {
                    levels[far].directory = None;
                }
            }
        }
    }
    Ok(())
}

enum Step {
    /// It was removed.
    Removed,
    /// It is a directory, whose names have been read.
    Entered(Level),
    /// It was a directory, but no longer is.
    Swapped,
}

fn unlink_or_open(parent: impl AsFd, name: &OsStr) -> io::Result<Step> {
    let refused = match unlinkat(&parent, name, AtFlags::empty()) {
        Ok(()) => return Ok(Step::Removed),
        // The error for a directory depends on the file system.
        Err(error @ (Errno::ISDIR | Errno::PERM)) => error,
        Err(error) => return Err(error.into()),
    };
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(&parent, name, flags, Mode::empty()) {
        Ok(directory) => Ok(Step::Entered(Level::read(name, directory)?)),
        Err(Errno::NOTDIR | Errno::LOOP) if refused == Errno::ISDIR => Ok(Step::Swapped),
        // It is not a directory, and we are not permitted to remove it.
        Err(Errno::NOTDIR | Errno::LOOP) => Err(refused.into()),
        Err(error) => Err(error.into()),
    }
}

impl Level {
    fn read(name: &OsStr, directory: OwnedFd) -> io::Result<Level> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&directory)? {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name != "." && name != ".." {
                names.push(name.to_owned());
            }
        }
        let identity = identity(&fstat(&directory)?);
        Ok(Level { name: name.to_owned(), directory: Some(directory), identity, names })
    }

    /// Returns the directory, reopening it as the parent of `below` and checking that it is still the same.
    fn reopened(&mut self, below: &OwnedFd) -> io::Result<&OwnedFd> {
        let directory = match self.directory.take() {
            Some(directory) => directory,
            None => {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                let above = openat(below, "..", flags, Mode::empty())?;
                if identity(&fstat(&above)?) != self.identity {
                    return Err(io::Error::other("a directory was moved while it was removed"));
                }
                above
            }
        };
        Ok(self.directory.insert(directory))
    }
}

fn ignore_missing(removed: Result<(), Errno>) -> io::Result<()> {
    match removed {
        Err(Errno::NOENT) => Ok(()),
        removed => Ok(removed?),
    }
}

fn count(swaps: &mut usize) -> io::Result<()> {
    *swaps += 1;
    if *swaps > MAX_SWAPS { Err(Errno::PERM.into()) } else { Ok(()) }
}
