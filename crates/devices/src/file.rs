//! Reads files with a size limit, and errors that do not quote them.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

/// How many bytes a file may have.
pub const MAX_FILE: u64 = 16 << 20;

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It does not exist.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// It is a directory.
    #[error("{} is a directory, not a file", .0.display())]
    Directory(PathBuf),
    /// It has too many bytes.
    #[error("{} has more than {MAX_FILE} bytes", .0.display())]
    TooLong(PathBuf),
    /// It is not in UTF-8.
    #[error("{}:{line}:{column}: it is not in UTF-8", .path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line of the first invalid byte, from 1.
        line: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// It cannot be read.
    #[error("cannot read {}: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

/// Reads a text.
pub(crate) fn read(path: &Path) -> Result<String, FileError> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileError::Missing(path.to_owned()),
        io::ErrorKind::IsADirectory => FileError::Directory(path.to_owned()),
        _ => FileError::Unreadable { path: path.to_owned(), reason: error.to_string() },
    };
    let metadata = path.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(FileError::Directory(path.to_owned()));
    }
    if !metadata.is_file() {
        // A pipe could block for ever.
        let reason = String::from("it is neither a file nor a link to one");
        return Err(FileError::Unreadable { path: path.to_owned(), reason });
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(FileError::TooLong(path.to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let begins = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let column = String::from_utf8_lossy(&before[begins..]).chars().count() + 1;
        FileError::NotText { path: path.to_owned(), line, column }
    })
}
