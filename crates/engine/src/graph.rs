//! Which resource must come before which, and in which order they are evaluated.
//!
//! A vertex is a resource or one of the two ends of a container: everything inside a container comes between its
//! beginning and its end. Resources without relations are evaluated in the order of declaration.
//!
//! | step | where |
//! |---|---|
//! | the relations that the catalog and the types declare | [`Relations`] |
//! | the graph, with two vertices for each container | [`Graph::new`] |
//! | dependency cycles | [`Graph::cycles`] |
//! | the order of evaluation, one after the other or in parallel | [`Walk`] |
//! | drawings of all that | [`Drawing`] |

mod build;
mod cycles;
mod dot;
mod drawing;
mod failures;
mod generated;
mod priority;
pub(crate) mod relations;
pub mod svg;
mod walk;

pub use self::{
    cycles::{Cycle, Cycles},
    drawing::{Arrow, Drawing},
    failures::ReportedFailures,
    generated::Generated,
    priority::Priority,
    relations::{RelationError, Relations},
    walk::{DynamicChildren, Walk},
};

use catalog::{Declared, canonical};
use ecow::EcoString;
use rustc_hash::FxHashMap;

pub use crate::index::{ResourceIndex, VertexIndex};

/// What is evaluated: a resource, or one end of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vertex {
    /// A resource that can be managed.
    Resource(ResourceIndex),
    /// The beginning of a container.
    Admissible(ResourceIndex),
    /// The end of a container, or of a resource and all that it generated when it was evaluated.
    Completed(ResourceIndex),
}

impl Vertex {
    /// The resource or container that it belongs to.
    pub fn resource(self) -> ResourceIndex {
        match self {
            Vertex::Resource(index) | Vertex::Admissible(index) | Vertex::Completed(index) => index,
        }
    }

    /// Whether it is a resource, not an end of a container.
    pub fn is_resource(self) -> bool {
        matches!(self, Vertex::Resource(_))
    }
}

/// A resource as messages name it: `File[/etc/motd]`, `Class[Apache::Mod]`.
pub fn reference(declared: &Declared) -> EcoString {
    canonical(&declared.type_name, &declared.title)
}

/// That one vertex comes before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The later one.
    pub to: VertexIndex,
    /// Whether events of the earlier one refresh the later one.
    pub refresh: bool,
}

/// A relation between two resources or containers of the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The earlier one.
    pub from: ResourceIndex,
    /// The later one.
    pub to: ResourceIndex,
    /// Whether events of the earlier one refresh the later one.
    pub refresh: bool,
}

/// The relationship graph of a catalog.
///
/// Two vertices may have several edges between them, one for each relation: each refreshes on its own. The edges of a
/// vertex are in the order in which relations were made, which is the order of messages about them.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    vertices: Vec<Vertex>,
    priorities: Vec<Priority>,
    outgoing: Vec<Vec<Edge>>,
    /// The sources of the edges to a vertex, by their sockets. A socket is what edges leave from: all of them move to
    /// another vertex at once when a resource generates others while it is evaluated.
    incoming: Vec<Vec<usize>>,
    /// Which vertex owns a socket.
    owners: Vec<VertexIndex>,
    /// Which socket a vertex owns.
    sockets: Vec<usize>,
    /// For each resource or container, the vertices at which it begins and ends.
    ends: Vec<(VertexIndex, VertexIndex)>,
    /// How many vertices were added after another one.
    nested: FxHashMap<VertexIndex, u32>,
}

impl Graph {
    /// The vertices, in the order of declaration; those that were added during the run come last.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// What comes after a vertex.
    pub fn edges(&self, vertex: VertexIndex) -> &[Edge] {
        self.outgoing.get(vertex.0).map_or(&[], Vec::as_slice)
    }

    /// What comes directly before a vertex, in the order in which the edges were made; once for each edge.
    pub fn dependencies(&self, vertex: VertexIndex) -> impl Iterator<Item = VertexIndex> + '_ {
        self.incoming.get(vertex.0).map_or(&[][..], Vec::as_slice).iter().map(|&socket| self.owners[socket])
    }

    /// The vertex of a resource, or of the beginning of a container.
    pub fn beginning(&self, index: ResourceIndex) -> Option<VertexIndex> {
        self.ends.get(index.0).map(|&(beginning, _)| beginning)
    }

    /// The vertex of a resource, or of the end of a container.
    pub fn end(&self, index: ResourceIndex) -> Option<VertexIndex> {
        self.ends.get(index.0).map(|&(_, end)| end)
    }

    /// The priority of a vertex among those that are ready.
    pub fn priority(&self, vertex: VertexIndex) -> Option<&Priority> {
        self.priorities.get(vertex.0)
    }

    /// Begins a walk. It never reaches the vertices of a cycle: make sure that there is [none](Graph::cycles).
    pub fn walk(self) -> Walk {
        Walk::new(self)
    }

    fn add_vertex(&mut self, vertex: Vertex, priority: Priority) -> VertexIndex {
        let id = VertexIndex(self.vertices.len());
        self.vertices.push(vertex);
        self.priorities.push(priority);
        self.outgoing.push(Vec::new());
        self.incoming.push(Vec::new());
        self.sockets.push(self.owners.len());
        self.owners.push(id);
        id
    }

    fn add_edge(&mut self, from: VertexIndex, to: VertexIndex, refresh: bool) {
        self.outgoing[from].push(Edge { to, refresh });
        self.incoming[to].push(self.sockets[from]);
    }

    /// The priority of one more vertex right after another one and those that were added to it before.
    fn nested_priority(&mut self, parent: VertexIndex) -> Priority {
        let count = self.nested.entry(parent).or_default();
        *count += 1;
        self.priorities[parent].nested(*count)
    }

    /// Moves the edges that leave one vertex to another one.
    fn move_edges(&mut self, from: VertexIndex, to: VertexIndex) {
        self.outgoing.swap(from.0, to.0);
        self.sockets.swap(from.0, to.0);
        self.owners[self.sockets[from]] = from;
        self.owners[self.sockets[to]] = to;
    }
}
