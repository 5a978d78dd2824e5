//! What one run records for the next.
//!
//! It is data, which the caller of a run reads before the run and writes afterwards. It holds no secrets.

#[cfg(test)]
mod tests;

use std::time::SystemTime;

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// A value for each resource, by its reference: `File[/etc/motd]`.
pub type ByReference<T> = IndexMap<EcoString, T, FxBuildHasher>;

/// What earlier runs recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// When resources were evaluated, and what audits found.
    pub records: ByReference<Record>,
    /// The values of properties after a run, by their names. A change back to such a value is corrective. `None`: they are
    /// not recorded, and no change is known to be corrective.
    pub system_values: Option<ByReference<IndexMap<EcoString, Value, FxBuildHasher>>>,
}

/// The number of resources that are remembered although they are not in the catalog of the last run. Otherwise, after one run
/// with a large catalog, every run would read and write all of it until `statettl` ends.
pub(super) const MAX_OTHERS: usize = 100_000;

impl History {
    /// Forgets resources that are not in the catalog, but for the most recent `most` of them.
    pub(super) fn compact<'r>(&mut self, catalog: impl Iterator<Item = &'r EcoString>, most: usize) {
        if self.records.len() <= most {
            return;
        }
        let catalog: FxHashSet<&str> = catalog.map(EcoString::as_str).collect();
        let others = self.records.iter().filter(|(reference, _)| !catalog.contains(reference.as_str()));
        let mut times: Vec<Option<SystemTime>> = others.map(|(_, record)| record.checked).collect();
        let Some(excess) = times.len().checked_sub(most).filter(|excess| *excess > 0) else { return };
        // Of those that were evaluated at the same time, the first are forgotten.
        let oldest = *times.select_nth_unstable(excess - 1).1;
        let earlier = times.iter().filter(|time| **time < oldest).count();
        let mut equal = excess.saturating_sub(earlier);
        self.records.retain(|reference, record| {
            if catalog.contains(reference.as_str()) || record.checked > oldest {
                return true;
            }
            let is_excess = record.checked < oldest || equal > 0;
            if record.checked == oldest {
                equal = equal.saturating_sub(1);
            }
            !is_excess
        });
    }
}

/// What is recorded of one resource.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// When it was last evaluated.
    pub checked: Option<SystemTime>,
    /// When it was last changed.
    pub synced: Option<SystemTime>,
    /// What its audited properties were.
    pub audited: IndexMap<EcoString, Value, FxBuildHasher>,
}
