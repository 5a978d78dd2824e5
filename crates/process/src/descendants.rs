//! The descendants of a process, including those that left its process group.
//!
//! A process whose parent has exited is no longer a descendant, and is not found.

use std::{
    collections::HashMap,
    fmt, fs,
    os::fd::OwnedFd,
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal},
};

/// Process handles (pidfds), which stay valid even if process ids are reused.
///
/// ```
/// use std::{process::Command, time::{Duration, Instant}};
/// use process::Descendants;
///
/// let mut descendants = Descendants::default();
/// descendants.hold(rustix::process::Pid::from_child(&Command::new("sleep").arg("60").spawn()?));
/// descendants.signal(rustix::process::Signal::TERM);
/// descendants.end(Instant::now() + Duration::from_secs(5));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Default)]
pub struct Descendants {
    held: HashMap<u32, OwnedFd>,
}

impl Descendants {
    /// Adds all current descendants of a process.
    pub fn find(&mut self, ancestor: u32) {
        let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
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

    /// Adds a process that has not been waited for.
    pub fn hold(&mut self, process: Pid) {
        if let (Ok(number), Some(held)) = (u32::try_from(process.as_raw_pid()), hold(process)) {
            self.held.entry(number).or_insert(held);
        }
    }

    /// Sends a signal to all of them. Those that have exited do not receive it.
    pub fn signal(&self, signal: Signal) {
        self.held.values().for_each(|process| send(process, signal));
    }

    /// Waits for them to exit, and kills those that are left after the deadline.
    pub fn end(&self, until: Instant) {
        if !self.await_end(until) {
            self.signal(Signal::KILL);
        }
    }

    /// Waits for them to exit. Returns `false` if some are left after the deadline.
    pub fn await_end(&self, until: Instant) -> bool {
        loop {
            let mut watched: Vec<PollFd<'_>> =
                self.held.values().map(|process| PollFd::new(process, PollFlags::IN)).collect();
            // The handle of an exited process stays readable, so polling it again returns at once.
            let looked = poll(&mut watched, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
            watched.retain(|process| process.revents().is_empty());
            let left = until.saturating_duration_since(Instant::now());
            match looked {
                Ok(_) if watched.is_empty() => return true,
                _ if left.is_zero() => return false,
                Ok(_) => {
                    watched.truncate(1);
                    let _ = poll(&mut watched, Timespec::try_from(left).ok().as_ref());
                }
                Err(_) => thread::sleep(left.min(Duration::from_millis(10))),
            }
        }
    }

    fn add(&mut self, process: u32, expected: u32) {
        let number = i32::try_from(process).ok().and_then(Pid::from_raw);
        if !self.held.contains_key(&process)
            && let Some(held) = number.and_then(hold)
            // Now that it is held, its process id cannot be reused.
            && parent(process) == Some(expected)
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

/// Returns the parent of a process that has not exited.
fn parent(process: u32) -> Option<u32> {
    let status = fs::read(format!("/proc/{process}/stat")).ok()?;
    // The name of the program may contain anything, and ends at the last parenthesis.
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

/// Other systems have no process handles, so only the group is signalled.
#[cfg(not(target_os = "linux"))]
fn hold(_process: Pid) -> Option<OwnedFd> {
    None
}

#[cfg(not(target_os = "linux"))]
fn send(_process: &OwnedFd, _signal: Signal) {}
