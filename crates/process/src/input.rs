//! Input that is complete before a process starts.

use std::{
    fs::File,
    io::{self, Seek as _, Write as _},
};

use rustix::{
    fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create},
    io::Errno,
};

/// A file in memory that holds the bytes, cannot be changed any more, and is read from its beginning.
///
/// Whoever reads a pipe takes the death of the writer for the end of the text. A file has its end where the text has it:
/// a process that installs what it read can be given this while we may be killed at any time.
///
/// ```
/// use std::process::Command;
///
/// let input = process::sealed_input(b"complete")?;
/// let output = Command::new("cat").stdin(input).output()?;
/// assert_eq!(output.stdout, b"complete");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn sealed_input(bytes: &[u8]) -> io::Result<File> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let file = match memfd_create("input", flags | MemfdFlags::NOEXEC_SEAL) {
        // The kernel is older than the flag.
        Err(Errno::INVAL) => memfd_create("input", flags)?,
        file => file?,
    };
    let mut file = File::from(file);
    file.write_all(bytes)?;
    file.rewind()?;
    fcntl_add_seals(&file, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?;
    Ok(file)
}
