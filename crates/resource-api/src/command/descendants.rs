//! Processes that a process started, and those that they started, also where they left its group.
//!
//! A process whose parent has ended is nobody's descendant any more, and is not found.

use std::{fs, os::fd::OwnedFd};

use rustc_hash::FxHashMap;
use rustix::process::{Pid, Signal};

/// Processes that cannot be mistaken for others, even when they have ended.
#[derive(Default)]
pub(super) struct Descendants {
    held: Vec<OwnedFd>,
}

impl Descendants {
    /// Adds all that descend from a process now.
    pub(super) fn find(&mut self, ancestor: u32) {
        let mut children: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let number = process.file_name().to_str().and_then(|name| name.parse().ok());
            if let Some(number) = number
                && let Some(parent) = parent(number)
            {
                children.entry(parent).or_default().push(number);
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

    /// Sends all of them a signal; those that have ended do not get it.
    pub(super) fn signal(&self, signal: Signal) {
        for process in &self.held {
            send(process, signal);
        }
    }

    fn add(&mut self, process: u32, expected: u32) {
        let number = i32::try_from(process).ok().and_then(Pid::from_raw);
        if let Some(held) = number.and_then(hold)
            // Now that it is held, its number cannot become another's.
            && parent(process) == Some(expected)
        {
            self.held.push(held);
        }
    }
}

/// The parent of a process that has not ended.
fn parent(process: u32) -> Option<u32> {
    let status = fs::read(format!("/proc/{process}/stat")).ok()?;
    // The name of the program may hold anything, and ends at the last parenthesis.
    let end = status.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(status.get(end + 1..)?).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    fields.next()?.parse().ok().filter(|_| state != "Z" && state != "X")
}

#[cfg(target_os = "linux")]
fn hold(process: Pid) -> Option<OwnedFd> {
    use rustix::process::{PidfdFlags, pidfd_open};

    pidfd_open(process, PidfdFlags::empty()).ok()
}

#[cfg(target_os = "linux")]
fn send(process: &OwnedFd, signal: Signal) {
    let _ = rustix::process::pidfd_send_signal(process, signal);
}

/// Elsewhere a process cannot be held, so the group has to do.
#[cfg(not(target_os = "linux"))]
fn hold(_process: Pid) -> Option<OwnedFd> {
    None
}

#[cfg(not(target_os = "linux"))]
fn send(_process: &OwnedFd, _signal: Signal) {}
