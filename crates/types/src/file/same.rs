//! Whether contents are the same, byte by byte: faster than two checksums, which are needed only to tell of a difference.

use std::{
    fs::File,
    io::{self, Read},
};

/// How much is compared at once.
const LARGEST: usize = 64 * 1024;

/// Where contents are read to, one file after the other.
#[derive(Default)]
pub(super) struct Buffers {
    first: Vec<u8>,
    second: Vec<u8>,
}

/// As many bytes of a buffer.
fn part(buffer: &mut Vec<u8>, size: usize) -> &mut [u8] {
    if buffer.len() < size {
        buffer.resize(size, 0);
    }
    &mut buffer[..size]
}

/// Whether a file holds exactly these bytes.
pub(super) fn holds(mut file: File, mut content: &[u8], buffers: &mut Buffers) -> io::Result<bool> {
    // One byte more, to see whether there is more.
    let buffer = part(&mut buffers.first, content.len().min(LARGEST) + 1);
    loop {
        let read = read(&mut file, buffer)?;
        match content.split_at_checked(read) {
            Some((part, rest)) if part == &buffer[..read] => content = rest,
            Some(_) | None => return Ok(false),
        }
        // Less than was asked for means that a file, as these are, holds no more.
        if read < buffer.len() {
            return Ok(content.is_empty());
        }
    }
}

/// Whether two files, which should be of this size, hold the same bytes.
pub(super) fn are(mut left: File, mut right: File, size: u64, buffers: &mut Buffers) -> io::Result<bool> {
    let expected = usize::try_from(size).ok().filter(|size| *size <= LARGEST);
    let size = expected.unwrap_or(LARGEST) + 1;
    let (first, second) = (part(&mut buffers.first, size), part(&mut buffers.second, size));
    loop {
        let (from_left, from_right) = (fill(&mut left, first, expected)?, fill(&mut right, second, expected)?);
        if first[..from_left] != second[..from_right] {
            return Ok(false);
        }
        // Less than was asked for means that there is no more.
        if from_left < size {
            return Ok(true);
        }
    }
}

/// Reads until a buffer is full or nothing is left. Who gets what is expected, where there is room for more, need not ask
/// again.
fn fill(file: &mut File, buffer: &mut [u8], expected: Option<usize>) -> io::Result<usize> {
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

fn read(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
