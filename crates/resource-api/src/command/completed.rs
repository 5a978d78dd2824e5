//! What a command leaves behind: its exit code and its output.

use std::{borrow::Cow, fmt};

/// The result of a command that was executed, or skipped because of noop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completed {
    /// What it wrote to stdout, when that was stored.
    pub stdout: Option<Captured>,
    /// What it wrote to stderr, when that was stored.
    pub stderr: Option<Captured>,
    /// Its exit code; `None` when a signal ended it.
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl Completed {
    /// The exit code, by its other name.
    pub fn exitstatus(&self) -> Option<i32> {
        self.exit_code
    }

    /// Whether the exit code is 0.
    pub fn is_success(&self) -> bool {
        self.exit_code == Some(0)
    }

    /// What was stored of stdout, as text; empty when nothing was.
    pub fn stdout_text(&self) -> Cow<'_, str> {
        self.stdout.as_ref().map_or(Cow::Borrowed(""), Captured::to_text)
    }

    /// What was stored of stderr, as text; empty when nothing was.
    pub fn stderr_text(&self) -> Cow<'_, str> {
        self.stderr.as_ref().map_or(Cow::Borrowed(""), Captured::to_text)
    }
}

/// Output that was stored: text, or bytes when the encoding is [`Binary`](super::Encoding::Binary).
///
/// It is what the process wrote, secrets included; `Debug` shows only how much it is.
#[derive(Clone, PartialEq, Eq)]
pub enum Captured {
    /// Text in the encoding that was asked for.
    Text(String),
    /// The bytes as they came.
    Bytes(Vec<u8>),
}

impl Captured {
    /// The text, unless it is bytes.
    pub fn as_str(&self) -> Option<&str> {
        if let Captured::Text(text) = self { Some(text) } else { None }
    }

    /// The bytes; of a text, those of its UTF-8 form.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Captured::Text(text) => text.as_bytes(),
            Captured::Bytes(bytes) => bytes,
        }
    }

    /// The text; bytes are read as UTF-8, and what is not UTF-8 is replaced.
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
