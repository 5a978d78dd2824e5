//! Runs a command that prints facts, within bounds of time and size.
//!
//! The command leads a process group of its own. If it goes too far the whole group is ended, so that nothing that it
//! started stays behind or keeps the pipes open.

use std::{
    fs::File,
    io::Read as _,
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::process::CommandExt as _,
    },
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process_group},
};

use crate::warning::Warning;

/// How much a command may print.
pub(super) const MAX_OUTPUT: usize = 16 << 20;

/// What a command printed.
pub(super) struct Output {
    pub(super) text: String,
    pub(super) errors: String,
}

/// Runs a command; its exit code means nothing.
pub(super) fn output(path: &Path, deadline: Duration) -> Result<Output, Warning> {
    let failed = |error: std::io::Error| Warning::Unreadable {
        path: path.to_owned(),
        kind: "executable",
        reason: error.to_string(),
    };
    let mut command = Command::new(path);
    command.process_group(0).env("LC_ALL", "C").env("LANG", "C");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let watched = watch(&mut child, Instant::now() + deadline);
    if !matches!(watched, Ok(Watched::Finished(_))) {
        // It has not been waited for, so its number is still its own.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    }
    child.wait().map_err(failed)?;
    match watched.map_err(failed)? {
        Watched::Finished(output) => Ok(output),
        Watched::Late => Err(Warning::Deadline { path: path.to_owned(), limit: deadline }),
        Watched::Large => Err(Warning::Output { path: path.to_owned(), limit: MAX_OUTPUT }),
    }
}

enum Watched {
    Finished(Output),
    Late,
    Large,
}

fn watch(child: &mut Child, end: Instant) -> std::io::Result<Watched> {
    let pipes = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
    let mut pipes: [(Option<File>, Vec<u8>); 2] = pipes.map(|pipe| (pipe.map(File::from), Vec::new()));
    let mut buffer = vec![0; 64 << 10];
    while pipes.iter().any(|(pipe, _)| pipe.is_some()) {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(Watched::Late);
        }
        let mut open: Vec<PollFd<'_>> = pipes
            .iter()
            .filter_map(|(pipe, _)| pipe.as_ref())
            .map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN))
            .collect();
        let left = Timespec::try_from(left).ok();
        match poll(&mut open, left.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
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
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if text.len() > MAX_OUTPUT {
                return Ok(Watched::Large);
            }
        }
    }
    // It closed its output; it may still run.
    while child.try_wait()?.is_none() {
        if Instant::now() >= end {
            return Ok(Watched::Late);
        }
        thread::sleep(Duration::from_millis(1));
    }
    let [(_, text), (_, errors)] = pipes;
    let read = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Watched::Finished(Output { text: read(text), errors: read(errors) }))
}
