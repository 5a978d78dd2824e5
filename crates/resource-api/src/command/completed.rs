//! The result of a command: its exit code and output.

use std::{borrow::Cow, fmt};

/// The result of a command that was executed, or skipped because of noop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completed {
    /// What it wrote to stdout, if that was stored.
    pub stdout: Option<Captured>,
    /// What it wrote to stderr, if that was stored.
    pub stderr: Option<Captured>,
    /// Its exit code; `None` if it was killed by a signal.
    pub exit_code: Option<i32>,
    /// The signal that killed it.
    pub signal: Option<i32>,
}

impl Completed {
    /// Alias of the exit code.
    pub fn exitstatus(&self) -> Option<i32> {
        self.exit_code
    }

    /// Whether the exit code is 0.
    pub fn is_success(&self) -> bool {
        self.exit_code == Some(0)
    }

    /// The stored stdout as text; empty if it was not stored.
    pub fn stdout_text(&self) -> Cow<'_, str> {
        self.stdout.as_ref().map_or(Cow::Borrowed(""), Captured::to_text)
    }

    /// The stored stderr as text; empty if it was not stored.
    pub fn stderr_text(&self) -> Cow<'_, str> {
        self.stderr.as_ref().map_or(Cow::Borrowed(""), Captured::to_text)
    }
}

/// Stored output: text, or bytes if the encoding is [`Binary`](super::Encoding::Binary).
///
/// It is unscrubbed and may contain secrets. `Debug` shows only its length.
#[derive(Clone, PartialEq, Eq)]
pub enum Captured {
    /// Text that was decoded.
    Text(String),
    /// Undecoded bytes.
    Bytes(Vec<u8>),
}

impl Captured {
    /// Returns the text, unless it is bytes.
    pub fn as_str(&self) -> Option<&str> {
        if let Captured::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the bytes. Text is returned as UTF-8.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Captured::Text(text) => text.as_bytes(),
            Captured::Bytes(bytes) => bytes,
        }
    }

    /// Returns the text. Bytes are decoded as UTF-8, with invalid bytes replaced.
    pub fn to_text(&self) -> Cow<'_, str> {
        match self {
            Captured::Text(text) => Cow::Borrowed(text),
            Captured::Bytes(bytes) => String::from_utf8_lossy(bytes),
        }
    }
}

impl PartialEq<str> for Captured {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Captured {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(*other)
    }
}

impl fmt::Debug for Captured {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Captured::Text(text) => write!(formatter, "Text({} bytes)", text.len()),
            Captured::Bytes(bytes) => write!(formatter, "Bytes({} bytes)", bytes.len()),
        }
    }
}
