//! Attributes by their names, in the order in which they were given.
//!
//! There may be thousands of resources, and most have few attributes: these are a list that is searched from its
//! beginning, which is faster than a table and takes half of its memory. What the resources of a type have in common, as
//! defaults, is there once for all of them.

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::Value;
use rustc_hash::FxHashMap;

/// As many are searched one by one; more have an index.
const FEW: usize = 24;

/// One attribute.
type Entry = (EcoString, Value);

/// Attributes that many states have in common.
///
/// ```
/// use resource_api::{State, state::CommonAttributes};
///
/// let defaults = CommonAttributes::new([("shell".into(), "/bin/sh".into()), ("uid".into(), 1.into())]);
/// let alice = State::new().with("name", "alice").with("uid", 1001).with_common(&defaults);
/// assert_eq!(alice.text("shell"), Some("/bin/sh"));
/// assert_eq!(alice.get("uid"), Some(&1001.into()));
/// ```
#[derive(Clone)]
pub struct CommonAttributes(Arc<[Entry]>);

impl CommonAttributes {
    /// Takes attributes with their values, each once.
    pub fn new(attributes: impl IntoIterator<Item = (EcoString, Value)>) -> CommonAttributes {
        CommonAttributes(attributes.into_iter().collect())
    }
}

/// Shows no value: not all that must stay secret is wrapped.
impl fmt::Debug for CommonAttributes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

/// The attributes of a state.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    own: Vec<Entry>,
    /// Where each of many is.
    index: Option<Box<FxHashMap<EcoString, usize>>>,
    /// What others have, too. None of it is among its own.
    common: Option<CommonAttributes>,
}

impl Attributes {
    pub(super) fn with_capacity(attributes: usize) -> Attributes {
        Attributes { own: Vec::with_capacity(attributes), index: None, common: None }
    }

    pub(super) fn len(&self) -> usize {
        self.own.len() + self.common().len()
    }

    pub(super) fn iter(&self) -> Iter<'_> {
        Iter { own: self.own.iter(), common: self.common().iter() }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        if let Some(place) = self.place(name) {
            return self.own.get(place).map(|(_, value)| value);
        }
        self.common().iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Sets an attribute, and returns what it was.
    pub(super) fn insert(&mut self, name: EcoString, value: Value) -> Option<Value> {
        self.part_from_common(&name);
        if let Some(place) = self.place(&name)
            && let Some((_, known)) = self.own.get_mut(place)
        {
            return Some(std::mem::replace(known, value));
        }
        if let Some(index) = &mut self.index {
            index.insert(name.clone(), self.own.len());
        }
        self.own.push((name, value));
        if self.index.is_none() && self.own.len() > FEW {
            self.make_index();
        }
        None
    }

    /// Takes an attribute away; the order of the others stays.
    pub(super) fn remove(&mut self, name: &str) -> Option<Value> {
        self.part_from_common(name);
        let place = self.place(name)?;
        let (_, value) = self.own.remove(place);
        if self.index.take().is_some() {
            self.make_index();
        }
        Some(value)
    }

    /// Adds what others have, too, as far as it has no value yet.
    pub(super) fn add_common(&mut self, common: &CommonAttributes) {
        if self.common.is_none() && common.0.iter().all(|(name, _)| self.place(name).is_none()) {
            self.common = Some(common.clone());
            return;
        }
        for (name, value) in common.0.iter() {
            if self.get(name).is_none() {
                self.insert(name.clone(), value.clone());
            }
        }
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.own.shrink_to_fit();
    }

    pub(super) fn into_entries(mut self) -> Vec<Entry> {
        if let Some(common) = self.common.take() {
            self.own.extend(common.0.iter().cloned());
        }
        self.own
    }

    fn common(&self) -> &[Entry] {
        self.common.as_ref().map_or(&[], |common| &common.0)
    }

    /// Where an attribute is among its own.
    fn place(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.own.iter().position(|(known, _)| known == name),
        }
    }

    /// Makes what others have, too, its own, if this is a part of it.
    fn part_from_common(&mut self, name: &str) {
        if self.common().iter().any(|(known, _)| known == name)
            && let Some(common) = self.common.take()
        {
            self.own.extend(common.0.iter().cloned());
            if self.own.len() > FEW {
                self.make_index();
            }
        }
    }

    fn make_index(&mut self) {
        let places = self.own.iter().enumerate().map(|(place, (name, _))| (name.clone(), place));
        self.index = Some(Box::new(places.collect()));
    }
}

impl fmt::Debug for Attributes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.iter()).finish()
    }
}

impl FromIterator<Entry> for Attributes {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Attributes {
        let entries = entries.into_iter();
        let mut attributes = Attributes::with_capacity(entries.size_hint().0);
        entries.for_each(|(name, value)| drop(attributes.insert(name, value)));
        attributes
    }
}

/// Equal attributes have equal values, in any order.
impl PartialEq for Attributes {
    fn eq(&self, other: &Attributes) -> bool {
        self.len() == other.len() && self.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

/// Goes through attributes in their order.
pub(super) struct Iter<'a> {
    own: std::slice::Iter<'a, Entry>,
    common: std::slice::Iter<'a, Entry>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a EcoString, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.own.next().or_else(|| self.common.next()).map(|(name, value)| (name, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.own.len() + self.common.len();
        (length, Some(length))
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.common.next_back().or_else(|| self.own.next_back()).map(|(name, value)| (name, value))
    }
}

impl ExactSizeIterator for Iter<'_> {}
