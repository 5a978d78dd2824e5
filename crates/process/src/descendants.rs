//! What a process started: its descendants, including those that left its process group, and the rest of its session.
//!
//! A process whose parent has exited, and that has a session of its own, is not found.

use std::{
    collections::HashMap,
    fmt, fs,
    os::fd::OwnedFd,
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal},
};

/// Process handles (pidfds), which stay valid even if process ids are reused.
#[derive(Default)]
pub(crate) struct Descendants {
    held: HashMap<u32, OwnedFd>,
}

impl Descendants {
    /// Adds all that currently belongs to a process that has not been reaped: its descendants, and its session if it
    /// leads one.
    pub(crate) fn find(&mut self, ancestor: u32) {
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let number = process.file_name().to_str().and_then(|name| name.parse().ok());
            if let Some(number) = number.filter(|number| *number != ancestor)
                && let Some(Relatives { parent, session }) = relatives(number)
            {
                let relative = if session == ancestor { session } else { parent };
                children.entry(relative).or_default().push(number);
            }
        }
        let mut open = vec![ancestor];
        while let Some(process) = open.pop() {
            for child in children.remove(&process).unwrap_or_default() {
                open.push(child);
                self.add(child, process);
            }
        }
    }

    /// Adds a process that has not been waited for.
    pub(crate) fn hold(&mut self, process: Pid) {
        if let (Ok(number), Some(held)) = (u32::try_from(process.as_raw_pid()), hold(process)) {
            self.held.entry(number).or_insert(held);
        }
    }

    /// Sends a signal to all of them. Those that have exited do not receive it.
    pub(crate) fn signal(&self, signal: Signal) {
        self.held.values().for_each(|process| send(process, signal));
    }

    /// Waits for them to exit, at most until the deadline.
    pub(crate) fn await_end(&self, until: Option<Instant>) {
        loop {
            let mut watched: Vec<PollFd<'_>> =
                self.held.values().map(|process| PollFd::new(process, PollFlags::IN)).collect();
            // The handle of an exited process stays readable, so polling it again returns at once.
            let looked = poll(&mut watched, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
            watched.retain(|process| process.revents().is_empty());
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            match looked {
                Ok(_) if watched.is_empty() => return,
                _ if left.is_some_and(|left| left.is_zero()) => return,
                Ok(_) => {
                    watched.truncate(1);
                    let _ = poll(&mut watched, left.and_then(|left| Timespec::try_from(left).ok()).as_ref());
                }
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    fn add(&mut self, process: u32, expected: u32) {
        let number = i32::try_from(process).ok().and_then(Pid::from_raw);
        if !self.held.contains_key(&process)
            && let Some(held) = number.and_then(hold)
            // Now that it is held, its process id cannot be reused.
            && relatives(process).is_some_and(|relatives| [relatives.parent, relatives.session].contains(&expected))
        {
            self.held.insert(process, held);
        }
    }
}

impl fmt::Debug for Descendants {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.held.keys()).finish()
    }
}

/// The parent and the session of a process.
struct Relatives {
    parent: u32,
    session: u32,
}

/// Returns the relatives of a process that has not exited.
fn relatives(process: u32) -> Option<Relatives> {
    let status = fs::read(format!("/proc/{process}/stat")).ok()?;
    // The name of the program may contain anything, and ends at the last parenthesis.
    let end = status.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(status.get(end + 1..)?).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let (state, parent, _group, session) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let relatives = Relatives { parent: parent.parse().ok()?, session: session.parse().ok()? };
    (state != "Z" && state != "X").then_some(relatives)
}

/// Returns a handle of a process, which becomes readable when it exits.
pub(crate) fn hold(process: Pid) -> Option<OwnedFd> {
    pidfd_open(process, PidfdFlags::empty()).ok()
}

fn send(process: &OwnedFd, signal: Signal) {
    let _ = pidfd_send_signal(process, signal);
}
