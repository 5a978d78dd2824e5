//! What earlier runs know, read before this one has its lock: while a catalog is compiled, there is time for it.
//!
//! Another run may still be writing then. Files are replaced as a whole, so what was read holds if the files are the same
//! when the lock is there.

use std::{fs, os::unix::fs::MetadataExt as _, path::Path};

use super::{Files, MAX_HISTORY, history, read, store};
use crate::transaction::History;

/// Reading less takes no time.
const WORTH_A_THREAD: u64 = 128 * 1024;

/// What earlier runs know, and which files say so.
pub struct EarlyHistory {
    history: History,
    seen: [Option<Stamp>; 2],
}

/// Which file it is, and when it was last changed.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    number: (u64, u64),
    size: u64,
    changed: (i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let found = fs::metadata(path).ok()?;
        Some(Stamp {
            number: (found.dev(), found.ino()),
            size: found.size(),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }
}

impl Files {
    /// Whether there is so much to read that it is worth beginning early.
    pub fn has_much_history(&self) -> bool {
        let sizes =
            self.of_history().into_iter().flatten().map(|path| fs::metadata(path).map_or(0, |found| found.len()));
        sizes.sum::<u64>() >= WORTH_A_THREAD
    }

    /// Reads what earlier runs know, and touches nothing. Whatever is not in order is left to
    /// [`read_history`](Files::read_history).
    pub fn read_history_early(&self) -> Option<EarlyHistory> {
        let seen = self.stamps();
        let is_too_large = |path: &Path| fs::metadata(path).is_ok_and(|found| found.len() > MAX_HISTORY);
        let text_of = |path: Option<&Path>| match path {
            Some(path) if is_too_large(path) => None,
            Some(path) => read(path).ok().map(Option::unwrap_or_default),
            None => Some(String::new()),
        };
        let [state, values] = self.of_history();
        let records = match text_of(state)?.as_str() {
            "" => Default::default(),
            text => history::read(text).ok()?,
        };
        let system_values = match (values, text_of(values)?.as_str()) {
            (None, _) => None,
            (Some(_), "") => Some(Default::default()),
            (Some(_), text) => Some(store::read(text).ok()?),
        };
        Some(EarlyHistory { history: History { records, system_values }, seen })
    }

    fn of_history(&self) -> [Option<&Path>; 2] {
        [self.state.as_deref(), self.transaction_store.as_deref()]
    }

    fn stamps(&self) -> [Option<Stamp>; 2] {
        self.of_history().map(|path| path.and_then(Stamp::of))
    }
}

impl EarlyHistory {
    /// What was read, if it is what the files say now.
    pub fn if_it_holds(self, files: &Files) -> Option<History> {
        (files.stamps() == self.seen).then_some(self.history)
    }
}
