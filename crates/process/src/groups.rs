//! Which process groups are at work: what must end when somebody wants us to end at once.
//!
//! A signal ends the whole process, so this is the one thing here that belongs to the process and not to a run.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::Descendants;

/// How long processes may take to end that were asked to. Somebody waits for us to be gone.
const GRACE: Duration = Duration::from_secs(1);

static AT_WORK: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Remembers a process group until the value is dropped.
#[derive(Debug)]
pub struct Registration(Pid);

/// Remembers the process group that a process leads.
#[must_use = "the group is forgotten when the value is dropped"]
pub fn register(leader: Pid) -> Registration {
    at_work().push(leader);
    Registration(leader)
}

/// Ends all groups that are remembered, and what their members started elsewhere: asks them to end, and kills what is
/// left a moment later, with whatever was started meanwhile.
pub fn terminate_all() {
    let mut processes = Descendants::default();
    signal_all(Signal::TERM, &mut processes);
    processes.await_end(Instant::now() + GRACE);
    signal_all(Signal::KILL, &mut processes);
}

/// Sends a signal to all groups, and to what their members started elsewhere.
fn signal_all(signal: Signal, processes: &mut Descendants) {
    // As long as a group is remembered its number is its own, so nobody may forget one meanwhile.
    let groups = at_work();
    for group in groups.iter() {
        processes.hold(*group);
        processes.find(group.as_raw_nonzero().get().unsigned_abs());
        // It fails where all members have ended: there is nothing left to do.
        let _ = kill_process_group(*group, signal);
    }
    processes.signal(signal);
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut groups = at_work();
        if let Some(index) = groups.iter().position(|group| *group == self.0) {
            groups.swap_remove(index);
        }
    }
}

fn at_work() -> MutexGuard<'static, Vec<Pid>> {
    AT_WORK.lock().unwrap_or_else(PoisonError::into_inner)
}
