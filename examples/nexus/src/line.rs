//! A process that carries a conversation: what is written to it, what it answers, and until when that is waited for.

use std::{
    io::{Read as _, Write as _},
    os::fd::AsFd as _,
    os::unix::process::CommandExt as _,
    process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use resource_api::command::process::Process;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How much of an answer is taken.
const LONGEST_ANSWER: usize = 16 << 20;

/// How much of what is said on stderr is kept: its end.
const LONGEST_COMPLAINT: usize = 8 << 10;

/// How long a process that was told to end, or was killed, is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// A process with three pipes, the leader of its group.
pub struct Line {
    process: Process,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// What was answered and nobody has taken.
    pub heard: Vec<u8>,
    complaint: Vec<u8>,
}

/// What waiting for an answer led to.
#[derive(Debug, PartialEq)]
pub enum Waited {
    /// There is more to read.
    Heard,
    /// There will never be more.
    Ended,
    /// It took too long.
    TooLong,
}

impl Line {
    /// Starts a process.
    pub fn open(command: &mut Command) -> std::io::Result<Line> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        Ok(Line { process: Process::new(child), input, output, errors, heard: Vec::new(), complaint: Vec::new() })
    }

    /// Sends a line. That it was not taken is told by the next [`wait`](Line::wait).
    pub fn send(&mut self, line: &str) {
        // Much less than a pipe holds, and the line before it has been answered: it does not block.
        let sent = self.input.as_mut().map(|input| input.write_all(format!("{line}\n").as_bytes()));
        if let Some(Err(_)) = sent {
            self.input = None;
        }
    }

    /// Waits until there is more in [`heard`](Line::heard).
    pub fn wait(&mut self, deadline: Instant) -> Waited {
        let mut block = [0; 16 << 10];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let pipes = self.output.as_ref().map(|pipe| pipe.as_fd()).into_iter();
            let pipes = pipes.chain(self.errors.as_ref().map(|pipe| pipe.as_fd()));
            let mut polled: Vec<PollFd<'_>> = pipes.map(|pipe| PollFd::from_borrowed_fd(pipe, PollFlags::IN)).collect();
            let (has_output, timeout) = (self.output.is_some(), Timespec::try_from(left).ok());
            if !has_output {
                return Waited::Ended;
            }
            match poll(&mut polled, timeout.as_ref()) {
                Ok(0) => return Waited::TooLong,
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return Waited::Ended,
            }
            let is_ready: Vec<bool> = polled.iter().map(|one| !one.revents().is_empty()).collect();
            if is_ready.get(1) == Some(&true) {
                match self.errors.as_mut().map_or(Ok(0), |pipe| pipe.read(&mut block)) {
                    Ok(0) | Err(_) => self.errors = None,
                    Ok(count) => {
                        self.complaint.extend_from_slice(&block[..count]);
                        let excess = self.complaint.len().saturating_sub(LONGEST_COMPLAINT);
                        self.complaint.drain(..excess);
                    }
                }
            }
            if is_ready.first() == Some(&true) {
                match self.output.as_mut().map_or(Ok(0), |pipe| pipe.read(&mut block)) {
                    Ok(count) if count > 0 && self.heard.len() + count <= LONGEST_ANSWER => {
                        self.heard.extend_from_slice(&block[..count]);
                        return Waited::Heard;
                    }
                    Ok(_) | Err(_) => self.output = None,
                }
            }
        }
    }

    /// Waits for the end of the process, and returns what it said last on stderr; nothing if it said nothing.
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
                    Ok(count) => self.complaint.extend_from_slice(&block[..count]),
                },
            }
        }
        let said = String::from_utf8_lossy(&self.complaint);
        said.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }

    /// Lets the process end, and ends it if it does not.
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
                // Where the end cannot be watched, it is looked for.
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
