//! Reads files with a size limit: a file may be endless, or a pipe without a writer.

use std::{
    fs::File,
    io::{self, Read},
    os::{fd::OwnedFd, unix::fs::FileTypeExt as _},
    path::Path,
};

use resource_api::whole_file::DirectoryEntry;
use rustix::{
    fs::{Mode, OFlags, open, openat},
    io::Errno,
};

use crate::error::Interrupt;

/// How many bytes a manifest, a template, or a file of settings or facts may have.
pub const MAX_TEXT: u64 = 64 << 20;

/// Opens a file without blocking on a pipe.
const FOUND: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// Reads a file that the user named explicitly, which may be a pipe, up to a limit.
pub fn read_named(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    read_with_capacity(file, limit, size)
}

/// Reads a file that was found by its name, up to a limit. Pipes are refused, since they could block for ever: the file
/// is opened without blocking, and checked once it is open, when it can no longer be swapped.
pub fn read_found(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_opened(open(path, FOUND, Mode::empty()), limit)
}

/// Like [`read_found`], for a file outside of the modules. A link that another user could have created is followed only
/// if that user owns the directory that it leads to, as in a `source` of a file: otherwise the user could choose which of
/// root's files is read.
pub fn read_outside(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let entry = DirectoryEntry::followed(path)?;
    read_opened(openat(entry.directory(), entry.name(), FOUND | OFlags::NOFOLLOW, Mode::empty()), limit)
}

fn read_opened(opened: rustix::io::Result<OwnedFd>, limit: u64) -> io::Result<Vec<u8>> {
    let refused = || io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe or a socket, not a file");
    let file = match opened {
        // The error for a socket.
        Err(Errno::NXIO) => return Err(refused()),
        opened => File::from(opened?),
    };
    let metadata = file.metadata()?;
    if metadata.file_type().is_fifo() || metadata.file_type().is_socket() {
        return Err(refused());
    }
    read_with_capacity(file, limit, metadata.len())
}

/// Reads a text that was found by its name: no longer than [`MAX_TEXT`], and in UTF-8.
pub fn read_found_text(path: &Path) -> io::Result<String> {
    text(read_found(path, MAX_TEXT)?)
}

/// Reads a text that the user named explicitly: no longer than [`MAX_TEXT`], and in UTF-8.
pub fn read_named_text(path: &Path) -> io::Result<String> {
    text(read_named(path, MAX_TEXT)?)
}

/// Reads to the end, but fails beyond the limit.
pub fn read_all(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    read_with_capacity(reader, limit, 0)
}

/// Reads to the end, with room for as much as is expected.
fn read_with_capacity(reader: impl Read, limit: u64, expected: u64) -> io::Result<Vec<u8>> {
    let expected = usize::try_from(expected.min(limit)).unwrap_or(0);
    // Reading detects the end only with room for one more byte.
    let mut bytes = Vec::with_capacity(expected.saturating_add(1));
    // One byte beyond the limit, to detect longer files.
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("it is longer than the limit of {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// A file is longer than a value may be.
pub(crate) fn too_large(path: &Path, error: &io::Error) -> Interrupt {
    Interrupt::unplaced(format!("The file '{}' is too large: {error}", path.display()))
        .hint("if the manifest really needs it, raise the limit with --max_value_size")
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}
