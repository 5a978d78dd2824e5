//! What a provider said about its resources, and how long that holds.
//!
//! Every `get` is a *reading*. A complete reading returned everything that exists; one by names returned some of it. An
//! entry says what the last reading found that had to do with its resource, or what the resource was brought to.
//!
//! What a complete reading did not return may have come since, by a change. Changes of others count at once: a package
//! brings users. A provider's own changes are taken at their word as far as it has earned that: after its first ones
//! everything is read again, and when that shows nothing but what was there or was set, half as many changes as were
//! proven right in this way may follow before the next reading. So 100,000 resources are made with some thirty
//! readings, not with 100,000. A provider that brought more than it was asked for once, as packages bring others, is
//! read after every change.

use ecow::{EcoString, EcoVec};
use resource_api::{Failure, Identity, State};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(super) struct Cache {
    entries: FxHashMap<Identity, Entry>,
    /// What the last complete reading returned, in its order and with duplicates.
    listing: Option<Listing>,
    readings: u64,
    /// How many changes this provider made.
    own_changes: u64,
    /// How many of them brought what was asked for, and nothing else.
    proven: u64,
    /// Whether a change brought more than was asked for.
    surprised: bool,
    /// Why `get` failed. It is not called again.
    pub(super) failure: Option<Failure>,
}

pub(super) struct Listing {
    pub(super) states: Vec<State>,
    reading: Reading,
}

/// When something was read, and with which lazy attributes.
#[derive(Clone)]
pub(super) struct Reading {
    number: u64,
    /// How often something had been changed before, by this provider or others.
    changes: u64,
    /// How often this provider had changed something.
    own_changes: u64,
    lazy: EcoVec<EcoString>,
}

impl Reading {
    fn has(&self, lazy: &[EcoString]) -> bool {
        lazy.iter().all(|name| self.lazy.contains(name))
    }

    /// How often others had changed something.
    fn foreign_changes(&self) -> u64 {
        self.changes.saturating_sub(self.own_changes)
    }
}

struct Entry {
    /// `None`: it was asked for by name, and does not exist.
    state: Option<State>,
    reading: Reading,
    /// Whether the resource was brought to this state, and not read.
    set: bool,
    /// Whether the state passed the checks for managed resources.
    checked: bool,
}

/// What is known of a resource without asking the provider.
pub(super) enum Known {
    Found {
        state: State,
        checked: bool,
    },
    Absent,
    /// It was never read, not with the attributes that are needed, or not after something was changed.
    Unknown,
}

impl Cache {
    /// What is known of a resource. `changes` is how often something was changed until now; `by_name` says whether
    /// only a question for its name can prove that a resource does not exist.
    pub(super) fn look_up(&self, identity: &Identity, lazy: &[EcoString], changes: u64, by_name: bool) -> Known {
        let listed = self.listing.as_ref().map(|listing| &listing.reading);
        if let Some(entry) = self.entries.get(identity) {
            // A complete reading that came later did not return it: it is gone.
            let is_newest = entry.set || listed.is_none_or(|listed| entry.reading.number >= listed.number);
            match &entry.state {
                Some(state) if is_newest && (entry.set || entry.reading.has(lazy)) => {
                    return Known::Found { state: state.clone(), checked: entry.checked };
                }
                Some(_) if is_newest => return Known::Unknown,
                None if entry.reading.changes == changes => return Known::Absent,
                Some(_) | None => {}
            }
        }
        match listed {
            Some(listed) if !by_name && self.still_holds(listed, changes) => Known::Absent,
            _ => Known::Unknown,
        }
    }

    /// Whether what a complete reading did not return is still taken not to exist.
    fn still_holds(&self, listed: &Reading, changes: u64) -> bool {
        changes.saturating_sub(self.own_changes) == listed.foreign_changes()
            && self.own_changes.saturating_sub(listed.own_changes) <= self.proven / 2
    }

    /// Begins a reading; `lazy` are the lazy attributes that are asked for.
    pub(super) fn begin(&mut self, changes: u64, lazy: &[EcoString]) -> Reading {
        self.readings += 1;
        let lazy = lazy.iter().cloned().collect();
        Reading { number: self.readings, changes, own_changes: self.own_changes, lazy }
    }

    /// Takes what a reading returned, and says whether nobody knew of some of it. Of several states of one resource the
    /// first counts.
    pub(super) fn insert(&mut self, reading: &Reading, states: impl Iterator<Item = (Identity, State)>) -> bool {
        let mut is_news = false;
        for (identity, state) in states {
            let entry = self.entries.entry(identity).or_insert_with(|| Entry {
                state: None,
                reading: Reading { number: 0, changes: 0, own_changes: 0, lazy: EcoVec::new() },
                set: false,
                checked: false,
            });
            is_news |= entry.state.is_none();
            if !entry.set && entry.reading.number < reading.number {
                // What passed the checks once is not checked again: one warning a resource is enough.
                entry.state = Some(state);
                entry.reading = reading.clone();
            }
        }
        is_news
    }

    /// Takes what a complete reading returned, in its order, and whether nobody knew of some of it.
    pub(super) fn list(&mut self, reading: Reading, states: Vec<State>, is_news: bool) {
        let before = self.listing.as_ref().map(|listing| listing.reading.own_changes);
        if before.is_some_and(|before| before < reading.own_changes) {
            self.surprised |= is_news;
            self.proven = if self.surprised { 0 } else { reading.own_changes };
        }
        self.listing = Some(Listing { states, reading });
    }

    /// Takes that a resource, which a reading was asked for by name, was not returned.
    pub(super) fn insert_absent(&mut self, reading: &Reading, identity: &Identity) {
        let found = |entry: &Entry| entry.set || (entry.reading.number == reading.number && entry.state.is_some());
        if !self.entries.get(identity).is_some_and(found) {
            let entry = Entry { state: None, reading: reading.clone(), set: false, checked: true };
            self.entries.insert(identity.clone(), entry);
        }
    }

    /// Takes the state that a resource was brought to.
    pub(super) fn insert_set(&mut self, identity: &Identity, state: State, changes: u64) {
        self.own_changes += 1;
        let reading = self.begin(changes, &[]);
        let entry = Entry { state: Some(state), reading, set: true, checked: true };
        self.entries.insert(identity.clone(), entry);
    }

    /// Forgets a resource: nobody knows what it is.
    pub(super) fn forget(&mut self, identity: &Identity) {
        self.entries.remove(identity);
    }

    /// Takes that the state of a resource passed the checks.
    pub(super) fn mark_checked(&mut self, identity: &Identity) {
        if let Some(entry) = self.entries.get_mut(identity) {
            entry.checked = true;
        }
    }

    /// The last complete reading, if nothing was changed since and it has these lazy attributes.
    pub(super) fn listing(&self, lazy: &[EcoString], changes: u64) -> Option<&Listing> {
        self.listing.as_ref().filter(|listing| listing.reading.changes == changes && listing.reading.has(lazy))
    }
}
