//! Puppet's hash: a mapping in insertion order.

use std::hash::{Hash as Hashable, Hasher};

use indexmap::Equivalent;

use super::{Value, equality::STRING_TAG};
use crate::keyed::{IndexMap, RandomState};

/// A mapping from values to values in insertion order.
///
/// Two hashes are equal if they have the same entries, in any order.
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

/// Most hashes are small: comparing each key is faster there than hashing.
const INLINE_CAPACITY: usize = 8;

#[derive(Clone)]
enum Entries {
    Inline(Vec<(Value, Value)>),
    Indexed(IndexMap<Value, Value>),
}

impl Hash {
    /// Returns an empty hash with room for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Hash {
        let entries = if capacity <= INLINE_CAPACITY {
            Entries::Inline(Vec::with_capacity(capacity))
        } else {
            Entries::Indexed(IndexMap::with_capacity_and_hasher(capacity, RandomState::default()))
        };
        Hash { entries }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Inline(entries) => entries.len(),
            Entries::Indexed(entries) => entries.len(),
        }
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.find(key)
    }

    /// Returns the value of a string key, without creating a [`Value`].
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.find(&StringKey(key))
    }

    #[inline]
    fn find(&self, key: &(impl Hashable + Equivalent<Value>)) -> Option<&Value> {
        match &self.entries {
            Entries::Inline(entries) => {
                entries.iter().find(|(existing, _)| key.equivalent(existing)).map(|(_, value)| value)
            }
            Entries::Indexed(entries) => entries.get(key),
        }
    }

    /// Returns the value of a string key that is probably at the given index.
    ///
    /// Hashes from the same source have their keys in the same order, so this mostly saves the search.
    pub fn get_str_near(&self, key: &str, index: usize) -> Option<&Value> {
        match self.at(index) {
            Some((Value::String(existing), value)) if existing == key => Some(value),
            _ => self.get_str(key),
        }
    }

    /// Returns whether the key exists, even with the value `undef`.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of a key, which keeps its index if it already exists, and returns the old value.
    pub fn insert(&mut self, key: Value, value: Value) -> Option<Value> {
        match &mut self.entries {
            Entries::Indexed(entries) => entries.insert(key, value),
            Entries::Inline(entries) => {
                if let Some((_, old)) = entries.iter_mut().find(|(existing, _)| *existing == key) {
                    return Some(std::mem::replace(old, value));
                }
                if entries.len() < INLINE_CAPACITY {
                    entries.push((key, value));
                    return None;
                }
                let mut many = IndexMap::with_capacity_and_hasher(2 * INLINE_CAPACITY, RandomState::default());
                many.extend(std::mem::take(entries));
                many.insert(key, value);
                self.entries = Entries::Indexed(many);
                None
            }
        }
    }

    /// Removes a key; the order of the others stays.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        match &mut self.entries {
            Entries::Inline(entries) => {
                let index = entries.iter().position(|(existing, _)| existing == key)?;
                Some(entries.remove(index).1)
            }
            Entries::Indexed(entries) => entries.shift_remove(key),
        }
    }

    /// Returns a mutable reference to the value of a key, which is `undef` if it was missing.
    pub fn entry(&mut self, key: Value) -> &mut Value {
        if !self.contains_key(&key) {
            self.insert(key.clone(), Value::Undef);
        }
        let existing = match &mut self.entries {
            Entries::Inline(entries) => {
                entries.iter_mut().find(|(existing, _)| *existing == key).map(|(_, value)| value)
            }
            Entries::Indexed(entries) => entries.get_mut(&key),
        };
        existing.expect("it has just been inserted where it was missing")
    }

    /// Returns the entry at an index.
    pub fn at(&self, index: usize) -> Option<(&Value, &Value)> {
        match &self.entries {
            Entries::Inline(entries) => entries.get(index).map(|(key, value)| (key, value)),
            Entries::Indexed(entries) => entries.get_index(index),
        }
    }

    /// Iterates over the entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> + DoubleEndedIterator {
        match &self.entries {
            Entries::Inline(entries) => Walk::Inline(entries.iter().map(|(key, value)| (key, value))),
            Entries::Indexed(entries) => Walk::Indexed(entries.iter()),
        }
    }

    /// Iterates over the keys in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.iter().map(|(key, _)| key)
    }

    /// Iterates over the values in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }
}

impl Default for Hash {
    fn default() -> Hash {
        Hash { entries: Entries::Inline(Vec::new()) }
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
    type IntoIter = Walk<std::vec::IntoIter<(Value, Value)>, indexmap::map::IntoIter<Value, Value>>;

    fn into_iter(self) -> Self::IntoIter {
        match self.entries {
            Entries::Inline(entries) => Walk::Inline(entries.into_iter()),
            Entries::Indexed(entries) => Walk::Indexed(entries.into_iter()),
        }
    }
}

/// The entries of a [`Hash`] in order, from one of its two forms.
pub enum Walk<F, M> {
    /// Those of a small hash.
    Inline(F),
    /// Those of any other.
    Indexed(M),
}

impl<F: Iterator, M: Iterator<Item = F::Item>> Iterator for Walk<F, M> {
    type Item = F::Item;

    fn next(&mut self) -> Option<F::Item> {
        match self {
            Walk::Inline(entries) => entries.next(),
            Walk::Indexed(entries) => entries.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Walk::Inline(entries) => entries.size_hint(),
            Walk::Indexed(entries) => entries.size_hint(),
        }
    }
}

impl<F: DoubleEndedIterator, M: DoubleEndedIterator<Item = F::Item>> DoubleEndedIterator for Walk<F, M> {
    fn next_back(&mut self) -> Option<F::Item> {
        match self {
            Walk::Inline(entries) => entries.next_back(),
            Walk::Indexed(entries) => entries.next_back(),
        }
    }
}

impl<F: ExactSizeIterator, M: ExactSizeIterator<Item = F::Item>> ExactSizeIterator for Walk<F, M> {}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A string that finds the entry of an equal string value; it has the same hash.
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
