//! Where the output of a process goes, and where its input comes from.

use std::{fmt, fs::File, path::PathBuf};

use pcore::Value;

use super::Text;
use crate::log::Level;

/// One of the two streams that a process writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

impl fmt::Display for Stream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        })
    }
}

/// Where a stream of a process goes.
#[derive(Debug)]
#[non_exhaustive]
pub enum Destination {
    /// Into the log, one message a line. Bytes that are not in the stream's encoding are replaced, and lines that are
    /// longer than 64 KiB become several messages.
    Log(Level),
    /// Into memory: `stdout` or `stderr` of the [`Completed`](super::Completed) command.
    Store,
    /// Nowhere.
    Discard,
    /// Into an open file; the process writes to it directly.
    Io(File),
    /// Into a file that is created, or emptied, when the process is started.
    Path(PathBuf),
    /// Into the [`Handle`](super::Handle), which reads it.
    Pipe,
    /// Where stdout goes, through the same descriptor, so that the order of both stays. For stderr alone.
    MergeToStdout,
}

/// Where the input of a process comes from.
#[derive(Debug)]
#[non_exhaustive]
pub enum Source {
    /// From nowhere: the process reads the end of its input at once.
    None,
    /// A text, which is transcoded to the encoding of stdin. It may be a `Sensitive` value.
    Value(Text),
    /// Bytes, which are written as they are.
    Bytes(Bytes),
    /// From an open file; the process reads it directly.
    Io(File),
    /// From a file that is opened when the process is started.
    Path(PathBuf),
    /// From the [`Handle`](super::Handle), which writes it.
    Pipe,
}

/// Input for a process whose content is not shown.
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

impl From<&str> for Source {
    fn from(text: &str) -> Source {
        Source::Value(text.into())
    }
}

impl From<String> for Source {
    fn from(text: String) -> Source {
        Source::Value(text.into())
    }
}

impl From<Value> for Source {
    fn from(value: Value) -> Source {
        Source::Value(value.into())
    }
}

impl From<&Value> for Source {
    fn from(value: &Value) -> Source {
        Source::Value(value.into())
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
