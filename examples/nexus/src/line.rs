//! The process of a connection: sends lines, and receives output with a time limit.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use resource_api::command::process::{Child, RunAs, Stream};

/// The maximum length of an answer.
const MAX_ANSWER: usize = 16 << 20;

/// How much of the end of stderr is kept.
const MAX_STDERR: usize = 8 << 10;

/// How long to wait for the end of a process.
const GRACE: Duration = Duration::from_secs(2);

/// A process with three pipes, in a session of its own.
pub struct Line {
    process: Child,
    /// Output that was received and not used yet.
    pub received: Vec<u8>,
    stderr_tail: Vec<u8>,
}

/// The result of waiting for output.
#[derive(Debug, PartialEq)]
pub enum WaitResult {
    /// There is new output.
    Output,
    /// The output has ended.
    Ended,
    /// The time limit was reached.
    TimedOut,
}

impl Line {
    /// Starts a process.
    pub fn open(command: &mut Command) -> std::io::Result<Line> {
        let process = Child::with_pipes(command, &RunAs::default())?;
        Ok(Line { process, received: Vec::new(), stderr_tail: Vec::new() })
    }

    /// Sends a line. If that fails, the next [`wait`](Line::wait) reports it.
    pub fn send(&mut self, line: &str) {
        self.process.stdin.push(format!("{line}\n").as_bytes());
    }

    /// Waits for new output in [`received`](Line::received).
    pub fn wait(&mut self, deadline: Instant) -> WaitResult {
        let before = self.received.len();
        while self.process.stdout.is_open() {
            match self.process.wait(Some(deadline)) {
                Ok(true) => self.receive(),
                Ok(false) => return WaitResult::TimedOut,
                Err(_) => return WaitResult::Ended,
            }
            if self.received.len() > MAX_ANSWER {
                self.process.stdout.close();
            } else if self.received.len() > before {
                return WaitResult::Output;
            }
        }
        WaitResult::Ended
    }

    fn receive(&mut self) {
        let (received, stderr_tail) = (&mut self.received, &mut self.stderr_tail);
        self.process.transfer(|stream, bytes| match stream {
            Stream::Stdout => received.extend_from_slice(bytes),
            Stream::Stderr => stderr_tail.extend_from_slice(bytes),
        });
        stderr_tail.drain(..stderr_tail.len().saturating_sub(MAX_STDERR));
    }

    /// Waits for the end of the process, and returns the end of its stderr, if any.
    pub fn reason(&mut self) -> Option<String> {
        let deadline = Instant::now() + GRACE;
        self.process.stdout.close();
        while self.process.stderr.is_open() && self.process.wait(Some(deadline)).is_ok_and(|is_in_time| is_in_time) {
            self.receive();
        }
        let stderr = String::from_utf8_lossy(&self.stderr_tail);
        stderr.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }

    /// Closes the input, and waits a while for the process to end. It is stopped when the line is dropped.
    pub fn close(mut self) {
        self.process.stdin.close();
        self.process.await_exit(Some(Instant::now() + GRACE), |_, _| {});
    }
}
