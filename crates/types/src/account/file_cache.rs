//! What was read from a file, until it changes.

use std::{fs, path::Path};

use resource_api::whole_file::Stamp;

/// A value from a file.
#[derive(Default)]
pub(crate) struct FileCache<T> {
    stamp: Option<Stamp>,
    value: T,
}

impl<T: Default> FileCache<T> {
    /// The current value. A file that is missing or unreadable is treated as empty.
    pub(crate) fn get(&mut self, path: &str, read: impl FnOnce(&str) -> T) -> &T {
        // A file that was just written may change again without changing its stamp.
        let stamp = Stamp::of(Path::new(path)).filter(Stamp::is_reliable);
        if stamp.is_none() || self.stamp != stamp {
            let text = fs::read(path).unwrap_or_default();
            *self = FileCache { stamp, value: read(&String::from_utf8_lossy(&text)) };
        }
        &self.value
    }
}
