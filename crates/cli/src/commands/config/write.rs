//! Replacing `puppet.conf` as a whole: whoever reads it sees the old file or the new one.

use std::{
    fs::{self, Permissions},
    io::{self, Write as _},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::Path,
};

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
        fs::create_dir_all(directory)?;
        let mut new = tempfile::Builder::new().prefix(".puppet.conf.").tempfile_in(directory)?;
        new.write_all(text.as_bytes())?;
        let old = fs::metadata(file).ok();
        let mode = old.as_ref().map_or(0o644, |old| old.mode() & 0o7777);
        if let Some(old) = old {
            // Only root can give a file away; anybody else becomes its owner.
            let _ = std::os::unix::fs::fchown(new.as_file(), Some(old.uid()), Some(old.gid()));
        }
        new.as_file().set_permissions(Permissions::from_mode(mode))?;
        new.as_file().sync_all()?;
        new.persist(file)?;
        Ok(())
    };
    written().map_err(|error| failed("write", file, &error))
}

fn failed(what: &str, file: &Path, error: &io::Error) -> Refused {
    Refused(format!("Could not {what} {}: {error}", file.display()))
}
