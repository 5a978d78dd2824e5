//! A program with its own types (`examples/shelf.rs`), and the directory with their resources.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::binary::{self, Run};

/// The program.
pub fn program() -> PathBuf {
    let directory = Path::new(env!("CARGO_BIN_EXE_bunraku")).parent().expect("it lies in a directory");
    let program = directory.join("examples/shelf");
    assert!(program.exists(), "build it first: cargo build -p cli --example shelf");
    program
}

/// A directory with the resources that `examples/shelf/initial.yaml` describes.
pub struct Shelf {
    directory: TempDir,
}

impl Shelf {
    pub fn new() -> Shelf {
        let directory = TempDir::new().expect("a directory can be made");
        let state = include_str!("../../examples/shelf/initial.yaml");
        fs::write(directory.path().join("state.yaml"), state).expect("it can be written");
        Shelf { directory }
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// A command without colours whose runs write their files to this directory.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.env("SHELF", self.path()).env_remove("NO_COLOR").env_remove("VISUAL").env_remove("EDITOR");
        command.arg(arguments[0]).arg("--color=false").args(&arguments[1..]);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        binary::run(&mut self.command(arguments), "")
    }

    /// As a script sees it: exit code, stdout, stderr.
    pub fn answer(&self, arguments: &[&str]) -> (i32, String, String) {
        let Run { stdout, stderr, code } = self.run(arguments);
        (code, stdout, stderr)
    }

    /// The requests to the providers.
    pub fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path().join("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }

    /// The current resources.
    pub fn state(&self) -> String {
        fs::read_to_string(self.path().join("state.yaml")).expect("it can be read")
    }

    /// Makes every `get` fail.
    pub fn fail(&self, reason: &str) {
        fs::write(self.path().join("get-fails"), reason).expect("it can be written");
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path
    }
}

/// The output of a command on a fresh shelf.
pub fn answer(arguments: &[&str]) -> (i32, String, String) {
    Shelf::new().answer(arguments)
}
