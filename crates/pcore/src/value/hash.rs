//! Puppet's hash: a mapping that keeps the order of insertion.

use std::hash::{Hash as Hashable, Hasher};

use indexmap::{Equivalent, IndexMap};
use rustc_hash::FxBuildHasher;

use super::{Value, equality::STRING_TAG};

/// A mapping from values to values in the order of insertion.
///
/// Two hashes are equal when they hold the same entries, in whatever order.
///
/// ```
/// use pcore::{Hash, Value};
///
/// let mut hash = Hash::default();
/// hash.insert("port".into(), 80.into());
/// assert_eq!(hash.get_str("port"), Some(&Value::Integer(80)));
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Hash {
    entries: IndexMap<Value, Value, FxBuildHasher>,
}

impl Hash {
    /// Returns an empty hash with room for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Hash {
        Hash { entries: IndexMap::with_capacity_and_hasher(capacity, FxBuildHasher) }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.entries.get(key)
    }

    /// Returns the value of a string key, without making a [`Value`] of it.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.entries.get(&StringKey(key))
    }

    /// Returns the value of a string key that is probably at the given place.
    ///
    /// Hashes of one origin have their keys in one order, so looking there first mostly saves the search.
    pub fn get_str_near(&self, key: &str, place: usize) -> Option<&Value> {
        match self.entries.get_index(place) {
            Some((Value::String(found), value)) if found == key => Some(value),
            _ => self.get_str(key),
        }
    }

    /// Returns whether the key is there, even with the value `undef`.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.entries.contains_key(key)
    }

    /// Sets the value of a key, which keeps its place if it is there already, and returns the value it had.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        self.entries.insert(key, value)
    }

    /// Removes a key; the order of the others stays.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        self.entries.shift_remove(key)
    }

    /// Returns the value of a key for change, setting it to `undef` first where it is missing.
    pub fn entry(&mut self, key: Value) -> &mut Value {
        self.entries.entry(key).or_default()
    }

    /// Returns the entry at a place in the order.
    pub fn at(&self, place: usize) -> Option<(&Value, &Value)> {
        self.entries.get_index(place)
    }

    /// Walks the entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> + DoubleEndedIterator {
        self.entries.iter()
    }

    /// Walks the keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.entries.keys()
    }

    /// Walks the values in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.entries.values()
    }
}

impl FromIterator<(Value, Value)> for Hash {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Hash {
        Hash { entries: entries.into_iter().collect() }
    }
}

impl Extend<(Value, Value)> for Hash {
    fn extend<I: IntoIterator<Item = (Value, Value)>>(&mut self, entries: I) {
        self.entries.extend(entries);
    }
}

impl IntoIterator for Hash {
    type Item = (Value, Value);
    type IntoIter = indexmap::map::IntoIter<Value, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A string that finds the entry of an equal string value; it hashes as that value does.
struct StringKey<'a>(&'a str);

impl Hashable for StringKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        STRING_TAG.hash(state);
        self.0.hash(state);
    }
}

impl Equivalent<Value> for StringKey<'_> {
    fn equivalent(&self, key: &Value) -> bool {
        matches!(key, Value::String(text) if text == self.0)
    }
}
