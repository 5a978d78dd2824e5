//! A child process and its process group.
//!
//! We *observe* the exit of a process before we *reap* it. In between, the kernel cannot reuse its process id, so the
//! group can be signalled without hitting a stranger.

use std::{io, os::fd::OwnedFd, process::Child};

use process::groups::{self, Registration};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// How a process exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The exit code; `None` if it was killed by a signal.
    pub code: Option<i32>,
    /// The signal that killed it.
    pub signal: Option<i32>,
}

/// A process that leads its own group.
pub struct Process {
    child: Child,
    pid: Pid,
    /// A pidfd, which becomes readable when the process exits. Not every system has it.
    watch: Option<OwnedFd>,
    exit: Option<Exit>,
    reaped: bool,
    /// Until the process is reaped, its group is killed if we must exit at once.
    registration: Option<Registration>,
}

impl Process {
    /// Takes a process that was started as the leader of its group.
    pub fn new(child: Child) -> Process {
        let pid = Pid::from_child(&child);
        Process { child, pid, watch: watch(pid), exit: None, reaped: false, registration: Some(groups::register(pid)) }
    }

    /// The descriptor to poll for the exit of the process, until it has been observed.
    pub fn watch(&self) -> Option<&OwnedFd> {
        self.watch.as_ref().filter(|_| self.exit.is_none())
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
                Ok(None) | Err(rustix::io::Errno::INTR) => None,
                Ok(Some(status)) => Some(Exit { code: status.exit_status(), signal: status.terminating_signal() }),
                // It was reaped elsewhere, or by the kernel because SIGCHLD is ignored.
                Err(_) => {
                    self.registration = None;
                    self.reaped = true;
                    Some(Exit { code: None, signal: None })
                }
            };
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
        if !self.reaped {
            // Fails if all members have exited or are not ours. Nothing else can be tried.
            let _ = kill_process_group(self.pid, signal);
        }
    }

    /// Reaps an exited process. From now on its process id may be reused.
    pub fn reap(&mut self) -> io::Result<()> {
        if self.exit.is_some() && !self.reaped {
            // Must happen before the process id can be reused.
            self.registration = None;
            self.child.wait()?;
            self.reaped = true;
        }
        Ok(())
    }

    /// Whether the process has been reaped.
    pub fn is_reaped(&self) -> bool {
        self.reaped
    }

    /// The process id.
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
