//! Passes a password to `ssh` without exposing it.
//!
//! `ssh` reads a password from a terminal, or from a program that it starts (`SSH_ASKPASS`). Other users can read the
//! arguments and the environment of a process, and a file on disk might persist. So the password waits in a named pipe,
//! in a directory that only we can enter, and the program reads it from there. It can be read once, and what is not
//! read disappears with the pipe.

use std::{
    fs::{File, OpenOptions, Permissions},
    io::{self, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::PathBuf,
};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

/// The program that `ssh` starts. It only uses shell builtins, so no other process sees the password.
///
/// It only answers a prompt for a password, not a question about a host key or for a passphrase.
const PROGRAM: &str = r#"#!/bin/sh
case "$1" in
*[Pp]assword:*) IFS= read -r password < "${0%/*}/pipe" && printf '%s\n' "$password" ;;
*) exit 1 ;;
esac
"#;

/// A password that is ready to be read.
pub struct OfferedPassword {
    directory: TempDir,
    /// While this is open, the pipe keeps its content.
    _pipe: File,
}

impl OfferedPassword {
    /// Offers a password until this is dropped.
    pub fn new(password: &str) -> io::Result<OfferedPassword> {
        if password.contains(['\n', '\0']) {
            return Err(io::Error::other("a password cannot hold a line break"));
        }
        let directory =
            tempfile::Builder::new().prefix("nexus-").permissions(Permissions::from_mode(0o700)).tempdir()?;
        let program = OpenOptions::new().write(true).create_new(true).mode(0o700).open(directory.path().join("ask"));
        program?.write_all(PROGRAM.as_bytes())?;
        let path = directory.path().join("pipe");
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
        // Opened for both, so that it does not block until there is a reader.
        let mut pipe = OpenOptions::new().read(true).write(true).open(path)?;
        pipe.write_all(format!("{password}\n").as_bytes())?;
        Ok(OfferedPassword { directory, _pipe: pipe })
    }

    /// The path of the program that prints the password.
    pub fn program(&self) -> PathBuf {
        self.directory.path().join("ask")
    }
}
