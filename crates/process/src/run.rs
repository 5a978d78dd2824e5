//! Runs a command to completion within limits of time and output.

use std::{
    io,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use rustix::io::Errno;

use crate::{Child, Exit, Input, Output, RunAs, Stream, isolate};

/// The limits of a command whose output is collected.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The timeout; `None` means no limit.
    pub time: Option<Duration>,
    /// How many bytes it may write to each stream.
    pub output: usize,
}

/// The result of a command.
#[derive(Debug)]
pub struct Collected {
    /// How it exited.
    pub exit: Exit,
    /// What it wrote to stdout.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr, unless both streams are one.
    pub stderr: Vec<u8>,
}

/// Why a command was not completed. Its processes have been stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It could not be started or awaited.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It exceeded the timeout.
    #[error("it did not end within {} seconds", .0.as_secs_f64())]
    Late(Duration),
    /// It exceeded the output limit.
    #[error("it wrote more than {0} bytes")]
    Large(usize),
}

/// Runs a command, [isolated](isolate()) and without input. Returns its output and how it exited.
///
/// A command that exceeds a limit is killed with everything that it started, so that nothing keeps running or keeps the
/// pipes open.
///
/// ```
/// use std::{process::Command, time::Duration};
/// use process::{Limits, RunError};
///
/// let limits = Limits { time: Some(Duration::from_secs(10)), output: 1024 };
/// let output = process::run(Command::new("echo").arg("hello"), limits)?;
/// assert_eq!(output.stdout, b"hello\n");
///
/// let limits = Limits { time: Some(Duration::from_millis(10)), output: 1024 };
/// assert!(matches!(process::run(Command::new("sleep").arg("60"), limits), Err(RunError::Late(_))));
/// # Ok::<(), RunError>(())
/// ```
pub fn run(command: &mut Command, limits: Limits) -> Result<Collected, RunError> {
    let (end, stderr) = Output::open()?;
    command.stderr(end);
    collect(command, stderr, limits)
}

/// Like [`run`], with stderr in stdout, in the order in which both were written.
pub fn run_merged(command: &mut Command, limits: Limits) -> Result<Collected, RunError> {
    collect(command, Output::default(), limits)
}

fn collect(command: &mut Command, stderr: Output, limits: Limits) -> Result<Collected, RunError> {
    let (end, stdout) = Output::open()?;
    if !stderr.is_open() {
        command.stderr(end.try_clone()?);
    }
    let isolated = isolate(command.stdin(Stdio::null()).stdout(end), &RunAs::default())?;
    let mut child = Child::start(command, &isolated, Input::default(), stdout, stderr)?;
    let mut collected = [Vec::new(), Vec::new()];
    let completion = Completion { time: limits.time, grace: Duration::ZERO, after_exit: AfterExit::Await };
    let completed = complete(&mut child, completion, |stream, bytes| {
        let collected: &mut Vec<u8> = &mut collected[usize::from(stream == Stream::Stderr)];
        let fits = collected.len() + bytes.len() <= limits.output;
        if fits {
            collected.extend_from_slice(bytes);
        }
        fits
    })?;
    let [stdout, stderr] = collected;
    match completed {
        Completed::Exited { exit, .. } => Ok(Collected { exit, stdout, stderr }),
        Completed::Refused(_) => Err(RunError::Large(limits.output)),
        Completed::Late(time) => Err(RunError::Late(time)),
    }
}

/// How long to wait for a process, and for what it leaves running.
#[derive(Clone, Copy, Debug)]
pub struct Completion {
    /// The timeout; `None` means no limit.
    pub time: Option<Duration>,
    /// How long a process that is stopped may run after SIGTERM before it is killed.
    pub grace: Duration,
    /// What happens after it has exited.
    pub after_exit: AfterExit,
}

/// What happens if another process keeps the output open after the process has exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterExit {
    /// It is read to the end, within the timeout.
    Await,
    /// It is read for this long; then the rest of the group is killed.
    Kill(Duration),
    /// What is in the pipes is read; other processes may continue.
    Leave,
}

/// How a process was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completed {
    /// It has exited, and its output has been read.
    Exited {
        /// How it exited.
        exit: Exit,
        /// Whether other processes were killed because they kept the output open.
        has_killed: bool,
    },
    /// It was stopped, because output of this stream was refused.
    Refused(Stream),
    /// It was stopped, because it exceeded this timeout.
    Late(Duration),
}

/// Waits until a process has exited and its output has been read. `take` gets the output, where an empty piece is the
/// end of a stream; if it returns `false`, the process is stopped. From then on its answers mean nothing.
pub fn complete(
    child: &mut Child,
    completion: Completion,
    mut take: impl FnMut(Stream, &[u8]) -> bool,
) -> io::Result<Completed> {
    let Completion { time, grace, after_exit } = completion;
    let deadline = time.and_then(|time| Some((time, Instant::now().checked_add(time)?)));
    let mut give_up = None;
    let mut refused = None;
    loop {
        if let Some(exit) = child.observe() {
            if !child.has_output() {
                return exited(child, exit, false);
            }
            give_up = give_up.or_else(|| match after_exit {
                AfterExit::Await => deadline.map(|(_, deadline)| deadline),
                AfterExit::Kill(time) => Instant::now().checked_add(time),
                AfterExit::Leave => Some(Instant::now()),
            });
        }
        let exit = child.exit();
        let is_in_time = child.wait(if exit.is_some() { give_up } else { deadline.map(|(_, deadline)| deadline) })?;
        let mut take_first = |stream, bytes: &[u8]| {
            if refused.is_none() && !take(stream, bytes) {
                refused = Some(stream);
            }
        };
        child.transfer(&mut take_first);
        let mut has_killed = false;
        if let (Some(_), false) = (exit, is_in_time || after_exit == AfterExit::Await) {
            has_killed = child.finish_output(take_first) && after_exit != AfterExit::Leave;
            if has_killed {
                child.kill_group();
            }
        }
        let stopped = match (refused, exit, deadline) {
            (Some(stream), _, _) => Completed::Refused(stream),
            (None, Some(exit), _) if has_killed => {
                return exited(child, exit, has_killed);
            }
            (None, _, Some((time, _)))
                if !is_in_time && (after_exit == AfterExit::Await || child.observe().is_none()) =>
            {
                Completed::Late(time)
            }
            _ => continue,
        };
        child.stop(grace, |stream, bytes| {
            take(stream, bytes);
        });
        return Ok(stopped);
    }
}

/// Reaps a process. An exit that nobody knows is an error: it must be taken neither for a success nor for a failure.
fn exited(child: &mut Child, exit: Exit, has_killed: bool) -> io::Result<Completed> {
    child.reap()?;
    match exit {
        Exit { code: None, signal: None } => Err(Errno::CHILD.into()),
        exit => Ok(Completed::Exited { exit, has_killed }),
    }
}
