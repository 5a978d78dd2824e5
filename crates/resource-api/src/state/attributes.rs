//! Attributes by their names, in the order in which they were given.
//!
//! There may be thousands of resources, and most have few attributes: these are a list that is searched from its
//! beginning, which is faster than a table and takes half of its memory. What the resources of a type have in common, as
//! defaults, is there once for all of them.

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::HashMap;

/// As many are searched one by one; more have an index.
const FEW: usize = 3 * WORD;

/// So many marks are looked at in one go.
const WORD: usize = 8;

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
pub struct CommonAttributes(Arc<Common>);

struct Common {
    entries: Vec<Entry>,
    /// As many as are whole words.
    marks: Vec<u8>,
}

impl CommonAttributes {
    /// Takes attributes with their values, each once.
    pub fn new(attributes: impl IntoIterator<Item = (EcoString, Value)>) -> CommonAttributes {
        let entries: Vec<Entry> = attributes.into_iter().collect();
        let mut marks: Vec<u8> = entries.iter().map(|(name, _)| Mark::of(name).byte()).collect();
        marks.resize(marks.len().next_multiple_of(WORD), 0);
        CommonAttributes(Arc::new(Common { entries, marks }))
    }
}

/// Shows no value: not all that must stay secret is wrapped.
impl fmt::Debug for CommonAttributes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.0.entries.iter().map(|(name, _)| name)).finish()
    }
}

/// The attributes of a state.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    own: Vec<Entry>,
    /// The marks of the names of its own, as long as they are few.
    marks: [u8; FEW],
    /// Where each of many is.
    index: Option<Box<HashMap<EcoString, usize>>>,
    /// What others have, too. None of it is among its own.
    common: Option<CommonAttributes>,
}

impl Attributes {
    pub(super) fn with_capacity(attributes: usize) -> Attributes {
        Attributes { own: Vec::with_capacity(attributes), ..Attributes::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.own.len() + self.common().len()
    }

    pub(super) fn iter(&self) -> Iter<'_> {
        Iter { own: self.own.iter(), common: self.common().iter() }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        let mark = Mark::of(name);
        if let Some((_, value)) = self.place(mark, name).and_then(|place| self.own.get(place)) {
            return Some(value);
        }
        let common = &*self.common.as_ref()?.0;
        mark.find(&common.marks, &common.entries, name).map(|place| &common.entries[place].1)
    }

    /// Sets an attribute, and returns what it was.
    pub(super) fn insert(&mut self, name: EcoString, value: Value) -> Option<Value> {
        let mark = Mark::of(&name);
        self.part_from_common(mark, &name);
        if let Some(place) = self.place(mark, &name)
            && let Some((_, known)) = self.own.get_mut(place)
        {
            return Some(std::mem::replace(known, value));
        }
        if let Some(index) = &mut self.index {
            index.insert(name.clone(), self.own.len());
        }
        if let Some(place) = self.marks.get_mut(self.own.len()) {
            *place = mark.byte();
        }
        self.own.push((name, value));
        if self.index.is_none() && self.own.len() > FEW {
            self.make_index();
        }
        None
    }

    /// Takes an attribute away; the order of the others stays.
    pub(super) fn remove(&mut self, name: &str) -> Option<Value> {
        let mark = Mark::of(name);
        self.part_from_common(mark, name);
        let place = self.place(mark, name)?;
        let (_, value) = self.own.remove(place);
        self.mark_own();
        Some(value)
    }

    /// Adds what others have, too, as far as it has no value yet.
    pub(super) fn add_common(&mut self, common: &CommonAttributes) {
        if self.common.is_none() && common.0.entries.iter().all(|(name, _)| self.place(Mark::of(name), name).is_none())
        {
            self.common = Some(common.clone());
            return;
        }
        for (name, value) in &common.0.entries {
            if self.get(name).is_none() {
                self.insert(name.clone(), value.clone());
            }
        }
    }

    /// Adds what others have, too, none of which it has.
    pub(super) fn add_missing(&mut self, common: &CommonAttributes) {
        debug_assert!(common.0.entries.iter().all(|(name, _)| self.get(name).is_none()), "it has some of them");
        match &self.common {
            None => self.common = Some(common.clone()),
            Some(_) => self.add_common(common),
        }
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.own.shrink_to_fit();
    }

    pub(super) fn into_entries(mut self) -> Vec<Entry> {
        if let Some(common) = self.common.take() {
            self.own.extend(common.0.entries.iter().cloned());
        }
        self.own
    }

    fn common(&self) -> &[Entry] {
        self.common.as_ref().map_or(&[], |common| &common.0.entries)
    }

    /// Where an attribute is among its own.
    #[inline]
    fn place(&self, mark: Mark, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => place_of_many(index, name),
            None => mark.find(&self.marks, &self.own, name),
        }
    }

    /// Makes what others have, too, its own, if this is a part of it.
    fn part_from_common(&mut self, mark: Mark, name: &str) {
        let has = |common: &mut CommonAttributes| mark.find(&common.0.marks, &common.0.entries, name).is_some();
        if let Some(common) = self.common.take_if(has) {
            self.own.extend(common.0.entries.iter().cloned());
            self.mark_own();
        }
    }

    /// Makes ready to search its own after many of them have changed their places.
    fn mark_own(&mut self) {
        self.index = None;
        if self.own.len() > FEW {
            self.make_index();
        }
        for (place, (name, _)) in self.marks.iter_mut().zip(&self.own) {
            *place = Mark::of(name).byte();
        }
    }

    fn make_index(&mut self) {
        let places = self.own.iter().enumerate().map(|(place, (name, _))| (name.clone(), place));
        self.index = Some(Box::new(places.collect()));
    }
}

/// Rarely needed, and much longer than the other way.
#[cold]
fn place_of_many(index: &HashMap<EcoString, usize>, name: &str) -> Option<usize> {
    index.get(name).copied()
}

/// A number that names rarely have in common, in each byte.
#[derive(Clone, Copy)]
struct Mark(u64);

/// One in each byte.
const EACH_BYTE: u64 = u64::MAX / 255;

impl Mark {
    #[inline]
    fn of(name: &str) -> Mark {
        let name = name.as_bytes();
        let (first, last) = (name.first().copied().unwrap_or_default(), name.last().copied().unwrap_or_default());
        let length = name.len().to_le_bytes()[0];
        let mark = first.wrapping_mul(29).wrapping_add(last.wrapping_mul(7)).wrapping_add(length);
        Mark(u64::from(mark) * EACH_BYTE)
    }

    fn byte(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    /// Where an attribute is among several, each of which has its mark at the same place. Most are none of these, and
    /// most searches see that without looking at a name.
    #[inline]
    fn find(self, marks: &[u8], entries: &[Entry], name: &str) -> Option<usize> {
        let (words, _) = marks.as_chunks::<WORD>();
        let mut start = 0;
        for word in words {
            if start >= entries.len() {
                break;
            }
            // Bytes that are the mark become zero, and their highest bits are set; others are rarely taken for one.
            let other = u64::from_le_bytes(*word) ^ self.0;
            let mut marked = other.wrapping_sub(EACH_BYTE) & !other & (EACH_BYTE << 7);
            while marked != 0 {
                let place = start + marked.trailing_zeros() as usize / 8;
                if entries.get(place).is_some_and(|(known, _)| known == name) {
                    return Some(place);
                }
                marked &= marked - 1;
            }
            start += WORD;
        }
        None
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
