//! The running process groups, which must be terminated if we are asked to exit at once.
//!
//! A signal ends the whole process, so this registry is global, unlike everything else.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::Descendants;

/// How long to wait after SIGTERM. Whoever asked us to exit is waiting.
const GRACE: Duration = Duration::from_secs(1);

static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Registers a process group until it is dropped.
#[derive(Debug)]
pub(crate) struct Registration(Pid);

/// Registers the process group of its leader.
#[must_use = "the group is forgotten when the value is dropped"]
pub(crate) fn register(leader: Pid) -> Registration {
    running().push(leader);
    Registration(leader)
}

/// Terminates all registered groups and what their members started outside of them: SIGTERM first, then SIGKILL for
/// those that are left, including processes started meanwhile.
pub fn terminate_all() {
    let mut processes = Descendants::default();
    signal_all(Signal::TERM, &mut processes);
    processes.await_end(Some(Instant::now() + GRACE));
    signal_all(Signal::KILL, &mut processes);
}

/// Sends a signal to all groups, and to what their members started outside of them.
fn signal_all(signal: Signal, processes: &mut Descendants) {
    // The id of a registered group cannot be reused, so no group may be unregistered meanwhile.
    let groups = running();
    for group in groups.iter() {
        processes.hold(*group);
        processes.find(group.as_raw_nonzero().get().unsigned_abs());
        // Fails if all members have exited, which is fine.
        let _ = kill_process_group(*group, signal);
    }
    processes.signal(signal);
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut groups = running();
        if let Some(index) = groups.iter().position(|group| *group == self.0) {
            groups.swap_remove(index);
        }
    }
}

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}
