//! The lock that keeps two runs apart.
//!
//! The file holds the number of the process that runs, as Puppet's does, for whoever wants to know it. What keeps others
//! out is the lock on the file, which the system takes away when the process ends, however it ends. Puppet itself knows
//! only the file: a live process of Puppet in it counts as well.

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
    /// Another run is not at its end.
    #[error(
        "Run of Puppet configuration client already in progress{}; skipping  ({} exists)",
        .pid.map(|pid| format!(" (process {pid})")).unwrap_or_default(), .path.display()
    )]
    Held {
        /// The process that runs, if it has said so already.
        pid: Option<u32>,
        /// The lock.
        path: PathBuf,
    },
    /// The lock cannot be had for another reason.
    #[error("Could not lock {}: {error}", .path.display())]
    Failed {
        /// The lock.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
}

/// The right to run, until it is dropped.
#[derive(Debug)]
pub struct RunLock {
    file: File,
    path: PathBuf,
}

/// How often the lock is tried when others give it up at the same moment.
const ATTEMPTS: usize = 100;

impl RunLock {
    /// Takes the lock, or tells who has it. A lock of a process that is gone is taken over.
    pub fn acquire(path: &Path) -> Result<RunLock, LockError> {
        let failed = |error: io::Error| LockError::Failed { path: path.into(), error };
        if let Some(folder) = path.parent() {
            create_own_directories(folder).map_err(failed)?;
        }
        for _ in 0..ATTEMPTS {
            let mut file = open(path).map_err(failed)?;
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => {
                    let pid = holder(&mut file).map_err(failed)?;
                    return Err(LockError::Held { pid, path: path.into() });
                }
                Err(error) => return Err(failed(error.into())),
            }
            // Who had the lock before may have taken the file away since it was opened.
            if !is_at(&file, path).map_err(failed)? {
                continue;
            }
            if let Some(pid) = holder(&mut file).map_err(failed)?.filter(|pid| is_puppet(*pid)) {
                return Err(LockError::Held { pid: Some(pid), path: path.into() });
            }
            let mut lock = RunLock { file, path: path.into() };
            lock.sign().map_err(failed)?;
            return Ok(lock);
        }
        Err(failed(io::ErrorKind::ResourceBusy.into()))
    }

    fn sign(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        write!(self.file, "{}", std::process::id())?;
        self.file.flush()
    }
}

impl Drop for RunLock {
    /// Takes the file away while nobody else can have the lock.
    fn drop(&mut self) {
        if is_at(&self.file, &self.path).unwrap_or_default() {
            // What remains otherwise is a file of a process that is gone, which the next run takes over.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    Ok(File::from(rustix::fs::openat(CWD, path, flags, Mode::from_raw_mode(FILE_MODE))?))
}

/// Whether a file is still the one that has this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let held = file.metadata()?;
    match std::fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (held.dev(), held.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The process that the file names.
fn holder(file: &mut File) -> io::Result<Option<u32>> {
    let mut text = Vec::new();
    file.rewind()?;
    file.take(32).read_to_end(&mut text)?;
    Ok(std::str::from_utf8(&text).ok().and_then(|text| text.trim().parse().ok()))
}

/// Whether a process is Puppet, which locks by the file alone. Others that bear the number now are not meant.
fn is_puppet(pid: u32) -> bool {
    let Some(process) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    if pid == std::process::id() || rustix::process::test_kill_process(process) == Err(Errno::SRCH) {
        return false;
    }
    let said = |file: &str| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let name = String::from_utf8_lossy(&said("comm")).trim().to_owned();
    let arguments = String::from_utf8_lossy(&said("cmdline")).into_owned();
    name.contains("ruby") && arguments.contains("puppet") || name.starts_with("puppet")
}
