//! Bounds the check of a value if types mention aliases again and again.
//!
//! `type T = Variant[Array[T], Array[T, 1]]` makes a check try the same alias on the same part of a value once for
//! every path to it, which doubles with each level. After a number of failures, refusals are memoized, so that every
//! alias is tried on every part at most once. A check with fewer failures memoizes nothing and allocates nothing.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::TypeAlias;
use crate::value::Value;

/// The number of failures after which they are memoized.
const MEMO_THRESHOLD: u32 = 1_000;

/// The state of checking a value.
#[derive(Default)]
pub(crate) struct Search {
    failures: u32,
    refused: FxHashSet<(*const TypeAlias, *const Value)>,
    /// The number of nested `Init` types that are being tried.
    pub(super) inits: u32,
}

impl Search {
    /// Returns a separate search for a value with a shorter lifetime, one `Init` deeper.
    pub(super) fn inside_init(&self) -> Search {
        Search { inits: self.inits + 1, ..Search::default() }
    }

    /// Returns whether the value is of the alias's target. The value must live as long as the search.
    pub(super) fn is_instance(&mut self, alias: &Arc<TypeAlias>, value: &Value) -> bool {
        let Some(target) = alias.resolved() else { return false };
        let pair = (Arc::as_ptr(alias), std::ptr::from_ref(value));
        let memoize = self.failures >= MEMO_THRESHOLD;
        if memoize && self.refused.contains(&pair) {
            return false;
        }
        let fits = target.is_instance_in(value, self);
        if !fits {
            self.failures = self.failures.saturating_add(1);
            if memoize {
                self.refused.insert(pair);
            }
        }
        fits
    }
}
