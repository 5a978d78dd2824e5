//! Reads files with a size limit.

use std::{
    fmt::Display,
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use crate::DeviceError;

/// How many bytes a file may have.
pub const MAX_FILE: u64 = 16 << 20;

/// Reads a text.
pub(crate) fn read(path: &Path) -> Result<String, DeviceError> {
    let shown = path.display();
    let unreadable = |reason: &dyn Display| DeviceError::Wrong(format!("cannot read {shown}: {reason}"));
    let directory = || DeviceError::Wrong(format!("{shown} is a directory, not a file"));
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => DeviceError::Missing(path.to_owned()),
        io::ErrorKind::IsADirectory => directory(),
        _ => unreadable(&error),
    };
    let metadata = path.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(directory());
    }
    if !metadata.is_file() {
        // A pipe could block for ever.
        return Err(unreadable(&"it is neither a file nor a link to one"));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(DeviceError::Wrong(format!("{shown} has more than {MAX_FILE} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let begins = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let column = String::from_utf8_lossy(&before[begins..]).chars().count() + 1;
        DeviceError::at(path, line as u64, column as u64, "it is not in UTF-8")
    })
}
