//! A child process and its group.
//!
//! The end of the process is *seen* before it is *reaped*: in between the kernel cannot give its number to another
//! process, so the group can be signalled without hitting a stranger.

use std::{io, os::fd::OwnedFd, process::Child};

use process::groups::{self, Registration};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The exit code; nothing when a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

/// A process that leads a group of its own.
pub struct Process {
    child: Child,
    pid: Pid,
    /// Becomes readable when the process ends; not every system has it.
    watch: Option<OwnedFd>,
    exit: Option<Exit>,
    reaped: bool,
    /// Until the process is reaped, its group can be ended when we must end at once.
    registration: Option<Registration>,
}

impl Process {
    /// A process that was started as the leader of its group.
    pub fn new(child: Child) -> Process {
        let pid = Pid::from_child(&child);
        Process { child, pid, watch: watch(pid), exit: None, reaped: false, registration: Some(groups::register(pid)) }
    }

    /// What to poll for the end of the process, while it is awaited.
    pub fn watch(&self) -> Option<&OwnedFd> {
        self.watch.as_ref().filter(|_| self.exit.is_none())
    }

    /// How the process ended, as far as that has been seen.
    pub fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Looks whether the process has ended.
    pub fn observe(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            self.exit = match waitid(WaitId::Pid(self.pid), options) {
                Ok(None) | Err(rustix::io::Errno::INTR) => None,
                Ok(Some(status)) => Some(Exit { code: status.exit_status(), signal: status.terminating_signal() }),
                // Somebody else has reaped it, or the kernel did because SIGCHLD is ignored.
                Err(_) => {
                    self.registration = None;
                    self.reaped = true;
                    Some(Exit { code: None, signal: None })
                }
            };
        }
        self.exit
    }

    /// Asks the process and everything it started to end.
    pub fn terminate_group(&self) {
        self.signal_group(Signal::TERM);
    }

    /// Ends the process and everything it started.
    pub fn kill_group(&self) {
        self.signal_group(Signal::KILL);
    }

    fn signal_group(&self, signal: Signal) {
        if !self.reaped {
            // It fails when all members have ended, or are not ours: there is nothing else to try.
            let _ = kill_process_group(self.pid, signal);
        }
    }

    /// Lets the kernel forget a process that has ended. From now on its number may be another's.
    pub fn reap(&mut self) -> io::Result<()> {
        if self.exit.is_some() && !self.reaped {
            // Before its number may be another's.
            self.registration = None;
            self.child.wait()?;
            self.reaped = true;
        }
        Ok(())
    }

    /// Whether the process has ended and is forgotten.
    pub fn is_reaped(&self) -> bool {
        self.reaped
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

#[cfg(target_os = "linux")]
fn watch(pid: Pid) -> Option<OwnedFd> {
    use rustix::process::{PidfdFlags, pidfd_open};

    pidfd_open(pid, PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn watch(_pid: Pid) -> Option<OwnedFd> {
    None
}
