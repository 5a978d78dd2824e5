//! System errors, in the words that operators know from Ruby.

use std::{io, path::Path};

/// The text of an error without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// A system error.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refusal(pub(crate) String);

/// Why a file could not be opened.
pub(crate) fn open_error(error: &io::Error, path: &Path) -> Refusal {
    call_error(error, "rb_sysopen", path)
}

/// Why a call about a path failed.
pub(crate) fn call_error(error: &io::Error, function: &str, path: &Path) -> Refusal {
    Refusal(format!("{} @ {function} - {}", reason(error), path.display()))
}
