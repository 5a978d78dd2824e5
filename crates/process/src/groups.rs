//! Which process groups are at work: what must end when somebody wants us to end at once.
//!
//! A signal ends the whole process, so this is the one thing here that belongs to the process and not to a run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

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

/// Asks all groups that are remembered to end.
pub fn terminate_all() {
    for group in at_work().iter() {
        // It fails where all members have ended: there is nothing left to do.
        let _ = kill_process_group(*group, Signal::TERM);
    }
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
