//! The end of a process, and of everything that it started.

use std::time::Instant;

use process::{Exit, Stream};

use super::{Connection, intake::MAX_LINE};

impl Connection {
    /// Waits for the end of the process. What it writes to stderr meanwhile may explain it; the rest is not needed.
    pub(super) fn await_exit(&mut self, until: Instant) -> Option<Exit> {
        let words = &mut self.words;
        self.process.await_exit(Some(until), |stream, bytes| {
            if stream == Stream::Stderr {
                words.extend_from_slice(bytes);
                words.truncate(MAX_LINE);
            }
        })
    }

    /// Finds what ends with the process, including what cannot be found any more once it has ended.
    pub(crate) fn find_descendants(&mut self) {
        if !self.leaves_behind {
            self.process.find_descendants();
        }
    }

    /// Ends the process politely: its stdin closes, and it has a while to end by itself.
    pub(crate) fn finish(&mut self) {
        self.finish_until(Instant::now() + self.grace_periods.shutdown);
    }

    /// As [`finish`](Connection::finish), with a time until which the process may end by itself.
    pub(crate) fn finish_until(&mut self, until: Instant) {
        if self.is_over {
            return;
        }
        self.find_descendants();
        self.process.stdin.close();
        let by_itself = self.await_exit(until).is_some();
        self.end_unless(by_itself && self.leaves_behind);
    }

    /// Ends the process and everything that it started.
    pub(crate) fn end(&mut self) {
        self.end_unless(false);
    }

    fn end_unless(&mut self, may_stay: bool) {
        if self.is_over {
            return;
        }
        self.is_over = true;
        match may_stay {
            true => drop(self.process.reap()),
            false => self.process.stop(self.grace_periods.terminate, |_, _| {}),
        }
        self.guard.forget(self.process.id());
    }
}
