//! `apt-get`, which waits while another program holds its locks.

#[cfg(test)]
mod tests;

use std::{
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};

/// How long to wait for another `apt-get`, such as that of a machine that has just started.
const PATIENCE: Duration = Duration::from_secs(300);

/// The time between two attempts.
const PAUSE: Duration = Duration::from_secs(5);

/// Runs `apt-get` with these arguments in a directory. The error has what it printed.
pub fn get(arguments: &[&str], directory: &Path) -> Result<()> {
    // The names of hundreds of packages are not worth reading.
    let shown: Vec<&str> = arguments.iter().copied().take(40).collect();
    eprintln!("\n$ apt-get {}{}", shown.join(" "), if arguments.len() > shown.len() { " …" } else { "" });
    let deadline = Instant::now() + PATIENCE;
    loop {
        let output = Command::new("apt-get")
            .args(arguments)
            .current_dir(directory)
            .envs([("DEBIAN_FRONTEND", "noninteractive"), ("LC_ALL", "C")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .output()
            .context("cannot run apt-get")?;
        let printed = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            return Ok(());
        }
        if !is_locked(&printed) || Instant::now() > deadline {
            bail!("apt-get {} failed: {}\n{}", arguments.first().unwrap_or(&""), output.status, printed.trim());
        }
        eprintln!("another program holds the lock of apt; trying again in {} seconds", PAUSE.as_secs());
        thread::sleep(PAUSE);
    }
}

/// Whether `apt-get` failed because another program holds a lock.
fn is_locked(printed: &str) -> bool {
    printed.contains("Could not get lock") || printed.contains("Unable to acquire the dpkg frontend lock")
}
