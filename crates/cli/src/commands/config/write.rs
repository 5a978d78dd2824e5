//! Replacing `puppet.conf` as a whole: whoever reads it sees the old file or the new one.

use std::{fs, io, path::Path};

use resource_api::whole_file::{self, Ownership};
use settings::Document;

use super::Refused;

/// Reads a file; nothing if there is none.
pub(super) fn read(file: &Path) -> Result<Option<Document>, Refused> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(Document::parse(&text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("read", file, &error)),
    }
}

/// Puts a new text in place of a file, with its owner and mode, or creates it for everybody to read.
pub(super) fn replace(file: &Path, text: &str) -> Result<(), Refused> {
    // A link stays one: what it points to is replaced.
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let directory = file.parent().unwrap_or(Path::new("/"));
    let written = || -> io::Result<()> {
        whole_file::create_own_directories(directory)?;
        whole_file::replace(file, text.as_bytes(), &Ownership::kept_where_allowed())
    };
    written().map_err(|error| failed("write", file, &error))
}

fn failed(what: &str, file: &Path, error: &io::Error) -> Refused {
    Refused(format!("Could not {what} {}: {error}", file.display()))
}
