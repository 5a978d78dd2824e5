//! A lock for whoever reads a file, changes what was read, and replaces the file.
//!
//! Two runs with directories of their own can change the same file. Each of them looks whether somebody else wrote the file
//! before it replaces it; the lock keeps the other from doing so between that look and the replacement. It lies on the
//! directory of the file: the file itself is another one after each replacement, and a file beside it would be left behind
//! by a process that is killed.
//!
//! Everybody who can read a directory can lock it. So nobody waits for ever: whoever does not get the lock goes on without
//! it, as everybody does who writes to the file and knows of no lock.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    fs::{CWD, FlockOperation, Mode, OFlags, flock, openat},
    io::Errno,
};

/// How long somebody else may have the lock before it is no use to wait.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it takes until the lock is tried again.
const POLL: Duration = Duration::from_millis(2);

/// Locks for files, one after the other.
#[derive(Debug, Default)]
pub struct FileLocks {
    /// Whether there was no lock to be had in time: then it is not worth waiting again.
    is_impatient: bool,
}

/// The right to replace a file, until it is dropped.
#[derive(Debug)]
#[must_use = "it is given back when it is dropped"]
pub struct FileLock {
    directory: Option<File>,
    is_missed: bool,
}

impl FileLocks {
    /// Waits until no other run replaces files in the directory of this one.
    pub fn lock(&mut self, path: &Path) -> FileLock {
        let patience = if self.is_impatient { Duration::ZERO } else { PATIENCE };
        let lock = FileLock::within(path, patience);
        self.is_impatient |= lock.is_missed;
        lock
    }
}

impl FileLock {
    /// The lock of a file, if it is to be had in time.
    fn within(path: &Path, patience: Duration) -> FileLock {
        let end = Instant::now() + patience;
        loop {
            let directory = directory_of(path);
            // Where the directory cannot be read, nobody like us can lock it either.
            let Some(file) = directory.as_deref().and_then(|directory| open(directory).ok()) else {
                return FileLock { directory: None, is_missed: false };
            };
            match locked(&file, end) {
                Ok(true) => {}
                Ok(false) => return FileLock { directory: None, is_missed: true },
                Err(_) => return FileLock { directory: None, is_missed: false },
            }
            // Whoever had the lock before may have made the directory that was missing.
            if directory_of(path) == directory {
                return FileLock { directory: Some(file), is_missed: false };
            }
        }
    }

    /// Whether somebody else had the lock all the time, so that others can replace the file, too.
    pub fn is_missed(&self) -> bool {
        self.is_missed
    }

    /// Whether nobody else has it.
    pub fn is_held(&self) -> bool {
        self.directory.is_some()
    }
}

/// Tries to lock a directory, until it is too late.
fn locked(directory: &File, end: Instant) -> io::Result<bool> {
    loop {
        match flock(directory, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(true),
            Err(Errno::WOULDBLOCK) if Instant::now() < end => thread::sleep(POLL),
            Err(Errno::WOULDBLOCK) => return Ok(false),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The directory of the file to which a path leads, or the nearest one above that there is.
fn directory_of(path: &Path) -> Option<PathBuf> {
    if let Ok(file) = fs::canonicalize(path) {
        return Some(file.parent().unwrap_or(&file).to_owned());
    }
    path.ancestors().skip(1).find_map(|directory| {
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        fs::canonicalize(directory).ok()
    })
}

fn open(directory: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(File::from(openat(CWD, directory, flags, Mode::empty())?))
}

#[cfg(test)]
mod tests;
