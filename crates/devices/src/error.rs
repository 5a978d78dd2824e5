//! Why the configuration of devices cannot be used.

use std::path::{Path, PathBuf};

/// Why the configuration of devices cannot be used. No message quotes a file, because such files hold passwords.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// A file does not exist.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// A file cannot be read, or something in it is wrong.
    #[error("{0}")]
    Wrong(String),
}

impl DeviceError {
    /// A problem with a file as a whole.
    pub(crate) fn of_file(path: &Path, problem: &str) -> DeviceError {
        DeviceError::Wrong(format!("{}: {problem}", path.display()))
    }

    /// A problem at a line and a column, both from 1.
    pub(crate) fn at(path: &Path, line: u64, column: u64, problem: &str) -> DeviceError {
        DeviceError::Wrong(format!("{}:{line}:{column}: {problem}", path.display()))
    }
}
