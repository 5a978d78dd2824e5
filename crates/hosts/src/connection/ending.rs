//! The end of a process, and of everything that it started.

use std::{
    thread,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, poll},
    io::Errno,
    process::{Pid, Signal, kill_process_group, test_kill_process_group},
};

use super::{Connection, EXIT_GRACE, EXIT_POLL, ended_by, intake::MAX_LINE};
use crate::EndedBy;

impl Connection {
    /// Waits for the end of the process.
    pub(super) fn await_exit(&mut self, grace: Duration) -> Option<EndedBy> {
        let until = Instant::now() + grace;
        loop {
            if let Some(exit) = self.process.observe() {
                return Some(ended_by(exit.code, exit.signal));
            }
            let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            let _ = self.input.flush();
            let mut wanted: Vec<PollFd<'_>> = Vec::with_capacity(4);
            let watch = self.process.watch();
            wanted.extend(watch.map(|watch| PollFd::new(watch, PollFlags::IN)));
            // A process that writes much can only end when its output is read.
            wanted.extend(self.stdout.pipe().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            wanted.extend(self.stderr.pipe().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
            wanted.extend(self.input.waiting().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
            let left = if watch.is_some() { left } else { left.min(EXIT_POLL) };
            if let Err(error) = poll(&mut wanted, left.try_into().ok().as_ref())
                && error != Errno::INTR
            {
                // The process is looked at again and again where the system cannot say that it has ended.
                thread::sleep(left.min(EXIT_POLL));
            }
            self.stdout.read(|_| {});
            let words = &mut self.words;
            self.stderr.read(|bytes| words.extend_from_slice(bytes));
            self.words.truncate(MAX_LINE);
        }
    }

    /// Ends the process politely: its stdin closes, and it has a while to end by itself.
    pub(crate) fn finish(&mut self) {
        self.finish_until(Instant::now() + self.grace_periods.shutdown);
    }

    /// As [`finish`](Connection::finish), with a time until which the process may end by itself.
    pub(crate) fn finish_until(&mut self, until: Instant) {
        if !self.is_over {
            if !self.leaves_behind {
                // Its child processes end with it, including those that cannot be found any more once it has ended.
                self.find_descendants();
            }
            self.input.close();
            let by_itself = self.await_exit(until.saturating_duration_since(Instant::now())).is_some();
            self.end_group(by_itself);
        }
    }

    /// Ends the process and everything that it started.
    pub(crate) fn end(&mut self) {
        if !self.is_over {
            self.end_group(false);
        }
    }

    fn end_group(&mut self, by_itself: bool) {
        self.is_over = true;
        self.process.observe();
        if by_itself && self.leaves_behind {
            let _ = self.process.reap();
            self.guard.forget(self.number);
            return;
        }
        self.find_descendants();
        self.process.terminate_group();
        self.descendants.signal(Signal::TERM);
        if self.await_exit(self.grace_periods.terminate).is_none() {
            self.find_descendants();
            self.process.kill_group();
            // Nothing survives SIGKILL, though the kernel may need a moment.
            while self.await_exit(self.grace_periods.terminate.max(EXIT_GRACE)).is_none() {
                self.process.kill_group();
            }
        }
        let _ = self.process.reap();
        let until = Instant::now() + self.grace_periods.terminate;
        self.end_members(until);
        self.descendants.end(until);
        self.guard.forget(self.number);
    }

    /// Finds processes that left the group, which is possible as long as their parent exists.
    fn find_descendants(&mut self) {
        // Its number may be another's when it was reaped.
        if !self.process.is_reaped() {
            self.descendants.find(self.number);
        }
    }

    /// Ends what is left of the group when the process that led it has ended. As long as a member exists, the number of
    /// the group is not reused.
    fn end_members(&self, until: Instant) {
        let Some(group) = i32::try_from(self.number).ok().and_then(Pid::from_raw) else { return };
        let mut pause = Duration::from_millis(1);
        while test_kill_process_group(group).is_ok() {
            if Instant::now() >= until {
                let _ = kill_process_group(group, Signal::KILL);
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(EXIT_POLL);
        }
    }
}
