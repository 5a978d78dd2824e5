//! Removes a directory with all that is below it, step by step below open descriptors.
//!
//! No path is looked up twice, and no link is followed: whoever renames a directory while it is removed, or puts a link in
//! its place, lets us remove what is theirs or fail, but never anything elsewhere.

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

/// How many directories of one branch are open at the same time. Those above are closed, and found again by `..`.
const MAX_OPEN: usize = 32;

/// How many times something may become something else while it is removed.
const MAX_SWAPS: usize = 1000;

/// A directory that is being removed.
struct Level {
    name: OsString,
    /// Open as long as not too many below it are.
    directory: Option<OwnedFd>,
    identity: (u64, u64),
    /// The names in it that are left.
    left: Vec<OsString>,
}

/// Removes what has a name in a directory.
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
        let Some(child) = level.left.pop() else {
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
                level.left.push(child);
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
    /// It is gone.
    Removed,
    /// It is a directory, whose names were read.
    Entered(Level),
    /// It was a directory, and is not any more.
    Swapped,
}

fn unlink_or_open(parent: impl AsFd, name: &OsStr) -> io::Result<Step> {
    let refused = match unlinkat(&parent, name, AtFlags::empty()) {
        Ok(()) => return Ok(Step::Removed),
        // Which of the two a directory is depends on the file system.
        Err(error @ (Errno::ISDIR | Errno::PERM)) => error,
        Err(error) => return Err(error.into()),
    };
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(&parent, name, flags, Mode::empty()) {
        Ok(directory) => Ok(Step::Entered(Level::read(name, directory)?)),
        Err(Errno::NOTDIR | Errno::LOOP) if refused == Errno::ISDIR => Ok(Step::Swapped),
        // It is not a directory, and may not be removed.
        Err(Errno::NOTDIR | Errno::LOOP) => Err(refused.into()),
        Err(error) => Err(error.into()),
    }
}

impl Level {
    fn read(name: &OsStr, directory: OwnedFd) -> io::Result<Level> {
        let mut left = Vec::new();
        for entry in Dir::read_from(&directory)? {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name != "." && name != ".." {
                left.push(name.to_owned());
            }
        }
        let identity = identity(&fstat(&directory)?);
        Ok(Level { name: name.to_owned(), directory: Some(directory), identity, left })
    }

    /// The directory, which is the one above another one unless somebody moved that.
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
