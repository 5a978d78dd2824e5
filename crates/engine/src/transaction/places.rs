//! What has a place in a run: what the catalog has, and behind it what resources bring along at their turns.

use std::cell::RefCell;

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::convert::{Member, path_part};
use crate::{
    catalog::{Catalog, Declared},
    graph::Vertex,
};

/// The resources of a run by their places.
pub(super) struct Places<'r> {
    catalog: &'r Catalog,
    members: &'r [Member],
    brought: Vec<Brought>,
    /// What containers are called in the paths of what they contain, once somebody needed it.
    parts: RefCell<FxHashMap<usize, EcoString>>,
}

/// A resource that another one brought along.
pub(super) struct Brought {
    pub(super) declared: Declared,
    pub(super) member: Member,
}

impl<'r> Places<'r> {
    pub(super) fn new(catalog: &'r Catalog, members: &'r [Member]) -> Places<'r> {
        Places { catalog, members, brought: Vec::new(), parts: RefCell::default() }
    }

    /// What was said of a resource.
    pub(super) fn declared(&self, place: usize) -> &Declared {
        match self.catalog.resources.get(place) {
            Some(declared) => declared,
            None => &self.brought[place - self.catalog.resources.len()].declared,
        }
    }

    /// What a container is called in the paths of what it contains.
    pub(super) fn path_part(&self, container: usize) -> EcoString {
        let part = || path_part(self.declared(container));
        // The place of what was brought along may become that of something else.
        if self.is_brought(container) {
            return part();
        }
        self.parts.borrow_mut().entry(container).or_insert_with(part).clone()
    }

    /// What a resource is in this run.
    pub(super) fn member(&self, place: usize) -> &Member {
        match self.members.get(place) {
            Some(member) => member,
            None => &self.brought[place - self.members.len()].member,
        }
    }

    /// What log lines name as their source. The ends of containers have no path, and that of what a resource brought along
    /// is called as the resource is.
    pub(super) fn source(&self, vertex: Vertex) -> &str {
        let member = self.member(vertex.place());
        match (vertex, member.managed()) {
            (Vertex::Resource(_), _) => &member.path,
            (Vertex::Completed(_) | Vertex::Admissible(_), Some(managed)) => managed.resource.title(),
            (Vertex::Completed(_) | Vertex::Admissible(_), None) => &member.reference,
        }
    }

    /// How many resources have a place.
    pub(super) fn count(&self) -> usize {
        self.members.len() + self.brought.len()
    }

    /// Whether a resource was brought along by another one.
    pub(super) fn is_brought(&self, place: usize) -> bool {
        place >= self.members.len()
    }

    /// Gives a resource a place: that of another one that is not needed any more, or a new one.
    pub(super) fn put(&mut self, again: Option<usize>, brought: Brought) -> usize {
        match again.and_then(|place| Some((place, self.brought.get_mut(place.checked_sub(self.members.len())?)?))) {
            Some((place, former)) => {
                *former = brought;
                place
            }
            None => {
                self.brought.push(brought);
                self.count() - 1
            }
        }
    }
}
