//! System errors, in the words that operators know from Ruby.

use std::{io, path::Path};

use resource_api::Failure;

/// The text of an error without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// A system error, which is the cause of a failure: Puppet reports such failures in another way than its own.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct SystemError(String);

/// The failure that a system error causes.
pub(crate) fn failure(message: String) -> Failure {
    Failure::from(SystemError(message))
}

/// Why a file could not be opened.
pub(crate) fn open_error(error: &io::Error, path: &Path) -> Failure {
    call_error(error, "rb_sysopen", path)
}

/// Why a call about a path failed.
pub(crate) fn call_error(error: &io::Error, function: &str, path: &Path) -> Failure {
    failure(format!("{} @ {function} - {}", reason(error), path.display()))
}
