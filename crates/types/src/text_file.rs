//! Text files with resources as parts of them, such as those of `file_line` and `ini_setting`: read and written as a
//! whole.
//!
//! `cache` keeps them in memory, `part` is what the types have in common, `linked_list` holds lines in order.

mod cache;
mod linked_list;
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
    cache::{Text, TextFiles, TextReader},
    linked_list::{LinkedList, NodeId},
    part::{Part, Parts, Target},
};
use crate::file::system;

/// The failure of a resource whose file cannot be read.
pub(crate) fn unreadable(error: &io::Error, path: &Path) -> Failure {
    let refusal = match error.kind() {
        // Ruby opens directories, and fails to read them.
        io::ErrorKind::IsADirectory => system::call_error(error, "io_fread", path),
        _ => system::open_error(error, path),
    };
    Failure::resource(refusal.to_string())
}

/// The lines of a text, including their newlines.
pub(crate) fn lines(content: &[u8]) -> Vec<&[u8]> {
    content.split_inclusive(|byte| *byte == b'\n').collect()
}

/// A line without its newline, like Ruby's `chomp`.
pub(crate) fn strip_newline(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Replaces a file atomically. Owner, mode and a link to it stay as they are. A new file with a secret is readable for
/// its owner only.
pub(crate) fn replace(path: &Path, content: &[u8], is_secret: bool) -> Outcome {
    if path.is_dir() {
        return Err(system::open_error(&rustix::io::Errno::ISDIR.into(), path));
    }
    let mode = (is_secret && !path.exists()).then_some(MODE_OF_SECRETS);
    let ownership = Ownership { mode, ..Ownership::default() };
    let written = DirectoryEntry::followed(path).and_then(|entry| whole_file::replace_at(entry, content, &ownership));
    written.map_err(|error| system::open_error(&error, path))
}

/// The mode of a new file that holds a secret.
pub(crate) const MODE_OF_SECRETS: u32 = 0o600;

/// Waits until no other run replaces files in the same directory, with a warning if it does not end.
pub(crate) fn lock(locks: &mut FileLocks, context: &Context, path: &Path) -> FileLock {
    let lock = locks.lock(path);
    if lock.is_missed() {
        context.log().line(Level::Warning, &missed_lock(path));
    }
    lock
}

/// The warning when another process keeps a file locked.
pub(crate) fn missed_lock(path: &Path) -> String {
    let path = path.display();
    format!(
        "Could not lock the directory of {path}, which another process keeps locked; what it writes to {path} may be lost"
    )
}
