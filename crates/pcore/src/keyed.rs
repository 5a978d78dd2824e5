//! Maps and sets for keys from outside: facts, data, catalogs, and the output of providers and files.
//!
//! Whoever chooses the keys could choose thousands that an unkeyed hash function puts into one bucket, so that each
//! lookup walks all of them. These hashes depend on a random number chosen at process start, which defeats prepared
//! input. Maps with keys of our own (indices, addresses, names of built-in types) use `rustc_hash`, which is faster.
//!
//! The iteration order of [`HashMap`] and [`HashSet`] differs from run to run; everything that is displayed is kept in
//! an [`IndexMap`], which has insertion order.

#[cfg(test)]
mod tests;

use std::hash::{BuildHasher, Hash};

use foldhash::{SharedSeed, fast::SeedableRandomState};

pub use foldhash::fast::RandomState;

/// A map whose hashes are keyed per process.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set whose hashes are keyed per process.
pub type HashSet<T> = std::collections::HashSet<T, RandomState>;

/// A map in insertion order whose hashes are keyed per process.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// A set in insertion order whose hashes are keyed per process.
pub type IndexSet<T> = indexmap::IndexSet<T, RandomState>;

/// Returns the hash of a value: the same everywhere in this process, different in others.
pub(crate) fn hash_one(value: impl Hash) -> u64 {
    SeedableRandomState::with_seed(0, SharedSeed::global_random()).hash_one(value)
}
