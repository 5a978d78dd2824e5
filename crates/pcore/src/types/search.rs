//! Keeping the check of a value within bounds when types mention aliases again and again.
//!
//! `type T = Variant[Array[T], Array[T, 1]]` makes a check try the same alias on the same part of a value once for every
//! way to get there, which doubles with each level. After a number of failures, what did not fit is remembered, so
//! that every alias is tried on every part at most once. A check without that many failures remembers nothing and
//! allocates nothing.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::TypeAlias;
use crate::value::Value;

/// How many failures it takes before they are remembered.
const PATIENCE: u32 = 1_000;

/// What a check has found so far.
#[derive(Default)]
pub(crate) struct Search {
    failures: u32,
    refused: FxHashSet<(*const TypeAlias, *const Value)>,
    /// How many `Init` types are being tried, each inside the one before.
    pub(super) inits: u32,
}

impl Search {
    /// Returns a search of its own for a value that does not live as long, one `Init` deeper.
    pub(super) fn inside_init(&self) -> Search {
        Search { inits: self.inits + 1, ..Search::default() }
    }

    /// Returns whether the value is of what the alias stands for. The value must live as long as the search.
    pub(super) fn is_instance(&mut self, alias: &Arc<TypeAlias>, value: &Value) -> bool {
        let Some(target) = alias.resolved() else { return false };
        let question = (Arc::as_ptr(alias), std::ptr::from_ref(value));
        let remember = self.failures >= PATIENCE;
        if remember && self.refused.contains(&question) {
            return false;
        }
        let fits = target.is_instance_in(value, self);
        if !fits {
            self.failures = self.failures.saturating_add(1);
            if remember {
                self.refused.insert(question);
            }
        }
        fits
    }
}
