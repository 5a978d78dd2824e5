//! The lock that prevents two runs at the same time.
//!
//! The file holds the pid of the running process, as Puppet's does. Other runs are blocked by a lock on the file, which
//! the system releases when the process ends in any way. Puppet itself only uses the file: if it holds the pid of a live Puppet
//! process, that counts as locked, too.

use std::{
    fs::File,
    io::{self, Read, Seek, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use resource_api::whole_file::create_own_directories;
use rustix::{
    fs::{CWD, FlockOperation, Mode, OFlags},
    io::Errno,
    process::Pid,
};

use super::FILE_MODE;

/// Why a run may not begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another run has the lock.
    #[error(
        "Run of Puppet configuration client already in progress{}; skipping  ({} exists)",
        .pid.map(|pid| format!(" (process {pid})")).unwrap_or_default(), .path.display()
    )]
    Locked {
        /// The pid of the other run, if it is in the file already.
        pid: Option<u32>,
        /// The lock file.
        path: PathBuf,
    },
    /// The lock cannot be acquired for another reason.
    #[error("Could not lock {}: {error}", .path.display())]
    Failed {
        /// The lock file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
}

/// The lock, until it is dropped.
#[derive(Debug)]
pub struct RunLock {
    file: File,
    path: PathBuf,
}

/// The number of attempts when others release the lock at the same moment.
const ATTEMPTS: usize = 100;

impl RunLock {
    /// Acquires the lock, or returns the process that has it. The lock of a process that has ended is taken over.
    pub fn acquire(path: &Path) -> Result<RunLock, LockError> {
        let failed = |error: io::Error| LockError::Failed { path: path.into(), error };
        if let Some(directory) = path.parent() {
            create_own_directories(directory).map_err(failed)?;
        }
        for _ in 0..ATTEMPTS {
            let mut file = open(path).map_err(failed)?;
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => {
                    let pid = holder(&mut file).map_err(failed)?;
                    return Err(LockError::Locked { pid, path: path.into() });
                }
                Err(error) => return Err(failed(error.into())),
            }
            // The previous holder may have removed the file since it was opened.
            if !is_at(&file, path).map_err(failed)? {
                continue;
            }
            if let Some(pid) = holder(&mut file).map_err(failed)?.filter(|pid| is_puppet(*pid)) {
                return Err(LockError::Locked { pid: Some(pid), path: path.into() });
            }
            let mut lock = RunLock { file, path: path.into() };
            lock.write_pid().map_err(failed)?;
            return Ok(lock);
        }
        Err(failed(io::ErrorKind::ResourceBusy.into()))
    }

    fn write_pid(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        write!(self.file, "{}", std::process::id())?;
        self.file.flush()
    }
}

impl Drop for RunLock {
    /// Removes the file while no other process can have the lock.
    fn drop(&mut self) {
        if is_at(&self.file, &self.path).unwrap_or_default() {
            // If this fails, the next run takes the file over.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    Ok(File::from(rustix::fs::openat(CWD, path, flags, Mode::from_raw_mode(FILE_MODE))?))
}

/// Whether a path still refers to this file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let own = file.metadata()?;
    match std::fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The pid in the file.
fn holder(file: &mut File) -> io::Result<Option<u32>> {
    let mut text = Vec::new();
    file.rewind()?;
    file.take(32).read_to_end(&mut text)?;
    Ok(std::str::from_utf8(&text).ok().and_then(|text| text.trim().parse().ok()))
}

/// Whether a process is Puppet, which locks by the file alone. Another process may have the pid by now.
fn is_puppet(pid: u32) -> bool {
    let Some(process) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    if pid == std::process::id() || rustix::process::test_kill_process(process) == Err(Errno::SRCH) {
        return false;
    }
    let read = |file: &str| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let name = String::from_utf8_lossy(&read("comm")).trim().to_owned();
    let arguments = String::from_utf8_lossy(&read("cmdline")).into_owned();
    name.contains("ruby") && arguments.contains("puppet") || name.starts_with("puppet")
}
