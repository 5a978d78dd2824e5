//! Input that is complete before a process starts.

use std::{
    fs::File,
    io::{self, Seek as _, Write as _},
};

use rustix::{
    fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create},
    io::Errno,
};

/// Returns a sealed file in memory with the given content, positioned at its start.
///
/// A process that reads a pipe mistakes the death of the writer for the end of the text. The end of a file is always
/// the end of the text, even if we are killed: so a process that installs its input is safe.
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
        // The kernel does not know the flag.
        Err(Errno::INVAL) => memfd_create("input", flags)?,
        file => file?,
    };
    let mut file = File::from(file);
    file.write_all(bytes)?;
    file.rewind()?;
    fcntl_add_seals(&file, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?;
    Ok(file)
}
