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
    Failure, Outcome,
    line_file::{self, followed},
    whole_file::{self, Ownership},
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

/// Writes a file in one step. Owner and mode stay as they are, and so does a link that leads to it.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Outcome {
    if path.is_dir() {
        return Err(system::opening(&rustix::io::Errno::ISDIR.into(), path).into());
    }
    let written = followed(path).and_then(|place| whole_file::replace(&place, content, &Ownership::default()));
    written.map_err(|error| Failure::from(system::opening(&error, path)))
}
