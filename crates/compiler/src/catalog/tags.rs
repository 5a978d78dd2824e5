//! Tags: words that resources are found by. Each is kept once, and resources hold its number.

use std::collections::hash_map::Entry;

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::{HashMap, HashSet};

use crate::evaluate::flattened;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tag(u32);

/// The tags of one thing, each once, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagSet {
    tags: Vec<Tag>,
    /// A bit for each tag, modulo its number: most questions are answered without looking at the list.
    filter: u64,
    /// The same tags as a table, once there are many.
    table: Option<Box<HashSet<Tag>>>,
}

/// With so many tags a table is faster than a look at each.
const TABLE_THRESHOLD: usize = 64;

impl TagSet {
    /// Adds a tag; says whether it is new.
    pub fn insert(&mut self, tag: Tag) -> bool {
        if self.contains(tag) {
            return false;
        }
        self.filter |= bit(tag);
        self.tags.push(tag);
        match &mut self.table {
            Some(table) => {
                table.insert(tag);
            }
            None if self.tags.len() > TABLE_THRESHOLD => {
                self.table = Some(Box::new(self.tags.iter().copied().collect()))
            }
            None => {}
        }
        true
    }

    pub fn contains(&self, tag: Tag) -> bool {
        self.filter & bit(tag) != 0
            && match &self.table {
                Some(table) => table.contains(&tag),
                None => self.tags.contains(&tag),
            }
    }

    /// Adds the tags of another thing.
    pub fn merge(&mut self, other: &TagSet) {
        for tag in &other.tags {
            self.insert(*tag);
        }
    }
}

fn bit(tag: Tag) -> u64 {
    1 << (tag.0 % 64)
}

#[derive(Debug, Default)]
pub(crate) struct Tags {
    names: Vec<EcoString>,
    known: HashMap<EcoString, Tag>,
}

impl Tags {
    /// The tag of a word in lower case.
    pub fn intern(&mut self, name: EcoString) -> Tag {
        match self.known.entry(name) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                let tag = Tag(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
                self.names.push(vacant.key().clone());
                *vacant.insert(tag)
            }
        }
    }

    /// The tag of a word in lower case, if any thing has it.
    pub fn find(&self, name: &str) -> Option<Tag> {
        self.known.get(name).copied()
    }

    pub fn name(&self, tag: Tag) -> EcoString {
        self.names.get(tag.0 as usize).cloned().unwrap_or_default()
    }

    pub fn names(&self, set: &TagSet) -> Vec<EcoString> {
        set.tags.iter().map(|tag| self.name(*tag)).collect()
    }

    /// Adds a word in lower case that is known to be valid, with its parts.
    pub fn add_name(&mut self, set: &mut TagSet, name: EcoString) {
        let tag = self.intern(name);
        if !set.insert(tag) {
            return;
        }
        let name = self.name(tag);
        if name.contains("::") {
            for part in name.split("::").filter(|part| !part.is_empty()) {
                set.insert(self.intern(part.into()));
            }
        }
    }

    /// Adds a title where it can be a tag.
    pub fn add_title(&mut self, set: &mut TagSet, title: &str) {
        if is_valid(title) {
            self.add_name(set, lowercase(title));
        }
    }

    /// Adds the tags in a value: a word, or nested lists of words. Fails with a word that cannot be a tag.
    pub fn add_value(&mut self, set: &mut TagSet, value: &Value) -> Result<(), EcoString> {
        for value in flattened([value]) {
            let name = match value {
                Value::Undef => continue,
                Value::String(word) => lowercase(word),
                other => lowercase(&other.to_string()),
            };
            if !is_valid(&name) {
                return Err(name);
            }
            self.add_name(set, name);
        }
        Ok(())
    }
}

pub(crate) fn lowercase(word: &str) -> EcoString {
    if word.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        word.to_lowercase().into()
    } else {
        word.into()
    }
}

/// Whether a word can be a tag: letters, digits and underscores, later on also `:`, `.` and `-`.
fn is_valid(word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if word.bytes().all(|byte| is_plain(byte) || matches!(byte, b':' | b'.' | b'-')) {
        return word.bytes().next().is_some_and(is_plain);
    }
    let plain = |letter: char| letter.is_alphanumeric() || letter == '_';
    // A line break at the very end is overlooked, as by the expression that Puppet uses.
    let word = word.strip_suffix('\n').unwrap_or(word);
    word.starts_with(plain) && word.chars().all(|letter| plain(letter) || matches!(letter, ':' | '.' | '-'))
}
