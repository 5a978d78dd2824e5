//! Text files of which resources are parts, as `file_line` and `ini_setting` see them: read as a whole, written as a whole.
//!
//! `held` keeps them in memory, `part` is what the types have in common, `chain` holds lines in their order.

mod chain;
mod held;
mod part;

#[cfg(test)]
mod tests;

use std::{io, path::Path};

use resource_api::{
    Context, Failure, Outcome,
    line_file::{self, FileLock, FileLocks},
    log::Level,
    whole_file::{self, DirectoryEntry, Ownership},
};

pub(crate) use line_file::read_existing as read;

pub(crate) use self::{
    chain::{Chain, LinkId},
    held::{Reader, Text, TextFiles},
    part::{Part, Parts},
};
use crate::file::system;

/// Why a file could not be read, as a failure of the resource that asked.
pub(crate) fn unreadable(error: &io::Error, path: &Path) -> Failure {
    let refusal = match error.kind() {
        // Ruby opens folders, and fails when it reads them.
        io::ErrorKind::IsADirectory => system::called(error, "io_fread", path),
        _ => system::opening(error, path),
    };
    Failure::resource(refusal.to_string())
}

/// The lines of a text, with their ends.
pub(crate) fn lines(content: &[u8]) -> Vec<&[u8]> {
    content.split_inclusive(|byte| *byte == b'\n').collect()
}

/// A line without its end, as Ruby's `chomp` leaves it.
pub(crate) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Writes a file in one step. Owner and mode stay as they are, and so does a link that leads to it. A new file that holds a
/// secret is for its owner alone.
pub(crate) fn replace(path: &Path, content: &[u8], is_secret: bool) -> Outcome {
    if path.is_dir() {
        return Err(system::opening(&rustix::io::Errno::ISDIR.into(), path).into());
    }
    let mode = (is_secret && !path.exists()).then_some(MODE_OF_SECRETS);
    let ownership = Ownership { mode, ..Ownership::default() };
    let written = DirectoryEntry::followed(path).and_then(|entry| whole_file::replace_at(entry, content, &ownership));
    written.map_err(|error| Failure::from(system::opening(&error, path)))
}

/// The mode of a new file that holds a secret.
pub(crate) const MODE_OF_SECRETS: u32 = 0o600;

/// Locks that say what it means when they cannot be had.
pub(crate) trait LockWarning {
    /// Waits until no other run replaces files in the directory of this one.
    fn lock_warning(&mut self, context: &Context, path: &Path) -> FileLock;
}

impl LockWarning for FileLocks {
    fn lock_warning(&mut self, context: &Context, path: &Path) -> FileLock {
        let lock = self.lock(path);
        if lock.is_missed() {
            context.log().line(Level::Warning, &missed_lock(path));
        }
        lock
    }
}

/// What is said when somebody else has the lock of a file all the time.
pub(crate) fn missed_lock(path: &Path) -> String {
    let path = path.display();
    format!(
        "Could not lock the directory of {path}, which another process keeps locked; what it writes to {path} may be lost"
    )
}
