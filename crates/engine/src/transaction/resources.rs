//! The resources of a run: those of the catalog, and after them those that are generated while others are evaluated.

use std::cell::RefCell;

use catalog::{Catalog, Declared};
use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::convert::{Member, path_part};
use crate::{graph::Vertex, index::ResourceIndex};

/// The resources of a run by their indices.
pub(super) struct Resources<'r> {
    catalog: &'r Catalog,
    members: &'r [Member],
    dynamic: Vec<DynamicResource>,
    /// The parts that containers have in the paths of their contents, as far as they were needed.
    path_parts: RefCell<FxHashMap<ResourceIndex, EcoString>>,
}

/// A resource that another one generated while it was evaluated.
pub(super) struct DynamicResource {
    pub(super) declared: Declared,
    pub(super) member: Member,
}

impl<'r> Resources<'r> {
    pub(super) fn new(catalog: &'r Catalog, members: &'r [Member]) -> Resources<'r> {
        Resources { catalog, members, dynamic: Vec::new(), path_parts: RefCell::default() }
    }

    pub(super) fn declared(&self, index: ResourceIndex) -> &Declared {
        match self.catalog.resources.get(index.0) {
            Some(declared) => declared,
            None => &self.dynamic[index.0 - self.catalog.resources.len()].declared,
        }
    }

    /// The part that a container has in the paths of its contents.
    pub(super) fn path_part(&self, container: ResourceIndex) -> EcoString {
        let part = || path_part(self.declared(container));
        // The index of a dynamic resource may be reused.
        if self.is_dynamic(container) {
            return part();
        }
        self.path_parts.borrow_mut().entry(container).or_insert_with(part).clone()
    }

    /// A resource as this run handles it.
    pub(super) fn member(&self, index: ResourceIndex) -> &Member {
        match self.members.get(index.0) {
            Some(member) => member,
            None => &self.dynamic[index.0 - self.members.len()].member,
        }
    }

    /// The source of log lines. The ends of containers have no path, and that of generated resources has the name of the
    /// resource that generated them.
    pub(super) fn source(&self, vertex: Vertex) -> &str {
        let member = self.member(vertex.resource());
        match (vertex, member.managed()) {
            (Vertex::Resource(_), _) => &member.path,
            (Vertex::Completed(_) | Vertex::Admissible(_), Some(managed)) => managed.resource.title(),
            (Vertex::Completed(_) | Vertex::Admissible(_), None) => &member.reference,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.members.len() + self.dynamic.len()
    }

    /// Whether a resource was generated while another one was evaluated.
    pub(super) fn is_dynamic(&self, index: ResourceIndex) -> bool {
        index.0 >= self.members.len()
    }

    /// Adds a resource with a new index, or with that of a dynamic resource that is not needed any more.
    pub(super) fn put(&mut self, reused: Option<ResourceIndex>, resource: DynamicResource) -> ResourceIndex {
        let slot =
            reused.and_then(|index| Some((index, self.dynamic.get_mut(index.0.checked_sub(self.members.len())?)?)));
        match slot {
            Some((index, former)) => {
                *former = resource;
                index
            }
            None => {
                self.dynamic.push(resource);
                ResourceIndex(self.count() - 1)
            }
        }
    }
}
