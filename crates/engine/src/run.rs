//! The state that the sessions of one run share.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The number of warnings of a run about data that does not match its type; more are not logged.
pub const SCHEMA_WARNINGS: u32 = 100;

/// The state that the sessions of one run share.
///
/// A session looks again for a missing resource once anything was changed, by whatever type: a package may have created
/// the user. Two runs share nothing.
///
/// ```
/// use std::sync::Arc;
/// use engine::Run;
///
/// let run = Arc::new(Run::default());
/// // Every session of the run gets it: `Session::new(…).in_run(run.clone())`.
/// run.record_change();
/// assert_eq!(run.changes(), 1);
/// ```
#[derive(Debug, Default)]
pub struct Run {
    changes: AtomicU64,
    schema_warnings: AtomicU32,
}

impl Run {
    /// Counts a change, which may affect what was read before.
    pub fn record_change(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of changes so far.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Whether one more warning about data that does not match its type may be logged.
    pub(crate) fn may_warn(&self) -> bool {
        let within = |count: u32| (count < SCHEMA_WARNINGS).then_some(count + 1);
        self.schema_warnings.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within).is_ok()
    }
}
