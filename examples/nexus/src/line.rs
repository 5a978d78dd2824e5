//! The process of a connection: sends lines, and receives output with a time limit.

use std::{
    io::{Read as _, Write as _},
    os::fd::AsFd as _,
    os::unix::process::CommandExt as _,
    process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use resource_api::command::process::Process;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The maximum length of an answer.
const MAX_ANSWER: usize = 16 << 20;

/// How much of the end of stderr is kept.
const MAX_STDERR: usize = 8 << 10;

/// How long to wait for a process after it was terminated or killed.
const GRACE: Duration = Duration::from_secs(2);

/// A process with three pipes, in a process group of its own.
pub struct Line {
    process: Process,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
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
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        Ok(Line { process: Process::new(child), input, output, errors, received: Vec::new(), stderr_tail: Vec::new() })
    }

    /// Sends a line. If that fails, the next [`wait`](Line::wait) reports it.
    pub fn send(&mut self, line: &str) {
        // The line is much shorter than the pipe's buffer, which is empty, so this does not block.
        let sent = self.input.as_mut().map(|input| input.write_all(format!("{line}\n").as_bytes()));
        if let Some(Err(_)) = sent {
            self.input = None;
        }
    }

    /// Waits for new output in [`received`](Line::received).
    pub fn wait(&mut self, deadline: Instant) -> WaitResult {
        let mut block = [0; 16 << 10];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let pipes = self.output.as_ref().map(|pipe| pipe.as_fd()).into_iter();
            let pipes = pipes.chain(self.errors.as_ref().map(|pipe| pipe.as_fd()));
            let mut polled: Vec<PollFd<'_>> = pipes.map(|pipe| PollFd::from_borrowed_fd(pipe, PollFlags::IN)).collect();
            let (has_output, timeout) = (self.output.is_some(), Timespec::try_from(left).ok());
            if !has_output {
                return WaitResult::Ended;
            }
            match poll(&mut polled, timeout.as_ref()) {
                Ok(0) => return WaitResult::TimedOut,
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return WaitResult::Ended,
            }
            let is_ready: Vec<bool> = polled.iter().map(|one| !one.revents().is_empty()).collect();
            if is_ready.get(1) == Some(&true) {
                match self.errors.as_mut().map_or(Ok(0), |pipe| pipe.read(&mut block)) {
                    Ok(0) | Err(_) => self.errors = None,
                    Ok(count) => {
                        self.stderr_tail.extend_from_slice(&block[..count]);
                        let excess = self.stderr_tail.len().saturating_sub(MAX_STDERR);
                        self.stderr_tail.drain(..excess);
                    }
                }
            }
            if is_ready.first() == Some(&true) {
                match self.output.as_mut().map_or(Ok(0), |pipe| pipe.read(&mut block)) {
                    Ok(count) if count > 0 && self.received.len() + count <= MAX_ANSWER => {
                        self.received.extend_from_slice(&block[..count]);
                        return WaitResult::Output;
                    }
                    Ok(_) | Err(_) => self.output = None,
                }
            }
        }
    }

    /// Waits for the end of the process, and returns the end of its stderr, if any.
    pub fn reason(&mut self) -> Option<String> {
        let deadline = Instant::now() + GRACE;
        self.output = None;
        while let Some(pipe) = &mut self.errors {
            let mut polled = [PollFd::new(&*pipe, PollFlags::IN)];
            let left = Timespec::try_from(deadline.saturating_duration_since(Instant::now())).ok();
            let mut block = [0; 1024];
            match poll(&mut polled, left.as_ref()) {
                Ok(0) | Err(_) => break,
                Ok(_) => match pipe.read(&mut block) {
                    Ok(0) | Err(_) => self.errors = None,
                    Ok(count) => self.stderr_tail.extend_from_slice(&block[..count]),
                },
            }
        }
        let stderr = String::from_utf8_lossy(&self.stderr_tail);
        stderr.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }

    /// Closes the input, and kills the process if it does not end.
    pub fn close(mut self) {
        self.input = None;
        self.await_end(GRACE);
    }

    fn await_end(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while self.process.observe().is_none() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            match self.process.watch() {
                // Without a pidfd the process is polled.
                None => std::thread::sleep(left.min(Duration::from_millis(5))),
                Some(watch) => {
                    let left = Timespec::try_from(left).ok();
                    let _ = poll(&mut [PollFd::new(watch, PollFlags::IN)], left.as_ref());
                }
            }
        }
        true
    }
}

/// Nothing of the process is left, whatever happened.
impl Drop for Line {
    fn drop(&mut self) {
        self.process.kill_group();
        self.input = None;
        self.await_end(GRACE);
        let _ = self.process.reap();
    }
}
