//! Tells whether a file is still the one that was read, without reading it.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// How far apart two changes are at least that the system gives different times. Its clock ticks a hundred times a second
/// or faster.
const TICK: Duration = Duration::from_millis(20);

/// The same where times are whole seconds.
const COARSE_TICK: Duration = Duration::from_secs(2);

/// What tells that a file is the one that was read.
///
/// ```
/// use resource_api::whole_file::Stamp;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("hosts");
/// assert_eq!(Stamp::of(&path), None);
/// std::fs::write(&path, "one").unwrap();
/// let stamp = Stamp::of(&path).unwrap();
/// assert!(!stamp.is_settled(), "it was written just now");
/// std::fs::write(&path, "another").unwrap();
/// assert_ne!(Stamp::of(&path), Some(stamp));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    /// The stamp of a file, to which links may lead; nothing where there is none.
    pub fn of(path: &Path) -> Option<Stamp> {
        let found = fs::metadata(path).ok()?;
        Some(Stamp {
            device: found.dev(),
            inode: found.ino(),
            size: found.size(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }

    /// Whether whoever changes the file from now on changes the stamp, too.
    ///
    /// A file that was written a moment ago can be written again at what the clock of the system calls the same time. To be
    /// asked before the file is read: what was read too early must be read again, whatever its stamp says.
    pub fn is_settled(&self) -> bool {
        let (seconds, nanoseconds) = self.changed;
        let (Ok(seconds), Ok(nanoseconds)) = (u64::try_from(seconds), u32::try_from(nanoseconds)) else { return false };
        let changed = UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds));
        let tick = if nanoseconds == 0 && self.modified.1 == 0 { COARSE_TICK } else { TICK };
        // A time to come settles nothing.
        changed.is_some_and(|changed| SystemTime::now().duration_since(changed).is_ok_and(|since| since > tick))
    }
}
