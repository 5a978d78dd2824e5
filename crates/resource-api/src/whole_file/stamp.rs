//! Detects whether a file has changed without reading it.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The granularity of file times: the kernel's clock ticks at least a hundred times per second.
const TICK: Duration = Duration::from_millis(20);

/// The granularity if times are whole seconds.
const COARSE_TICK: Duration = Duration::from_secs(2);

/// Metadata that changes when a file changes.
///
/// ```
/// use resource_api::whole_file::Stamp;
/// # let dir = tempfile::tempdir().unwrap();
/// # let path = dir.path().join("hosts");
/// assert_eq!(Stamp::of(&path), None);
/// std::fs::write(&path, "one").unwrap();
/// let stamp = Stamp::of(&path).unwrap();
/// assert!(!stamp.is_reliable(), "it was written just now");
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
    /// Returns the stamp of a file, following links; `None` if it does not exist.
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

    /// Whether any later change of the file changes the stamp.
    ///
    /// A file that was just written can be written again within the same tick of the kernel's clock. Call this before
    /// reading the file. If it returns `false`, the file must be read again next time, even if the stamp is the same.
    pub fn is_reliable(&self) -> bool {
        let (seconds, nanoseconds) = self.changed;
        let (Ok(seconds), Ok(nanoseconds)) = (u64::try_from(seconds), u32::try_from(nanoseconds)) else { return false };
        let changed = UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds));
        let tick = if nanoseconds == 0 && self.modified.1 == 0 { COARSE_TICK } else { TICK };
        // A time in the future is not reliable.
        changed.is_some_and(|changed| SystemTime::now().duration_since(changed).is_ok_and(|since| since > tick))
    }
}
