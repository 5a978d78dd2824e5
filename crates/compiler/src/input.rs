//! Reading what others wrote, and never more of it than is sensible: a file may be endless, or a pipe that nobody fills.

use std::{
    fs::File,
    io::{self, Read},
    os::unix::fs::FileTypeExt as _,
    path::Path,
};

use rustix::{
    fs::{Mode, OFlags, open},
    io::Errno,
};

use crate::error::Interrupt;

/// How many bytes a manifest, a template, or a file of settings or facts may have.
pub const MAX_TEXT: u64 = 64 << 20;

/// Reads a file that somebody named on purpose, perhaps a pipe, up to a limit.
pub fn read_named(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let size = file.metadata().map_or(0, |metadata| metadata.len()).min(most);
    read_with_capacity(file, most, usize::try_from(size).unwrap_or(0))
}

/// Reads a file that was found under its name, up to a limit. A pipe is none: it could make us wait for ever, so it is
/// opened without waiting, and looked at when nobody can put another file in its place.
pub fn read_found(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let refused = || io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe or a socket, not a file");
    let file = match open(path, flags, Mode::empty()) {
        // This is what a socket answers.
        Err(Errno::NXIO) => return Err(refused()),
        opened => File::from(opened?),
    };
    let metadata = file.metadata()?;
    if metadata.file_type().is_fifo() || metadata.file_type().is_socket() {
        return Err(refused());
    }
    let size = metadata.len().min(most);
    read_with_capacity(file, most, usize::try_from(size).unwrap_or(0))
}

/// Reads a text that was found under its name: no longer than [`MAX_TEXT`], and in UTF-8.
pub fn read_found_text(path: &Path) -> io::Result<String> {
    text(read_found(path, MAX_TEXT)?)
}

/// Reads a text that somebody named on purpose: no longer than [`MAX_TEXT`], and in UTF-8.
pub fn read_named_text(path: &Path) -> io::Result<String> {
    text(read_named(path, MAX_TEXT)?)
}

/// Reads to the end, unless that is farther away than the limit.
pub fn read_all(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    read_with_capacity(reader, most, 0)
}

/// Reads to the end, with room for as much as is expected.
fn read_with_capacity(reader: impl Read, most: u64, expected: usize) -> io::Result<Vec<u8>> {
    // The end is seen only where there is room for one byte more.
    let mut bytes = Vec::with_capacity(expected.saturating_add(1));
    // One byte more than may be, to see whether there is one.
    reader.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is longer than the limit of {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// A file is longer than a value may be.
pub(crate) fn too_large(path: &Path, error: &io::Error) -> Interrupt {
    Interrupt::plain(format!("The file '{}' is too large: {error}", path.display()))
        .hint("if the manifest really needs it, raise the limit with --max_value_size")
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}
