//! What a provider returned for its resources, and how long that holds.
//!
//! **The rule:** what was read of a resource holds until the resource itself is changed, or until a change of the kind that
//! this table gives.
//!
//! | what a `get` said of a resource | ends with a change of | with `reads: once` |
//! |---|---|---|
//! | asked for by name, found | a resource of the same provider, unless `batch` is `true` or `flush` | – |
//! | listed | – (Puppet's own types with `simple_get_filter`: as if asked for by name) | – |
//! | asked for by name, missing | anything | anything |
//! | not listed | anything | a resource of another provider |
//!
//! With `simple_get_filter` a listing proves nothing about what it lacks: the provider may find a resource by its name that
//! it does not list.
//!
//! So by default each creation costs a reading, as with the reference implementation: it may have created others. A type
//! whose changes affect nothing but what they are asked for declares `reads: once`, and 100,000 of its resources are created
//! after one reading.

use ecow::{EcoString, EcoVec};
use pcore::keyed::HashMap;
use resource_api::{Failure, Feature, Identity, ResourceType, State, registry::Dialect};

use crate::handling::{Batch, Handling, Reads};

#[derive(Default)]
pub(super) struct Cache {
    entries: HashMap<Identity, Entry>,
    /// The result of the last listing, in its order and with duplicates.
    listing: Option<Listing>,
    readings: u64,
    /// The number of changes that this provider made.
    own_changes: u64,
    /// Why `get` failed. It is not called again.
    pub(super) failure: Option<Failure>,
}

pub(super) struct Listing {
    pub(super) states: Vec<State>,
    reading: Reading,
}

/// A call of `get`: when it was made, and with which lazy attributes.
#[derive(Clone)]
pub(super) struct Reading {
    number: u64,
    /// The number of changes before it, by this provider and others.
    changes: u64,
    /// The number of changes of this provider before it.
    own_changes: u64,
    lazy: EcoVec<EcoString>,
}

impl Reading {
    fn has(&self, lazy: &[EcoString]) -> bool {
        lazy.iter().all(|name| self.lazy.contains(name))
    }

    /// The number of changes of other providers before it.
    fn foreign_changes(&self) -> u64 {
        self.changes.saturating_sub(self.own_changes)
    }
}

struct Entry {
    /// `None`: it was asked for by name, and does not exist.
    state: Option<State>,
    reading: Reading,
    /// Whether the resource was set to this state, and not read.
    set: bool,
    /// Whether the state passed the checks for managed resources.
    checked: bool,
}

/// Which changes of other resources end what was read of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndedBy {
    Nothing,
    SameProvider,
    OtherProvider,
    Anything,
}

/// The table of the rule, for one type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetimes {
    found_by_name: EndedBy,
    listed: EndedBy,
    /// `None`: a listing proves nothing about what it lacks.
    not_listed: Option<EndedBy>,
}

impl Lifetimes {
    pub(super) fn of(resource_type: &ResourceType, handling: &Handling) -> Lifetimes {
        let by_name = resource_type.definition().has(Feature::SimpleGetFilter);
        let is_of_resource_api = resource_type.dialect() == Dialect::ResourceApi;
        let found_by_name = match (handling.reads, handling.batch) {
            (Reads::Once, _) | (_, Batch::Set | Batch::Flush) => EndedBy::Nothing,
            // Each resource is read when it is evaluated anyway.
            (_, Batch::Never) if is_of_resource_api => EndedBy::Nothing,
            (Reads::AfterEveryChange, Batch::ReadTogether | Batch::Never) => EndedBy::SameProvider,
        };
        Lifetimes {
            found_by_name,
            listed: if by_name && !is_of_resource_api { found_by_name } else { EndedBy::Nothing },
            not_listed: match handling.reads {
                _ if by_name => None,
                Reads::AfterEveryChange => Some(EndedBy::Anything),
                Reads::Once => Some(EndedBy::OtherProvider),
            },
        }
    }
}

/// What the cache knows of a resource.
pub(super) enum Knowledge {
    Exists {
        state: State,
        checked: bool,
    },
    Absent,
    /// It was not read, not with the attributes that are needed, or the result does not hold any more.
    Unknown,
}

impl Cache {
    /// Looks a resource up. `changes` is the number of changes until now.
    pub(super) fn look_up(
        &self,
        identity: &Identity,
        lazy: &[EcoString],
        changes: u64,
        lifetimes: Lifetimes,
    ) -> Knowledge {
        let listing = self.listing.as_ref().map(|listing| &listing.reading);
        if let Some(entry) = self.entries.get(identity) {
            // A later listing did not return it: it is gone.
            let is_newest = entry.set || listing.is_none_or(|listing| entry.reading.number >= listing.number);
            match &entry.state {
                Some(state) if is_newest => {
                    let is_listed = listing.is_some_and(|listing| entry.reading.number == listing.number);
                    let ended_by = if is_listed { lifetimes.listed } else { lifetimes.found_by_name };
                    let holds = entry.reading.has(lazy) && self.holds(&entry.reading, ended_by, changes);
                    return match entry.set || holds {
                        true => Knowledge::Exists { state: state.clone(), checked: entry.checked },
                        false => Knowledge::Unknown,
                    };
                }
                None if self.holds(&entry.reading, EndedBy::Anything, changes) => return Knowledge::Absent,
                Some(_) | None => {}
            }
        }
        match (listing, lifetimes.not_listed) {
            (Some(listing), Some(ended_by)) if self.holds(listing, ended_by, changes) => Knowledge::Absent,
            _ => Knowledge::Unknown,
        }
    }

    fn holds(&self, reading: &Reading, ended_by: EndedBy, changes: u64) -> bool {
        match ended_by {
            EndedBy::Nothing => true,
            EndedBy::SameProvider => reading.own_changes == self.own_changes,
            EndedBy::OtherProvider => changes.saturating_sub(self.own_changes) == reading.foreign_changes(),
            EndedBy::Anything => reading.changes == changes,
        }
    }

    /// Begins a reading; `lazy` are the lazy attributes that are requested.
    pub(super) fn begin(&mut self, changes: u64, lazy: &[EcoString]) -> Reading {
        self.readings += 1;
        let lazy = lazy.iter().cloned().collect();
        Reading { number: self.readings, changes, own_changes: self.own_changes, lazy }
    }

    /// Adds the result of a reading. Of several states of one resource the first counts.
    pub(super) fn insert(&mut self, reading: &Reading, states: impl Iterator<Item = (Identity, State)>) {
        for (identity, state) in states {
            let entry = self.entries.entry(identity).or_insert_with(|| Entry {
                state: None,
                reading: Reading { number: 0, changes: 0, own_changes: 0, lazy: EcoVec::new() },
                set: false,
                checked: false,
            });
            if !entry.set && entry.reading.number < reading.number {
                // It is not checked again: one warning per resource is enough.
                entry.state = Some(state);
                entry.reading = reading.clone();
            }
        }
    }

    /// Adds the result of a listing, in its order.
    pub(super) fn list(&mut self, reading: Reading, states: Vec<State>) {
        self.listing = Some(Listing { states, reading });
    }

    /// Adds that a resource was asked for by name and not returned.
    pub(super) fn insert_absent(&mut self, reading: &Reading, identity: &Identity) {
        let found = |entry: &Entry| entry.set || (entry.reading.number == reading.number && entry.state.is_some());
        if !self.entries.get(identity).is_some_and(found) {
            let entry = Entry { state: None, reading: reading.clone(), set: false, checked: true };
            self.entries.insert(identity.clone(), entry);
        }
    }

    /// Adds the state that a resource was set to.
    pub(super) fn insert_set(&mut self, identity: &Identity, state: State, changes: u64) {
        self.own_changes += 1;
        let reading = self.begin(changes, &[]);
        let entry = Entry { state: Some(state), reading, set: true, checked: true };
        self.entries.insert(identity.clone(), entry);
    }

    /// Forgets a resource, whose state is unknown.
    pub(super) fn forget(&mut self, identity: &Identity) {
        self.entries.remove(identity);
    }

    /// Marks that the state of a resource passed the checks.
    pub(super) fn mark_checked(&mut self, identity: &Identity) {
        if let Some(entry) = self.entries.get_mut(identity) {
            entry.checked = true;
        }
    }

    /// The last listing, if nothing was changed since and it has these lazy attributes.
    pub(super) fn listing(&self, lazy: &[EcoString], changes: u64) -> Option<&Listing> {
        self.listing.as_ref().filter(|listing| listing.reading.changes == changes && listing.reading.has(lazy))
    }
}
