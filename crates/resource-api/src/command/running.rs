//! A running process, whose output is read by the thread that waits for it.
//!
//! There are no reader threads: every wait is one `poll` over all pipes and the pidfd. So no stream can block another,
//! the log is written by the caller, and a pipe that another process keeps open is simply closed.

use std::{
    io::{self, Read},
    mem,
    time::{Duration, Instant},
};

use process::Descendants;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::Signal,
};

use super::{
    CommandError, Stream,
    pipes::{OutputPipe, Sink},
    process::{Exit, Process},
};
use crate::{Context, log::Level};

/// The read size: the default capacity of a pipe on Linux.
const CHUNK: usize = 64 * 1024;

/// How much to read from a pipe before giving it up: the largest pipe that an unprivileged user can create.
const MAX_PIPE_SIZE: usize = 1024 * 1024;

/// How often to check whether the process has exited if there is no pidfd.
const TICK: Duration = Duration::from_millis(10);

/// How long to wait for a killed process. Only the kernel can delay its exit.
const KILL_TIME: Duration = Duration::from_secs(5);

/// A command as messages may show it.
#[derive(Clone, Debug)]
pub(super) struct ShownCommand {
    pub(super) command: String,
    pub(super) arguments: Vec<String>,
    pub(super) line: String,
}

/// The limits of an execution.
pub(super) struct Limits {
    pub(super) timeout: Option<Duration>,
    pub(super) output: usize,
    /// Whether to keep the end of the output if it exceeds the limit.
    pub(super) keeps_end: bool,
    pub(super) grace: Duration,
    pub(super) linger: Duration,
    /// Whether other processes may continue after the process has exited.
    pub(super) leaves_behind: bool,
}

pub(super) struct Running<'c> {
    context: &'c Context,
    shown: ShownCommand,
    process: Process,
    outputs: Vec<OutputPipe>,
    limits: Limits,
    deadline: Option<Instant>,
    /// When to give up output that another process keeps open after the exit.
    give_up: Option<Instant>,
    /// Whether the process is being stopped, so its output is no longer needed.
    stopping: bool,
    /// Whether the warning that only the end of the output is kept was logged.
    is_cut: bool,
    chunk: Box<[u8]>,
}

/// What a poll can report.
#[derive(Clone, Copy)]
enum Ready {
    Exit,
    Output(usize),
}

impl<'c> Running<'c> {
    pub(super) fn new(
        context: &'c Context,
        shown: ShownCommand,
        process: Process,
        outputs: Vec<OutputPipe>,
        limits: Limits,
    ) -> Running<'c> {
        let deadline = limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Running {
            context,
            shown,
            process,
            outputs,
            limits,
            deadline,
            give_up: None,
            stopping: false,
            is_cut: false,
            chunk: vec![0; CHUNK].into_boxed_slice(),
        }
    }

    /// Waits until the process has exited and its output has been read. Returns how it exited.
    pub(super) fn finish(&mut self) -> Result<Exit, CommandError> {
        loop {
            match self.process.exit() {
                Some(exit) if self.outputs.iter().all(|output| output.pipe.is_none()) => {
                    self.process.reap().map_err(|source| self.error("wait for its end", source))?;
                    return Ok(exit);
                }
                _ => self.step(None)?,
            }
        }
    }

    /// Returns what was stored of a stream; `None` if it is not stored.
    pub(super) fn take_stored(&mut self, stream: Stream) -> Option<Vec<u8>> {
        self.outputs.iter_mut().find(|output| output.stream == stream).and_then(|output| match &mut output.sink {
            Sink::Store(bytes) => Some(mem::take(bytes)),
            Sink::Log(..) => None,
        })
    }

    /// Stops the process and everything it started: first with SIGTERM, then with SIGKILL.
    fn stop(&mut self) {
        if self.process.is_reaped() {
            return;
        }
        self.stopping = true;
        self.deadline = None;
        let mut descendants = Descendants::default();
        if self.observe().is_none() {
            descendants.find(self.process.id());
            self.process.terminate_group();
            descendants.signal(Signal::TERM);
            self.await_exit(self.limits.grace);
        }
        descendants.find(self.process.id());
        self.process.kill_group();
        descendants.signal(Signal::KILL);
        self.await_exit(KILL_TIME);
        // Errors are ignored: the output is not needed, and a process that cannot be reaped is not ours.
        let _ = self.give_up_outputs();
        let _ = self.process.reap();
    }

    fn await_exit(&mut self, time: Duration) {
        let until = Instant::now().checked_add(time);
        while self.process.exit().is_none() && until.is_none_or(|until| Instant::now() < until) {
            // Errors of unneeded output are ignored.
            if self.step(until).is_err() {
                self.outputs.iter_mut().for_each(|output| output.pipe = None);
            }
        }
    }

    fn observe(&mut self) -> Option<Exit> {
        let exit = self.process.observe();
        if exit.is_some() && self.give_up.is_none() {
            self.give_up = Instant::now().checked_add(self.limits.linger);
        }
        exit
    }

    /// Waits until something happens, at most until the given time, and handles it.
    fn step(&mut self, until: Option<Instant>) -> Result<(), CommandError> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) && self.observe().is_none() {
            self.stop();
            let after = self.limits.timeout.unwrap_or_default();
            return Err(CommandError::TimedOut { command_line: self.shown.line.clone(), after });
        }
        if self.give_up.is_some_and(|give_up| now >= give_up) {
            return self.give_up_outputs();
        }
        let tick =
            if self.process.exit().is_none() && self.process.watch().is_none() { now.checked_add(TICK) } else { None };
        let deadline = self.deadline.filter(|_| self.process.exit().is_none());
        let until = [until, deadline, self.give_up, tick].into_iter().flatten().min();
        let ready = self.poll(until).map_err(|source| self.error("wait for its output", source))?;
        if tick.is_some() {
            self.observe();
        }
        for ready in ready {
            match ready {
                Ready::Exit => {
                    self.observe();
                }
                Ready::Output(index) => {
                    self.drain(index)?;
                }
            }
        }
        Ok(())
    }

    fn poll(&self, until: Option<Instant>) -> io::Result<Vec<Ready>> {
        let mut watched = Vec::with_capacity(4);
        if let Some(watch) = self.process.watch() {
            watched.push((Ready::Exit, PollFd::new(watch, PollFlags::IN)));
        }
        for (index, output) in self.outputs.iter().enumerate() {
            if let Some(pipe) = &output.pipe {
                watched.push((Ready::Output(index), PollFd::new(pipe, PollFlags::IN)));
            }
        }
        if watched.is_empty() && self.process.exit().is_some() {
            return Ok(Vec::new());
        }
        let time = until.map(|until| until.saturating_duration_since(Instant::now()));
        // A time that the kernel cannot represent means no limit.
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        let (roles, mut descriptors): (Vec<Ready>, Vec<PollFd<'_>>) = watched.into_iter().unzip();
        match poll(&mut descriptors, time.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let ready = roles.into_iter().zip(&descriptors).filter(|(_, descriptor)| !descriptor.revents().is_empty());
        Ok(ready.map(|(role, _)| role).collect())
    }

    /// Reads once from a stream. Returns the number of bytes.
    fn drain(&mut self, index: usize) -> Result<usize, CommandError> {
        let output = &mut self.outputs[index];
        let Some(pipe) = &mut output.pipe else { return Ok(0) };
        let length = match pipe.read(&mut self.chunk) {
            Ok(0) => {
                output.close(self.context);
                return Ok(0);
            }
            Ok(length) => length,
            Err(error) if is_temporary(&error) => return Ok(0),
            Err(error) => {
                output.close(self.context);
                return Err(self.error("read its output", error));
            }
        };
        let limit = self.limits.output;
        if output.accept(&self.chunk[..length], limit, self.context) || self.stopping {
            return Ok(length);
        }
        if self.limits.keeps_end && output.keep_end(limit) {
            let line = &self.shown.line;
            let message =
                format!("'{line}' wrote more than {limit} bytes to its {}; only the end is kept", output.stream);
            if !mem::replace(&mut self.is_cut, true) {
                self.context.message(Level::Warning, &message);
            }
            if output.accept(&self.chunk[..length], limit, self.context) {
                return Ok(length);
            }
        }
        let error =
            CommandError::OutputTooLarge { command_line: self.shown.line.clone(), stream: output.stream, limit };
        self.stop();
        Err(error)
    }

    /// Reads what is in the pipes and closes them, even if other processes keep them open.
    fn give_up_outputs(&mut self) -> Result<(), CommandError> {
        self.give_up = None;
        for index in 0..self.outputs.len() {
            let mut total = 0;
            while total < MAX_PIPE_SIZE {
                match self.drain(index)? {
                    0 => break,
                    length => total += length,
                }
            }
        }
        let mut kept_open = false;
        for output in &mut self.outputs {
            kept_open |= output.pipe.is_some();
            output.close(self.context);
        }
        if kept_open && !self.stopping && !self.limits.leaves_behind {
            let line = &self.shown.line;
            self.context.message(
                Level::Warning,
                &format!(
                    "'{line}' exited, but left a process running that keeps its output open; closed the output and \
                     killed the rest of its process group"
                ),
            );
            self.process.kill_group();
        }
        Ok(())
    }

    fn error(&self, action: &'static str, source: io::Error) -> CommandError {
        CommandError::Io { command: self.shown.command.clone(), action, source }
    }
}

/// An execution that fails midway or panics leaves no process running.
impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.observe().is_none() {
            return self.stop();
        }
        let _ = self.give_up_outputs();
        let _ = self.process.reap();
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
