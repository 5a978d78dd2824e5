//! What one run leaves for the next.
//!
//! It is data: whoever starts a run reads it from somewhere before and writes it there afterwards. No secret is part of
//! it.

use std::time::SystemTime;

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::Value;
use rustc_hash::FxBuildHasher;

/// Something for each resource, by its reference: `File[/etc/motd]`.
pub type ByReference<T> = IndexMap<EcoString, T, FxBuildHasher>;

/// What earlier runs know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// When resources had their turns, and what audits found.
    pub records: ByReference<Record>,
    /// What properties were when a run left them, by their names. A change of one of them back to this is corrective.
    /// `None`: nobody keeps it, and no change is known to be corrective.
    pub system_values: Option<ByReference<IndexMap<EcoString, Value, FxBuildHasher>>>,
}

/// What is known of one resource.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// When it last had its turn.
    pub checked: Option<SystemTime>,
    /// When it was last changed.
    pub synced: Option<SystemTime>,
    /// What its audited properties were.
    pub audited: IndexMap<EcoString, Value, FxBuildHasher>,
}
