//! Puppet's hash: a mapping that keeps the order of insertion.

use std::hash::{Hash as Hashable, Hasher};

use indexmap::Equivalent;

use super::{Value, equality::STRING_TAG};
use crate::keyed::{IndexMap, RandomState};

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
#[derive(Clone)]
pub struct Hash {
    entries: Entries,
}

/// Most hashes are small: looking at each key is faster there than computing where it should be.
const FEW: usize = 8;

#[derive(Clone)]
enum Entries {
    Few(Vec<(Value, Value)>),
    Many(IndexMap<Value, Value>),
}

impl Hash {
    /// Returns an empty hash with room for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Hash {
        let entries = if capacity <= FEW {
            Entries::Few(Vec::with_capacity(capacity))
        } else {
            Entries::Many(IndexMap::with_capacity_and_hasher(capacity, RandomState::default()))
        };
        Hash { entries }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Few(entries) => entries.len(),
            Entries::Many(entries) => entries.len(),
        }
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        match &self.entries {
            Entries::Few(entries) => entries.iter().find(|(found, _)| found == key).map(|(_, value)| value),
            Entries::Many(entries) => entries.get(key),
        }
    }

    /// Returns the value of a string key, without making a [`Value`] of it.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        let key = StringKey(key);
        match &self.entries {
            Entries::Few(entries) => entries.iter().find(|(found, _)| key.equivalent(found)).map(|(_, value)| value),
            Entries::Many(entries) => entries.get(&key),
        }
    }

    /// Returns the value of a string key that is probably at the given place.
    ///
    /// Hashes of one origin have their keys in one order, so looking there first mostly saves the search.
    pub fn get_str_near(&self, key: &str, place: usize) -> Option<&Value> {
        match self.at(place) {
            Some((Value::String(found), value)) if found == key => Some(value),
            _ => self.get_str(key),
        }
    }

    /// Returns whether the key is there, even with the value `undef`.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of a key, which keeps its place if it is there already, and returns the value it had.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        match &mut self.entries {
            Entries::Many(entries) => entries.insert(key, value),
            Entries::Few(entries) => {
                if let Some((_, old)) = entries.iter_mut().find(|(found, _)| *found == key) {
                    return Some(std::mem::replace(old, value));
                }
                if entries.len() < FEW {
                    entries.push((key, value));
                    return None;
                }
                let mut many = IndexMap::with_capacity_and_hasher(2 * FEW, RandomState::default());
                many.extend(std::mem::take(entries));
                many.insert(key, value);
                self.entries = Entries::Many(many);
                None
            }
        }
    }

    /// Removes a key; the order of the others stays.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        match &mut self.entries {
            Entries::Few(entries) => {
                let place = entries.iter().position(|(found, _)| found == key)?;
                Some(entries.remove(place).1)
            }
            Entries::Many(entries) => entries.shift_remove(key),
        }
    }

    /// Returns the value of a key for change, setting it to `undef` first where it is missing.
    pub fn entry(&mut self, key: Value) -> &mut Value {
        if !self.contains_key(&key) {
            self.insert(key.clone(), Value::Undef);
        }
        let found = match &mut self.entries {
            Entries::Few(entries) => entries.iter_mut().find(|(found, _)| *found == key).map(|(_, value)| value),
            Entries::Many(entries) => entries.get_mut(&key),
        };
        found.expect("it has just been inserted where it was missing")
    }

    /// Returns the entry at a place in the order.
    pub fn at(&self, place: usize) -> Option<(&Value, &Value)> {
        match &self.entries {
            Entries::Few(entries) => entries.get(place).map(|(key, value)| (key, value)),
            Entries::Many(entries) => entries.get_index(place),
        }
    }

    /// Walks the entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> + DoubleEndedIterator {
        match &self.entries {
            Entries::Few(entries) => Walk::Few(entries.iter().map(|(key, value)| (key, value))),
            Entries::Many(entries) => Walk::Many(entries.iter()),
        }
    }

    /// Walks the keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.iter().map(|(key, _)| key)
    }

    /// Walks the values in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }
}

impl Default for Hash {
    fn default() -> Hash {
        Hash { entries: Entries::Few(Vec::new()) }
    }
}

impl PartialEq for Hash {
    fn eq(&self, other: &Hash) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl Eq for Hash {}

impl FromIterator<(Value, Value)> for Hash {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Hash {
        let entries = entries.into_iter();
        let mut hash = Hash::with_capacity(entries.size_hint().0);
        hash.extend(entries);
        hash
    }
}

impl Extend<(Value, Value)> for Hash {
    fn extend<I: IntoIterator<Item = (Value, Value)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl IntoIterator for Hash {
    type Item = (Value, Value);
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(match self.entries {
            Entries::Few(entries) => Walk::Few(entries.into_iter()),
            Entries::Many(entries) => Walk::Many(entries.into_iter()),
        })
    }
}

/// The entries of a [`Hash`] in order.
pub struct IntoIter(Walk<std::vec::IntoIter<(Value, Value)>, indexmap::map::IntoIter<Value, Value>>);

impl Iterator for IntoIter {
    type Item = (Value, Value);

    fn next(&mut self) -> Option<(Value, Value)> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for IntoIter {
    fn next_back(&mut self) -> Option<(Value, Value)> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for IntoIter {}

/// One of two ways to walk.
enum Walk<F, M> {
    Few(F),
    Many(M),
}

impl<F: Iterator, M: Iterator<Item = F::Item>> Iterator for Walk<F, M> {
    type Item = F::Item;

    fn next(&mut self) -> Option<F::Item> {
        match self {
            Walk::Few(entries) => entries.next(),
            Walk::Many(entries) => entries.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Walk::Few(entries) => entries.size_hint(),
            Walk::Many(entries) => entries.size_hint(),
        }
    }
}

impl<F: DoubleEndedIterator, M: DoubleEndedIterator<Item = F::Item>> DoubleEndedIterator for Walk<F, M> {
    fn next_back(&mut self) -> Option<F::Item> {
        match self {
            Walk::Few(entries) => entries.next_back(),
            Walk::Many(entries) => entries.next_back(),
        }
    }
}

impl<F: ExactSizeIterator, M: ExactSizeIterator<Item = F::Item>> ExactSizeIterator for Walk<F, M> {}

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
