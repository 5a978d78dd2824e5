//! Programs of the Rust ecosystem that the gate needs: those of the machine, or built into `target/tools`.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::shell;

/// Returns a program in this version: the one on the `PATH`, or one that is built first if it is not there.
///
/// It is not optimized: that way it is built in a minute or two, and it runs for seconds.
pub fn installed(name: &str, version: &str) -> Result<PathBuf> {
    if is_there(Path::new(name), name, version) {
        return Ok(name.into());
    }
    let tools = shell::target().join("tools");
    let program = tools.join("bin").join(name);
    if !is_there(&program, name, version) {
        let (root, build) = (tools.to_string_lossy().into_owned(), tools.join("build").to_string_lossy().into_owned());
        let arguments = ["install", "--debug", "--locked", "--quiet", "--force", "--version", version, "--root", &root];
        shell::run("cargo", &[&arguments[..], &["--target-dir", &build, name]].concat())?;
    }
    Ok(program)
}

fn is_there(program: &Path, name: &str, version: &str) -> bool {
    shell::command(&program.to_string_lossy(), &["--version"]).output().is_ok_and(|output| {
        output.status.success() && has_version(&String::from_utf8_lossy(&output.stdout), name, version)
    })
}

/// Whether the first line of what `--version` prints is the name and the version, perhaps with a commit.
fn has_version(printed: &str, name: &str, version: &str) -> bool {
    let mut words = printed.lines().next().unwrap_or_default().split_whitespace();
    words.next() == Some(name) && words.next() == Some(version)
}
