//! Runs a command to completion within limits of time and output.

use std::{
    fs::File,
    io::{self, Read as _},
    os::fd::{AsFd as _, OwnedFd},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process_group},
};

use crate::{RunAs, groups, isolate};

/// The limits of a command.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The timeout; `None` means no limit.
    pub time: Option<Duration>,
    /// How many bytes it may write to each of its two streams.
    pub output: usize,
}

/// The result of a command.
#[derive(Debug)]
pub struct Output {
    /// How it exited.
    pub status: ExitStatus,
    /// What it wrote to stdout.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr, unless that is redirected.
    pub stderr: Vec<u8>,
}

/// Why a command was not completed. Its processes have been killed.
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
/// A command that exceeds a limit is killed with its process group, so that nothing that it started keeps running or
/// keeps the pipes open.
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
pub fn run(command: &mut Command, limits: Limits) -> Result<Output, RunError> {
    isolate(command, &RunAs::default())?;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let end = limits.time.and_then(|time| Instant::now().checked_add(time));
    let mut child = command.spawn()?;
    let registration = groups::register(Pid::from_child(&child));
    let watched = watch(&mut child, end, limits);
    if watched.is_err() {
        // It has not been waited for, so its process id cannot have been reused.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    }
    drop(registration);
    let status = child.wait()?;
    let [stdout, stderr] = watched?;
    Ok(Output { status, stdout, stderr })
}

/// Reads both streams to the end, and waits until the process can be reaped.
fn watch(child: &mut Child, end: Option<Instant>, limits: Limits) -> Result<[Vec<u8>; 2], RunError> {
    let late = || RunError::Late(limits.time.unwrap_or_default());
    let pipes = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
    let mut pipes: [(Option<File>, Vec<u8>); 2] = pipes.map(|pipe| (pipe.map(File::from), Vec::new()));
    let mut buffer = vec![0; 64 << 10];
    while pipes.iter().any(|(pipe, _)| pipe.is_some()) {
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(late());
        }
        let mut open: Vec<PollFd<'_>> = pipes
            .iter()
            .filter_map(|(pipe, _)| pipe.as_ref())
            .map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN))
            .collect();
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut open, left.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(io::Error::from(error).into()),
        }
        let mut ready = open.iter().map(|pipe| !pipe.revents().is_empty()).collect::<Vec<_>>().into_iter();
        for (pipe, text) in &mut pipes {
            let Some(file) = pipe else { continue };
            if !ready.next().unwrap_or_default() {
                continue;
            }
            match file.read(&mut buffer) {
                Ok(0) => *pipe = None,
                Ok(length) => text.extend(buffer.get(..length).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
            if text.len() > limits.output {
                return Err(RunError::Large(limits.output));
            }
        }
    }
    // It closed its output, but may still be running.
    while child.try_wait()?.is_none() {
        if end.is_some_and(|end| Instant::now() >= end) {
            return Err(late());
        }
        thread::sleep(Duration::from_millis(1));
    }
    let [(_, stdout), (_, stderr)] = pipes;
    Ok([stdout, stderr])
}
