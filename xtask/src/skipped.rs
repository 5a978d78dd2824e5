//! Runs tests and fails when one was skipped.
//!
//! A test that lacks something (root, Ruby, a package) prints a line that begins with `skipped` and passes, so that people can
//! work without it. The gate has everything, so there a skipped test is a failure.

#[cfg(test)]
mod tests;

use std::{
    io::{BufRead as _, BufReader},
    process::Stdio,
};

use anyhow::{Context as _, Result, ensure};

use crate::shell;

/// Reasons that are allowed in the gate, because they depend on the kernel or the container.
const ALLOWED: &[&str] = &[
    "this system has no large pages",
    "this machine writes no core files at all",
    "systemd cannot be booted here",
    "no file can be made immutable here",
];

/// Runs `cargo test` with these arguments, and fails when a test fails or was skipped.
pub fn test(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let mut command = shell::command("cargo", &["test"]);
    command.args(arguments).args(["--", "--show-output"]).envs(environment.iter().copied()).stdout(Stdio::piped());
    eprintln!("\n$ {}", format!("{command:?}").replace('"', ""));
    let mut child = command.spawn().context("cannot run cargo")?;
    let output = child.stdout.take().context("cargo has an output")?;
    let mut found = Output::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if found.read(&line) {
            println!("{line}");
        }
    }
    let skipped = found.skipped;
    let status = child.wait()?;
    ensure!(status.success(), "cargo test failed: {status}");
    ensure!(
        skipped.is_empty(),
        "{} tests were skipped, which is not allowed in the gate:\n  {}",
        skipped.len(),
        skipped.join("\n  ")
    );
    Ok(())
}

/// The output of the tests.
#[derive(Default)]
struct Output {
    /// The tests that were skipped, each with its reason.
    skipped: Vec<String>,
    /// The test whose output this is.
    test: String,
    /// Whether this is the output of tests that passed.
    is_passed: bool,
}

impl Output {
    /// Reads a line, and returns whether to show it: the output of passed tests is not shown.
    fn read(&mut self, line: &str) -> bool {
        if line == "successes:" {
            self.is_passed = true;
        } else if line == "failures:" || line.starts_with("test result:") {
            self.is_passed = false;
        }
        if let Some(name) = line.strip_prefix("---- ") {
            self.test = name.trim_end_matches(" stdout ----").to_owned();
        }
        if line.starts_with("skipped") && !ALLOWED.iter().any(|allowed| line.contains(allowed)) {
            self.skipped.push(format!("{}: {line}", self.test));
        }
        !self.is_passed
    }
}
