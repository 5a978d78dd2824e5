//! Replaces `puppet.conf` atomically: readers see either the old file or the new one.

use std::{fs, io, path::Path};

use resource_api::whole_file::{self, Ownership};
use settings::Document;

use super::ConfigError;

/// Reads a file; `None` if it does not exist.
pub(super) fn read(file: &Path) -> Result<Option<Document>, ConfigError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(Document::parse(&text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("read", file, &error)),
    }
}

/// Replaces a file and keeps its owner and mode, or creates it world-readable.
pub(super) fn replace(file: &Path, text: &str) -> Result<(), ConfigError> {
    // A link is kept: the file that it points to is replaced.
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let directory = file.parent().unwrap_or(Path::new("/"));
    let written = || -> io::Result<()> {
        whole_file::create_own_directories(directory)?;
        whole_file::replace(file, text.as_bytes(), &Ownership::kept_where_allowed())
    };
    written().map_err(|error| failed("write", file, &error))
}

fn failed(what: &str, file: &Path, error: &io::Error) -> ConfigError {
    ConfigError(format!("Could not {what} {}: {error}", file.display()))
}
