//! Compares contents byte by byte, which is faster than computing two checksums.

use std::io::{self, Read};

/// How many bytes are compared at a time.
const CHUNK: usize = 64 * 1024;

/// Buffers that are reused from file to file.
#[derive(Default)]
pub(super) struct Buffers {
    first: Vec<u8>,
    second: Vec<u8>,
}

/// The first bytes of a buffer, which grows if needed.
fn part(buffer: &mut Vec<u8>, size: usize) -> &mut [u8] {
    if buffer.len() < size {
        buffer.resize(size, 0);
    }
    &mut buffer[..size]
}

/// Whether a file holds exactly these bytes.
pub(super) fn equals_bytes(mut file: impl Read, mut content: &[u8], buffers: &mut Buffers) -> io::Result<bool> {
    // One more byte, to notice a longer file.
    let buffer = part(&mut buffers.first, content.len().min(CHUNK) + 1);
    loop {
        let read = read(&mut file, buffer)?;
        match content.split_at_checked(read) {
            Some((part, rest)) if part == &buffer[..read] => content = rest,
            Some(_) | None => return Ok(false),
        }
        // A short read means the end of a regular file.
        if read < buffer.len() {
            return Ok(content.is_empty());
        }
    }
}

/// Whether two files, which should have this size, hold the same bytes.
pub(super) fn files_equal(
    mut left: impl Read,
    mut right: impl Read,
    size: u64,
    buffers: &mut Buffers,
) -> io::Result<bool> {
    let expected = usize::try_from(size).ok().filter(|size| *size <= CHUNK);
    let size = expected.unwrap_or(CHUNK) + 1;
    let (first, second) = (part(&mut buffers.first, size), part(&mut buffers.second, size));
    loop {
        let (from_left, from_right) = (fill(&mut left, first, expected)?, fill(&mut right, second, expected)?);
        if first[..from_left] != second[..from_right] {
            return Ok(false);
        }
        // A short read means the end of both files.
        if from_left < size {
            return Ok(true);
        }
    }
}

/// Reads until the buffer is full or the file ends. With a known size, a read that leaves room in the buffer need not
/// be repeated to see the end.
fn fill(file: &mut impl Read, buffer: &mut [u8], expected: Option<usize>) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match read(file, &mut buffer[filled..])? {
            0 => break,
            read => filled += read,
        }
        if Some(filled) == expected && filled < buffer.len() {
            break;
        }
    }
    Ok(filled)
}

fn read(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
