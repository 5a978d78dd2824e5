//! What the system refuses, in the words in which operators know it.

use std::{io, path::Path};

/// The text of an error, without a number behind it.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// What the system refused.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refusal(pub(crate) String);

/// Why a file could not be opened.
pub(crate) fn opening(error: &io::Error, path: &Path) -> Refusal {
    called(error, "rb_sysopen", path)
}

/// Why a call about a path failed.
pub(crate) fn called(error: &io::Error, function: &str, path: &Path) -> Refusal {
    Refusal(format!("{} @ {function} - {}", reason(error), path.display()))
}
