//! A process at work: its output is drained in the thread that waits for it.
//!
//! There are no reader threads: every wait is one `poll` over all pipes and the end of the process. So no stream can
//! block another, the log is written by the caller, and a pipe that somebody keeps open is simply closed.

mod piped;

use std::{
    io::{self, PipeWriter, Read},
    mem,
    time::{Duration, Instant},
};

use process::Descendants;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::Signal,
};

use super::{
    CommandError,
    pipes::Outlet,
    process::{Exit, Process},
};
use crate::{Context, log::Level};

/// How much is read at once: what a pipe holds on Linux.
const CHUNK: usize = 64 * 1024;

/// How much may still be in a pipe when it is given up: the largest pipe that an ordinary user can make.
const LARGEST_PIPE: usize = 1024 * 1024;

/// How often to look for the end of a process where the kernel does not tell.
const TICK: Duration = Duration::from_millis(10);

/// How long a killed process may take to vanish. Only the kernel can delay it.
const KILL_TIME: Duration = Duration::from_secs(5);

/// A command as messages may show it.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) command: String,
    pub(super) arguments: Vec<String>,
    pub(super) line: String,
}

/// What bounds an execution.
pub(super) struct Limits {
    pub(super) timeout: Option<Duration>,
    pub(super) output: usize,
    /// Whether a process may write more, of which the end is kept.
    pub(super) keeps_end: bool,
    pub(super) grace: Duration,
    pub(super) linger: Duration,
    /// Whether others may go on when the process has ended.
    pub(super) leaves_behind: bool,
}

pub(super) struct Running<'c> {
    context: &'c Context,
    shown: Shown,
    process: Process,
    /// Its input, as long as the handle writes it. Does not block.
    inlet: Option<PipeWriter>,
    outlets: Vec<Outlet>,
    limits: Limits,
    deadline: Option<Instant>,
    /// When the output is given up that somebody keeps open after the end of the process.
    give_up: Option<Instant>,
    /// Whether the process is being stopped, so that nobody wants its output any more.
    stopping: bool,
    /// Whether somebody was told that only the end of the output is kept.
    is_cut: bool,
    chunk: Box<[u8]>,
}

/// What a poll can tell.
#[derive(Clone, Copy)]
enum Ready {
    Exit,
    Inlet,
    Outlet(usize),
}

impl<'c> Running<'c> {
    pub(super) fn new(
        context: &'c Context,
        shown: Shown,
        process: Process,
        inlet: Option<PipeWriter>,
        outlets: Vec<Outlet>,
        limits: Limits,
    ) -> Running<'c> {
        let deadline = limits.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Running {
            context,
            shown,
            process,
            inlet,
            outlets,
            limits,
            deadline,
            give_up: None,
            stopping: false,
            is_cut: false,
            chunk: vec![0; CHUNK].into_boxed_slice(),
        }
    }

    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// How the process ended, as far as that has been seen.
    pub(super) fn exit(&self) -> Option<Exit> {
        self.process.exit()
    }

    /// Does what can be done without waiting, and looks whether the process has ended.
    pub(super) fn advance(&mut self) -> Result<Option<Exit>, CommandError> {
        if !self.is_finished() {
            self.step(false, Some(Instant::now()))?;
            self.observe();
        }
        Ok(self.exit())
    }

    /// Waits until the process has ended and its output is read; returns whether the process ended in time.
    pub(super) fn finish(&mut self, until: Option<Instant>) -> Result<bool, CommandError> {
        while !self.is_finished() {
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(self.observe().is_some());
            }
            self.step(false, until)?;
        }
        self.inlet = None;
        self.process.reap().map_err(|source| self.error("wait for its end", source))?;
        Ok(true)
    }

    /// Stops the process and everything it started, kindly at first.
    pub(super) fn stop(&mut self) {
        if self.process.is_reaped() {
            return;
        }
        self.stopping = true;
        self.inlet = None;
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
        // Neither is worth a failure: nobody wants the output, and a process that cannot be reaped is not ours.
        let _ = self.give_up_outlets();
        let _ = self.process.reap();
    }

    /// Ends the work when nobody waits for it any more.
    pub(super) fn abandon(&mut self) {
        if self.observe().is_none() {
            return self.stop();
        }
        let _ = self.give_up_outlets();
        let _ = self.process.reap();
    }

    fn await_exit(&mut self, time: Duration) {
        let until = Instant::now().checked_add(time);
        while self.exit().is_none() && until.is_none_or(|until| Instant::now() < until) {
            // The output is not wanted, so neither is a problem with it.
            if self.step(false, until).is_err() {
                self.outlets.iter_mut().for_each(|outlet| outlet.pipe = None);
            }
        }
    }

    fn is_finished(&self) -> bool {
        self.exit().is_some() && self.outlets.iter().all(|outlet| outlet.pipe.is_none())
    }

    fn observe(&mut self) -> Option<Exit> {
        let exit = self.process.observe();
        if exit.is_some() && self.give_up.is_none() {
            self.give_up = Instant::now().checked_add(self.limits.linger);
        }
        exit
    }

    /// Waits until something happens, at most until a point in time, and deals with it.
    fn step(&mut self, handle_writes: bool, until: Option<Instant>) -> Result<(), CommandError> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) && self.observe().is_none() {
            self.stop();
            let after = self.limits.timeout.unwrap_or_default();
            return Err(CommandError::TimedOut { command_line: self.shown.line.clone(), after });
        }
        if self.give_up.is_some_and(|give_up| now >= give_up) {
            return self.give_up_outlets();
        }
        let tick = if self.exit().is_none() && self.process.watch().is_none() { now.checked_add(TICK) } else { None };
        let deadline = self.deadline.filter(|_| self.exit().is_none());
        let until = [until, deadline, self.give_up, tick].into_iter().flatten().min();
        let ready = self.poll(handle_writes, until).map_err(|source| self.error("wait for its output", source))?;
        if tick.is_some() {
            self.observe();
        }
        for ready in ready {
            match ready {
                Ready::Exit => {
                    self.observe();
                }
                // The handle goes on writing by itself.
                Ready::Inlet => {}
                Ready::Outlet(index) => {
                    self.drain(index)?;
                }
            }
        }
        Ok(())
    }

    fn poll(&self, handle_writes: bool, until: Option<Instant>) -> io::Result<Vec<Ready>> {
        let mut watched = Vec::with_capacity(4);
        if let Some(watch) = self.process.watch() {
            watched.push((Ready::Exit, PollFd::new(watch, PollFlags::IN)));
        }
        if let Some(pipe) = self.inlet.as_ref().filter(|_| handle_writes) {
            watched.push((Ready::Inlet, PollFd::new(pipe, PollFlags::OUT)));
        }
        for (index, outlet) in self.outlets.iter().enumerate() {
            if let Some(pipe) = &outlet.pipe {
                watched.push((Ready::Outlet(index), PollFd::new(pipe, PollFlags::IN)));
            }
        }
        if watched.is_empty() && self.exit().is_some() {
            return Ok(Vec::new());
        }
        let time = until.map(|until| until.saturating_duration_since(Instant::now()));
        // A time that the kernel cannot express is as good as none.
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        let (roles, mut descriptors): (Vec<Ready>, Vec<PollFd<'_>>) = watched.into_iter().unzip();
        match poll(&mut descriptors, time.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let ready = roles.into_iter().zip(&descriptors).filter(|(_, descriptor)| !descriptor.revents().is_empty());
        Ok(ready.map(|(role, _)| role).collect())
    }

    /// Reads once from a stream; returns how much.
    fn drain(&mut self, index: usize) -> Result<usize, CommandError> {
        let outlet = &mut self.outlets[index];
        let Some(pipe) = &mut outlet.pipe else { return Ok(0) };
        let length = match pipe.read(&mut self.chunk) {
            Ok(0) => {
                outlet.close(self.context);
                return Ok(0);
            }
            Ok(length) => length,
            Err(error) if is_temporary(&error) => return Ok(0),
            Err(error) => {
                outlet.close(self.context);
                return Err(self.error("read its output", error));
            }
        };
        let limit = self.limits.output;
        if outlet.accept(&self.chunk[..length], limit, self.context) || self.stopping {
            return Ok(length);
        }
        if self.limits.keeps_end && outlet.keep_end(limit) {
            let line = &self.shown.line;
            let message =
                format!("'{line}' wrote more than {limit} bytes to its {}; only the end is kept", outlet.stream);
            if !mem::replace(&mut self.is_cut, true) {
                self.context.message(Level::Warning, &message);
            }
            if outlet.accept(&self.chunk[..length], limit, self.context) {
                return Ok(length);
            }
        }
        let error =
            CommandError::OutputTooLarge { command_line: self.shown.line.clone(), stream: outlet.stream, limit };
        self.stop();
        Err(error)
    }

    /// Reads what is in the pipes and closes them, although somebody keeps them open.
    fn give_up_outlets(&mut self) -> Result<(), CommandError> {
        self.give_up = None;
        // Whoever still has the other end need not read it.
        self.inlet = None;
        for index in 0..self.outlets.len() {
            let mut total = 0;
            while total < LARGEST_PIPE {
                match self.drain(index)? {
                    0 => break,
                    length => total += length,
                }
            }
        }
        let mut kept_open = false;
        for outlet in &mut self.outlets {
            kept_open |= outlet.pipe.is_some();
            outlet.close(self.context);
        }
        if kept_open && !self.stopping && !self.limits.leaves_behind {
            let line = &self.shown.line;
            self.context.message(
                Level::Warning,
                &format!(
                    "'{line}' ended, but left a process behind that keeps its output open; closed the output and \
                     stopped what is left of its process group"
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

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
