//! A child process with its process group and its pipes.
//!
//! Every wait is one `poll` in the calling thread. We *observe* the exit of a process before we *reap* it: in between,
//! the kernel cannot reuse its process id, so the group can be signalled without hitting a stranger.

use std::{
    fmt, io,
    os::fd::OwnedFd,
    process::{self, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid},
};

use crate::{
    Descendants, Input, Isolated, Output, RunAs, Stream,
    descendants::hold,
    groups::{self, Registration},
    isolate,
};

/// How often to look where the system cannot notify us.
const TICK: Duration = Duration::from_millis(10);

/// How long a process that nobody waits for any more has before it is killed.
const GRACE: Duration = Duration::from_secs(1);

/// How long to wait for a killed process. Only the kernel can delay its exit.
const KILL_TIME: Duration = Duration::from_secs(5);

/// How a process exited. Without both, that is unknown, because somebody else reaped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The exit code; `None` if it was killed by a signal.
    pub code: Option<i32>,
    /// The signal that killed it.
    pub signal: Option<i32>,
}

/// A process that leads its own session and group, and our ends of its pipes.
///
/// Dropping it stops it, with everything that it started.
pub struct Child {
    process: process::Child,
    pid: Pid,
    /// A pidfd, which becomes readable when the process exits. Not every system has it.
    watch: Option<OwnedFd>,
    exit: Option<Exit>,
    is_reaped: bool,
    /// Until the process is reaped, its group is killed if we must exit at once.
    registration: Option<Registration>,
    descendants: Descendants,
    /// Our end of its input.
    pub stdin: Input,
    /// Our end of its output.
    pub stdout: Output,
    /// Our end of its error output.
    pub stderr: Output,
}

impl Child {
    /// Starts a command that was [isolated](isolate()). The command loses its streams, so that only the process holds
    /// the other ends of pipes. Those of `stdout` and `stderr` are read by [`transfer`](Child::transfer).
    pub fn start(
        command: &mut Command,
        isolated: &Isolated,
        stdin: Input,
        stdout: Output,
        stderr: Output,
    ) -> io::Result<Child> {
        let started = isolated.spawn(command);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = started?;
        let pid = Pid::from_child(&process);
        Ok(Child {
            process,
            pid,
            watch: hold(pid),
            exit: None,
            is_reaped: false,
            registration: Some(groups::register(pid)),
            descendants: Descendants::default(),
            stdin,
            stdout,
            stderr,
        })
    }

    /// Isolates a command and starts it with pipes for all its streams.
    pub fn with_pipes(command: &mut Command, run_as: &RunAs) -> io::Result<Child> {
        let ((stdin_end, stdin), (stdout_end, stdout), (stderr_end, stderr)) =
            (Input::open()?, Output::open()?, Output::open()?);
        let isolated = isolate(command.stdin(stdin_end).stdout(stdout_end).stderr(stderr_end), run_as)?;
        Child::start(command, &isolated, stdin, stdout, stderr)
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// How the process exited, if that has been observed.
    pub fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Checks whether the process has exited.
    pub fn observe(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            self.exit = match waitid(WaitId::Pid(self.pid), options) {
                Ok(None) | Err(Errno::INTR) => None,
                Ok(Some(status)) => Some(Exit { code: status.exit_status(), signal: status.terminating_signal() }),
                // It was reaped elsewhere, or by the kernel because SIGCHLD is ignored.
                Err(_) => {
                    self.registration = None;
                    self.is_reaped = true;
                    Some(Exit { code: None, signal: None })
                }
            };
        }
        self.exit
    }

    /// Waits until there is something to [transfer](Child::transfer), or the process exits. Returns `false` if the time
    /// is over.
    pub fn wait(&mut self, until: Option<Instant>) -> io::Result<bool> {
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Ok(false);
        }
        let watch = self.watch.as_ref().filter(|_| self.exit.is_none());
        let mut polled: Vec<PollFd<'_>> = Vec::with_capacity(4);
        polled.extend([&self.stdout, &self.stderr].into_iter().filter_map(Output::pipe).map(readable));
        polled.extend(self.stdin.waiting().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        polled.extend(watch.map(readable));
        if polled.is_empty() && self.exit.is_some() {
            return Ok(true);
        }
        let is_watched = watch.is_some() || self.exit.is_some();
        let left = if is_watched { left } else { Some(left.map_or(TICK, |left| left.min(TICK))) };
        // A time that the kernel cannot represent means no limit.
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        let polled = poll(&mut polled, left.as_ref());
        self.observe();
        match polled {
            // A signal, or memory that is short for a moment, only means that it is time to look again.
            Ok(_) | Err(Errno::INTR | Errno::AGAIN) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes and reads as much as is possible without waiting. An empty piece is the end of a stream.
    pub fn transfer(&mut self, mut take: impl FnMut(Stream, &[u8])) {
        self.stdin.flush();
        self.stdout.read(|bytes| take(Stream::Stdout, bytes));
        self.stderr.read(|bytes| take(Stream::Stderr, bytes));
    }

    /// Whether more output may come.
    pub fn has_output(&self) -> bool {
        self.stdout.is_open() || self.stderr.is_open()
    }

    /// Waits for the exit of the process. It is served meanwhile: a process that writes much can only end when its
    /// output is read.
    pub fn await_exit(&mut self, until: Option<Instant>, mut take: impl FnMut(Stream, &[u8])) -> Option<Exit> {
        while self.observe().is_none() {
            match self.wait(until) {
                Ok(true) => {}
                Ok(false) => return self.exit,
                Err(_) => thread::sleep(TICK),
            }
            self.transfer(&mut take);
        }
        self.exit
    }

    /// Sends SIGTERM to the process and its group.
    pub fn terminate_group(&self) {
        self.signal_group(Signal::TERM);
    }

    /// Sends SIGKILL to the process and its group.
    pub fn kill_group(&self) {
        self.signal_group(Signal::KILL);
    }

    fn signal_group(&self, signal: Signal) {
        if !self.is_reaped {
            // Fails if all members have exited or are not ours. Nothing else can be tried.
            let _ = kill_process_group(self.pid, signal);
        }
    }

    /// Finds what the process started, which is possible as long as it, or the process in between, exists.
    pub fn find_descendants(&mut self) {
        if !self.is_reaped {
            self.descendants.find(self.id());
        }
    }

    /// Stops the process and everything that it started: first with SIGTERM, and after a grace period with SIGKILL.
    pub fn stop(&mut self, grace: Duration, mut take: impl FnMut(Stream, &[u8])) {
        if self.is_reaped {
            return;
        }
        let until = Instant::now().checked_add(grace);
        self.find_descendants();
        self.terminate_group();
        self.descendants.signal(Signal::TERM);
        self.await_exit(until, &mut take);
        self.descendants.await_end(until);
        self.find_descendants();
        self.kill_group();
        self.descendants.signal(Signal::KILL);
        self.await_exit(Instant::now().checked_add(KILL_TIME), &mut take);
        self.finish_output(&mut take);
        // A process that cannot be reaped is not ours.
        let _ = self.reap();
    }

    /// Reads what is in the pipes, and closes them even if other processes hold them. Returns whether any do.
    pub(crate) fn finish_output(&mut self, mut take: impl FnMut(Stream, &[u8])) -> bool {
        self.transfer(&mut take);
        let streams = [(Stream::Stdout, &mut self.stdout), (Stream::Stderr, &mut self.stderr)];
        let held = streams.into_iter().filter(|(_, output)| output.is_open());
        held.map(|(stream, output)| {
            output.close();
            take(stream, &[]);
        })
        .count()
            > 0
    }

    /// Reaps an exited process. From now on its process id may be reused.
    pub fn reap(&mut self) -> io::Result<()> {
        if self.exit.is_some() && !self.is_reaped {
            // Must happen before the process id can be reused.
            self.registration = None;
            self.process.wait()?;
            self.is_reaped = true;
        }
        Ok(())
    }
}

/// Whoever fails midway or panics leaves no process running.
impl Drop for Child {
    fn drop(&mut self) {
        match self.observe() {
            Some(_) => drop(self.reap()),
            None => self.stop(GRACE, |_, _| {}),
        }
    }
}

impl fmt::Debug for Child {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Child").field(&self.id()).finish()
    }
}

fn readable(descriptor: &impl std::os::fd::AsFd) -> PollFd<'_> {
    PollFd::new(descriptor, PollFlags::IN)
}
