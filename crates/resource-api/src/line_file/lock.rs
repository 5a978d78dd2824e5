//! A lock for reading, modifying and replacing a file.
//!
//! Two runs with separate state directories may modify the same file. Before replacing it, each of them checks that
//! nobody else wrote it. The lock makes the check and the replacement atomic. It is taken on the directory, because the
//! file itself is a new one after each replacement, and a killed process would leave a separate lock file behind.
//!
//! Anybody who can read a directory can lock it. Therefore we do not wait forever: without the lock we go on
//! unprotected, like every program that does not know about it.

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

/// How long to wait for the lock.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// How often to try again.
const POLL: Duration = Duration::from_millis(2);

/// Locks files, one at a time.
#[derive(Debug, Default)]
pub struct FileLocks {
    /// Whether a lock could not be acquired in time. Then it is not worth waiting again.
    gave_up: bool,
}

/// The right to replace a file, until it is dropped.
#[derive(Debug)]
#[must_use = "it is given back when it is dropped"]
pub struct FileLock {
    directory: Option<File>,
    is_missed: bool,
}

impl FileLocks {
    /// Waits until no other run is replacing files in the directory of this one.
    pub fn lock(&mut self, path: &Path) -> FileLock {
        let max_wait = if self.gave_up { Duration::ZERO } else { MAX_WAIT };
        let lock = FileLock::within(path, max_wait);
        self.gave_up |= lock.is_missed;
        lock
    }
}

impl FileLock {
    /// Locks a file if that is possible in time.
    fn within(path: &Path, max_wait: Duration) -> FileLock {
        let end = Instant::now() + max_wait;
        loop {
            let directory = directory_of(path);
            // If we cannot read the directory, other runs of ours cannot lock it either.
            let Some(file) = directory.as_deref().and_then(|directory| open(directory).ok()) else {
                return FileLock { directory: None, is_missed: false };
            };
            match locked(&file, end) {
                Ok(true) => {}
                Ok(false) => return FileLock { directory: None, is_missed: true },
                Err(_) => return FileLock { directory: None, is_missed: false },
            }
            // The previous holder of the lock may have created the missing directory.
            if directory_of(path) == directory {
                return FileLock { directory: Some(file), is_missed: false };
            }
        }
    }

    /// Whether the lock could not be acquired, so that other runs may replace the file as well.
    pub fn is_missed(&self) -> bool {
        self.is_missed
    }

    /// Whether we hold the lock.
    pub fn is_held(&self) -> bool {
        self.directory.is_some()
    }
}

/// Tries to lock a directory until the deadline.
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

/// Opens the directory of the file that a path leads to, or its nearest existing ancestor.
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
