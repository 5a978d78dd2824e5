//! What the sessions of one run share.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// How many warnings a run gives about data that does not match its type; the others are not written.
pub const SCHEMA_WARNINGS: u32 = 100;

/// One run over all resources: what its sessions must know of each other.
///
/// A session reads again what it did not find once something was changed, by whatever type: a package may have brought
/// the user. Two runs share nothing.
///
/// ```
/// use std::sync::Arc;
/// use engine::Run;
///
/// let run = Arc::new(Run::default());
/// // Every session of the run gets it: `Session::new(…).in_run(run.clone())`.
/// run.something_changed();
/// assert_eq!(run.changes(), 1);
/// ```
#[derive(Debug, Default)]
pub struct Run {
    changes: AtomicU64,
    schema_warnings: AtomicU32,
}

impl Run {
    /// Takes note that the system may not be any more what was read of it.
    pub fn something_changed(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// How often something was changed so far.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Whether one more warning about data that does not match its type may be written.
    pub(crate) fn may_warn(&self) -> bool {
        let within = |count: u32| (count < SCHEMA_WARNINGS).then_some(count + 1);
        self.schema_warnings.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within).is_ok()
    }
}
