//! Maps and sets for keys that come from outside: facts, data, catalogs, what providers and files say.
//!
//! Whoever chooses the keys can choose thousands that a hash function without a key puts into one bucket, and each
//! search then walks them all. The hashes here depend on a number that is chosen at random when the process starts, so
//! no input that was prepared beforehand does so. Maps with keys of our own (indices, addresses, names of built-in types)
//! use `rustc_hash`, which is faster.
//!
//! The order in which [`HashMap`] and [`HashSet`] are walked differs from run to run; whatever is shown is kept in an
//! [`IndexMap`], which has the order of insertion.

#[cfg(test)]
mod tests;

use std::hash::{BuildHasher, Hash};

use foldhash::{SharedSeed, fast::SeedableRandomState};

pub use foldhash::fast::RandomState;

/// A map whose hashes depend on a key of this process.
pub type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// A set whose hashes depend on a key of this process.
pub type HashSet<T> = std::collections::HashSet<T, RandomState>;

/// A map in the order of insertion whose hashes depend on a key of this process.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, RandomState>;

/// A set in the order of insertion whose hashes depend on a key of this process.
pub type IndexSet<T> = indexmap::IndexSet<T, RandomState>;

/// Returns the hash of a value, which is the same wherever this process asks for it, and another in others.
pub(crate) fn hash_one(value: impl Hash) -> u64 {
    SeedableRandomState::with_seed(0, SharedSeed::global_random()).hash_one(value)
}
