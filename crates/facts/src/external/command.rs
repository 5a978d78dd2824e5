//! Runs a command that prints facts, within bounds of time and size.

use std::{path::Path, process::Command, time::Duration};

use process::{Limits, RunError, run};

use crate::warning::Warning;

/// How much a command may print.
pub(super) const MAX_OUTPUT: usize = 16 << 20;

/// What a command printed.
pub(super) struct Output {
    pub(super) text: String,
    pub(super) errors: String,
}

/// Runs a command; its exit code means nothing.
pub(super) fn output(path: &Path, deadline: Duration) -> Result<Output, Warning> {
    let mut command = Command::new(path);
    // The owner of the current directory must not influence facts.
    command.current_dir("/").env("LC_ALL", "C").env("LANG", "C");
    let limits = Limits { time: Some(deadline), output: MAX_OUTPUT };
    let output = run(&mut command, limits).map_err(|error| match error {
        RunError::Io(error) => {
            Warning::Unreadable { path: path.to_owned(), kind: "executable", reason: error.to_string() }
        }
        RunError::Late(limit) => Warning::Deadline { path: path.to_owned(), limit },
        RunError::Large(limit) => Warning::Output { path: path.to_owned(), limit },
    })?;
    let read = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Output { text: read(output.stdout), errors: read(output.stderr) })
}
