//! Sources of input and destinations of output.

use std::{fmt, fs::File, path::PathBuf};

pub use ::process::Stream;

use super::Text;
use crate::log::Level;

/// The destination of an output stream.
#[derive(Debug)]
#[non_exhaustive]
pub enum Destination {
    /// The log, with one message per line. Invalid bytes are replaced, and lines longer than 64 KiB are split into
    /// several messages.
    Log(Level),
    /// Memory: `stdout` or `stderr` of the [`Completed`](super::Completed) command.
    Store,
    /// Nowhere.
    Discard,
    /// An open file, which the process writes to directly.
    Io(File),
    /// A file that is created or truncated when the process starts.
    Path(PathBuf),
    /// The same descriptor as stdout, which preserves the order of both streams. Only for stderr.
    MergeToStdout,
}

/// The source of the input.
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// No input: the process reads the end of file at once.
    None,
    /// A text, which is encoded for stdin. It may be a `Sensitive` value.
    Value(Text),
    /// Bytes, which are passed unchanged.
    Bytes(Bytes),
    /// An open file, which the process reads directly.
    Io(File),
    /// A file that is opened when the process starts.
    Path(PathBuf),
}

/// Bytes whose content `Debug` does not show.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} bytes", self.0.len())
    }
}

impl From<File> for Destination {
    fn from(file: File) -> Destination {
        Destination::Io(file)
    }
}

impl From<File> for Source {
    fn from(file: File) -> Source {
        Source::Io(file)
    }
}

impl<T: Into<Text>> From<T> for Source {
    fn from(text: T) -> Source {
        Source::Value(text.into())
    }
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Source {
        Source::Bytes(Bytes(bytes))
    }
}

impl From<&[u8]> for Source {
    fn from(bytes: &[u8]) -> Source {
        Source::Bytes(Bytes(bytes.to_vec()))
    }
}
