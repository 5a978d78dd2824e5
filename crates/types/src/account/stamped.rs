//! What a file says, read once as long as it stays the same file.

use std::{fs, path::Path};

use resource_api::whole_file::Stamp;

/// What was read from a file.
#[derive(Default)]
pub(crate) struct Stamped<T> {
    stamp: Option<Stamp>,
    value: T,
}

impl<T: Default> Stamped<T> {
    /// What the file says now. One that is not there, or that cannot be read, says nothing.
    pub(crate) fn fresh(&mut self, path: &str, read: impl FnOnce(&str) -> T) -> &T {
        // A file that was written a moment ago may be written again at the same time of the system's clock.
        let stamp = Stamp::of(Path::new(path)).filter(Stamp::is_settled);
        if stamp.is_none() || self.stamp != stamp {
            let text = fs::read(path).unwrap_or_default();
            *self = Stamped { stamp, value: read(&String::from_utf8_lossy(&text)) };
        }
        &self.value
    }
}
