//! A mount namespace for the commands of a test. Both test binaries include this file.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

/// A namespace that exists until this is dropped.
pub struct Namespace {
    /// A process in it that waits for the end of its input.
    holder: Child,
    own_network: bool,
}

impl Namespace {
    /// Creates a namespace in which a shell first executes `setup`, such as mounts. Needs root.
    ///
    /// `own_network` gives its commands a network of their own.
    pub fn new(setup: &str, own_network: bool) -> Namespace {
        let mut holder = Command::new("unshare")
            .arg("--mount")
            .args(own_network.then_some("--net"))
            .args(["sh", "-c", &format!("set -e\n{setup}\necho ready\nexec cat")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ready = String::new();
        BufReader::new(holder.stdout.as_mut().unwrap()).read_line(&mut ready).unwrap();
        assert_eq!(ready, "ready\n", "the namespace could not be made: {setup}");
        Namespace { holder, own_network }
    }

    /// A command that will run in the namespace; the program and its arguments follow.
    pub fn enter(&self) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--mount", "--target", &self.holder().to_string()]);
        command.args(self.own_network.then_some("--net"));
        command
    }

    /// The pid of a process in the namespace.
    pub fn holder(&self) -> u32 {
        self.holder.id()
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        // The holder ends when its input does, and everything that was mounted goes with it.
        drop(self.holder.stdin.take());
        let _ = self.holder.wait();
    }
}
