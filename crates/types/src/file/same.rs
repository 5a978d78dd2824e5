//! Whether contents are the same, byte by byte: faster than two checksums, which are needed only to tell of a difference.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// How much is compared at once.
const LARGEST: usize = 64 * 1024;

/// Whether a file holds exactly these bytes.
pub(super) fn holds(file: &Path, mut content: &[u8]) -> io::Result<bool> {
    let mut file = File::open(file)?;
    // One byte more, to see whether there is more.
    let mut buffer = vec![0; content.len().min(LARGEST) + 1];
    loop {
        let read = read(&mut file, &mut buffer)?;
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
pub(super) fn are(left: &Path, right: &Path, size: u64) -> io::Result<bool> {
    let (mut left, mut right) = (File::open(left)?, File::open(right)?);
    let part = usize::try_from(size).map_or(LARGEST, |size| size.min(LARGEST)) + 1;
    let (mut first, mut second) = (vec![0; part], vec![0; part]);
    loop {
        let (from_left, from_right) = (fill(&mut left, &mut first)?, fill(&mut right, &mut second)?);
        if first[..from_left] != second[..from_right] {
            return Ok(false);
        }
        // Less than was asked for means that there is no more.
        if from_left < part {
            return Ok(true);
        }
    }
}

/// Reads until a buffer is full or nothing is left.
fn fill(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match read(file, &mut buffer[filled..])? {
            0 => break,
            read => filled += read,
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
