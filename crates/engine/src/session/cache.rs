//! What a provider said about its resources, and how long that holds.
//!
//! Every `get` is a *reading*. A complete reading returned everything that exists; one by names returned some of it. An
//! entry says what the last reading found that had to do with its resource, or what the resource was brought to.
//!
//! What a complete reading did not return is read again when it is evaluated, if anything was changed since; with
//! `reads: once` in the definition, changes by this provider do not count.
//!
//! So by default each creation costs one reading, as with the reference implementation: it may have brought others. A type whose
//! changes bring nothing but what they are asked for declares `reads: once`, and 100,000 of its resources are created after
//! one reading.

use ecow::{EcoString, EcoVec};
use pcore::{Value, keyed::HashMap};
use resource_api::{Failure, Feature, Identity, State, TypeDefinition};

#[derive(Default)]
pub(super) struct Cache {
    entries: HashMap<Identity, Entry>,
    /// What the last complete reading returned, in its order and with duplicates.
    listing: Option<Listing>,
    readings: u64,
    /// How many changes this provider made.
    own_changes: u64,
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

/// When a resource that a complete reading did not return is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// Always: only a question for its name can prove that it does not exist (`simple_get_filter`).
    ByName,
    /// When anything was changed since.
    AfterEveryChange,
    /// When another provider changed anything since (`reads: once`).
    Once,
}

impl Reads {
    /// What a definition declares.
    pub(super) fn of(definition: &TypeDefinition) -> Reads {
        if definition.has(Feature::SimpleGetFilter) {
            // It may well not list what it finds when it is asked for it.
            return Reads::ByName;
        }
        match definition.key("reads").and_then(Value::as_str) {
            Some("once") => Reads::Once,
            Some(_) | None => Reads::AfterEveryChange,
        }
    }
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
    /// What is known of a resource. `changes` is how often something was changed until now.
    pub(super) fn look_up(&self, identity: &Identity, lazy: &[EcoString], changes: u64, reads: Reads) -> Known {
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
            Some(listed) if self.still_holds(listed, changes, reads) => Known::Absent,
            _ => Known::Unknown,
        }
    }

    /// Whether what a complete reading did not return is still taken not to exist.
    fn still_holds(&self, listed: &Reading, changes: u64, reads: Reads) -> bool {
        match reads {
            Reads::ByName => false,
            Reads::AfterEveryChange => changes == listed.changes,
            Reads::Once => changes.saturating_sub(self.own_changes) == listed.foreign_changes(),
        }
    }

    /// Begins a reading; `lazy` are the lazy attributes that are asked for.
    pub(super) fn begin(&mut self, changes: u64, lazy: &[EcoString]) -> Reading {
        self.readings += 1;
        let lazy = lazy.iter().cloned().collect();
        Reading { number: self.readings, changes, own_changes: self.own_changes, lazy }
    }

    /// Takes what a reading returned. Of several states of one resource the first counts.
    pub(super) fn insert(&mut self, reading: &Reading, states: impl Iterator<Item = (Identity, State)>) {
        for (identity, state) in states {
            let entry = self.entries.entry(identity).or_insert_with(|| Entry {
                state: None,
                reading: Reading { number: 0, changes: 0, own_changes: 0, lazy: EcoVec::new() },
                set: false,
                checked: false,
            });
            if !entry.set && entry.reading.number < reading.number {
                // What passed the checks once is not checked again: one warning a resource is enough.
                entry.state = Some(state);
                entry.reading = reading.clone();
            }
        }
    }

    /// Takes what a complete reading returned, in its order.
    pub(super) fn list(&mut self, reading: Reading, states: Vec<State>) {
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

    /// Whether the provider has changed something since a resource was read. What a complete reading returned may count for
    /// longer.
    pub(super) fn is_outdated(&self, identity: &Identity, trusts_listing: bool) -> bool {
        let listed = self.listing.as_ref().filter(|_| trusts_listing).map(|listing| listing.reading.number);
        self.entries.get(identity).is_some_and(|Entry { set, reading, .. }| {
            !set && reading.own_changes != self.own_changes && Some(reading.number) != listed
        })
    }

    /// The last complete reading, if nothing was changed since and it has these lazy attributes.
    pub(super) fn listing(&self, lazy: &[EcoString], changes: u64) -> Option<&Listing> {
        self.listing.as_ref().filter(|listing| listing.reading.changes == changes && listing.reading.has(lazy))
    }
}
