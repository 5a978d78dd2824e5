//! How `ssh` gets a password that nobody else sees.
//!
//! `ssh` takes a password from a terminal, or from a program that it starts (`SSH_ASKPASS`). Arguments and environment of
//! a process can be read by others, and what is written to a disk stays there. So the password waits in a named pipe,
//! in a folder that only we can enter, and the program takes it from there. It can be taken once. What is not taken is
//! gone with the pipe.

use std::{
    fs::{File, OpenOptions, Permissions},
    io::{self, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::PathBuf,
};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

/// What `ssh` starts. Both commands are part of the shell: no other process sees the password.
///
/// Only a question for a password is answered. One about a host's key, or for the words that open a key, is not.
const PROGRAM: &str = r#"#!/bin/sh
case "$1" in
*[Pp]assword:*) IFS= read -r password < "${0%/*}/pipe" && printf '%s\n' "$password" ;;
*) exit 1 ;;
esac
"#;

/// A password that waits to be asked for.
pub struct Offered {
    folder: TempDir,
    /// As long as this is open, the pipe keeps what was written to it.
    _pipe: File,
}

impl Offered {
    /// Offers a password until this is dropped.
    pub fn new(password: &str) -> io::Result<Offered> {
        if password.contains(['\n', '\0']) {
            return Err(io::Error::other("a password cannot hold a line break"));
        }
        let folder = tempfile::Builder::new().prefix("nexus-").permissions(Permissions::from_mode(0o700)).tempdir()?;
        let program = OpenOptions::new().write(true).create_new(true).mode(0o700).open(folder.path().join("ask"));
        program?.write_all(PROGRAM.as_bytes())?;
        let path = folder.path().join("pipe");
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
        // Open for both, so that this does not wait for somebody who reads.
        let mut pipe = OpenOptions::new().read(true).write(true).open(path)?;
        pipe.write_all(format!("{password}\n").as_bytes())?;
        Ok(Offered { folder, _pipe: pipe })
    }

    /// The program that tells the password.
    pub fn program(&self) -> PathBuf {
        self.folder.path().join("ask")
    }
}
