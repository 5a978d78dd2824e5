//! The attributes of a state, in the order in which they were set.
//!
//! A run may have 100,000 states, most of them with few attributes. So these are a list that is searched linearly, which
//! takes less time and memory than a hash map. Attributes that many resources share, such as the defaults of their type,
//! are stored once for all of them.

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::{HashMap, IndexMap};

/// States with more attributes have an index.
const MAX_LINEAR: usize = 24;

type Entry = (EcoString, Value);

/// Attributes that many states have in common.
///
/// ```
/// use resource_api::{State, state::CommonAttributes};
///
/// let defaults = CommonAttributes::new([("shell".into(), "/bin/sh".into())]);
/// let alice = State::new().with("name", "alice").with_missing(&defaults);
/// assert_eq!(alice.text("shell"), Some("/bin/sh"));
/// ```
#[derive(Clone)]
pub struct CommonAttributes(Arc<IndexMap<EcoString, Value>>);

impl CommonAttributes {
    /// Collects attributes with their values.
    pub fn new(attributes: impl IntoIterator<Item = (EcoString, Value)>) -> CommonAttributes {
        CommonAttributes(Arc::new(attributes.into_iter().collect()))
    }
}

/// Shows the names only: not every value that must stay secret is wrapped.
impl fmt::Debug for CommonAttributes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.0.keys()).finish()
    }
}

/// The attributes of a state.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    own: Vec<Entry>,
    /// The positions in `own`, if there are many.
    index: Option<Box<HashMap<EcoString, usize>>>,
    /// Attributes shared with other states. None of them is in `own`.
    common: Option<CommonAttributes>,
}

impl Attributes {
    pub(super) fn with_capacity(attributes: usize) -> Attributes {
        Attributes { own: Vec::with_capacity(attributes), ..Attributes::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.own.len() + self.common.as_ref().map_or(0, |common| common.0.len())
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (&EcoString, &Value)> {
        let common = self.common.as_ref().map(|common| common.0.iter()).unwrap_or_default();
        self.own.iter().map(|(name, value)| (name, value)).chain(common)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        match self.position(name) {
            Some(position) => Some(&self.own[position].1),
            None => self.common.as_ref()?.0.get(name),
        }
    }

    /// Sets an attribute, and returns its previous value.
    pub(super) fn insert(&mut self, name: EcoString, value: Value) -> Option<Value> {
        self.copy_common_with(&name);
        if let Some(position) = self.position(&name) {
            return Some(std::mem::replace(&mut self.own[position].1, value));
        }
        if let Some(index) = &mut self.index {
            index.insert(name.clone(), self.own.len());
        }
        self.own.push((name, value));
        if self.index.is_none() {
            self.update_index();
        }
        None
    }

    /// Removes an attribute. The others keep their order.
    pub(super) fn remove(&mut self, name: &str) -> Option<Value> {
        self.copy_common_with(name);
        let position = self.position(name)?;
        let (_, value) = self.own.remove(position);
        self.update_index();
        Some(value)
    }

    /// Adds shared attributes, none of which may be set already.
    pub(super) fn add_missing(&mut self, common: &CommonAttributes) {
        debug_assert!(common.0.keys().all(|name| self.get(name).is_none()), "some of the attributes are set");
        if self.common.is_some() {
            common.0.iter().for_each(|(name, value)| drop(self.insert(name.clone(), value.clone())));
        } else {
            self.common = Some(common.clone());
        }
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.own.shrink_to_fit();
    }

    pub(super) fn into_entries(mut self) -> Vec<Entry> {
        self.copy_common();
        self.own
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.own.iter().position(|(known, _)| known == name),
        }
    }

    /// Makes the shared attributes own ones if one of them is about to change.
    fn copy_common_with(&mut self, name: &str) {
        if self.common.as_ref().is_some_and(|common| common.0.contains_key(name)) {
            self.copy_common();
        }
    }

    fn copy_common(&mut self) {
        if let Some(common) = self.common.take() {
            self.own.extend(common.0.iter().map(|(name, value)| (name.clone(), value.clone())));
            self.update_index();
        }
    }

    fn update_index(&mut self) {
        let positions = || self.own.iter().enumerate().map(|(position, (name, _))| (name.clone(), position));
        self.index = (self.own.len() > MAX_LINEAR).then(|| Box::new(positions().collect()));
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
