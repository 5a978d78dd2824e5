//! What a file says, read once as long as it stays the same file.

use std::{fs, os::unix::fs::MetadataExt as _};

/// What tells that a file is the one that was read.
type Stamp = (u64, u64, u64, i64, i64, i64, i64);

/// What was read from a file.
#[derive(Default)]
pub(crate) struct Stamped<T> {
    stamp: Option<Stamp>,
    value: T,
}

impl<T: Default> Stamped<T> {
    /// What the file says now. One that is not there, or that cannot be read, says nothing.
    pub(crate) fn fresh(&mut self, path: &str, read: impl FnOnce(&str) -> T) -> &T {
        let stamp = stamp(path);
        if stamp.is_none() || self.stamp != stamp {
            let text = fs::read(path).unwrap_or_default();
            *self = Stamped { stamp, value: read(&String::from_utf8_lossy(&text)) };
        }
        &self.value
    }
}

fn stamp(path: &str) -> Option<Stamp> {
    let found = fs::metadata(path).ok()?;
    let (modified, changed) = ((found.mtime(), found.mtime_nsec()), (found.ctime(), found.ctime_nsec()));
    Some((found.dev(), found.ino(), found.size(), modified.0, modified.1, changed.0, changed.1))
}
