//! How much of a provider's output is logged.
//!
//! Log lines are kept until the report is written, and a provider may write them as fast as it can. So each provider has
//! a budget for the run, which grows with the requests that it serves: a provider that manages many resources may log more.
//! Output beyond the budget is read, so that the provider does not block, and dropped.

#[cfg(test)]
mod tests;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many lines a provider may log in a run, and how many bytes they may have.
pub(crate) const MAX_LINES: u64 = 100_000;
pub(crate) const MAX_BYTES: u64 = 16 << 20;

/// How much each request adds to that.
const LINES_OF_REQUEST: u64 = 64;
const BYTES_OF_REQUEST: u64 = 16 << 10;

/// How many notices that have a meaning of their own one request may come with, and how many bytes of resources before its
/// answer. Whoever sends more is ended.
pub(crate) const MAX_NOTICES: u64 = 2_000_000;
pub(crate) const MAX_PARTS: u64 = 512 << 20;

/// What a provider may still log.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Mutex<Left>,
}

#[derive(Debug)]
struct Left {
    lines: u64,
    bytes: u64,
    /// Whether it was reported that the budget is used up.
    is_reported: bool,
    is_unlimited: bool,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is logged.
    Logged,
    /// It is the first one that is dropped.
    FirstDropped,
    /// It is dropped.
    Dropped,
}

impl Default for Budget {
    fn default() -> Budget {
        let left = Left { lines: MAX_LINES, bytes: MAX_BYTES, is_reported: false, is_unlimited: false };
        Budget { left: Mutex::new(left) }
    }
}

impl Budget {
    /// Adds what a request is worth.
    pub(crate) fn add_request(&self) {
        let mut left = self.left();
        left.lines = left.lines.saturating_add(LINES_OF_REQUEST);
        left.bytes = left.bytes.saturating_add(BYTES_OF_REQUEST);
    }

    /// Removes all bounds, for programs that are run for their output.
    pub(crate) fn lift(&self) {
        self.left().is_unlimited = true;
    }

    /// Says what becomes of a line of that many bytes.
    pub(crate) fn spend(&self, bytes: usize) -> Verdict {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let mut left = self.left();
        if left.is_unlimited {
            return Verdict::Logged;
        }
        if left.lines > 0 && left.bytes >= bytes {
            left.lines -= 1;
            left.bytes -= bytes;
            return Verdict::Logged;
        }
        if std::mem::replace(&mut left.is_reported, true) { Verdict::Dropped } else { Verdict::FirstDropped }
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
