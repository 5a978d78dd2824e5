//! Which resource must come before which, and in which order they have their turns.
//!
//! A vertex is a resource or one of the two ends of a container: everything inside a container comes between its
//! beginning and its end. What nothing puts in order has its turn in the order of declaration.
//!
//! | step | where |
//! |---|---|
//! | who comes before whom, as declared and as types say | [`Relations`] |
//! | the graph, containers taken apart | [`Graph::new`] |
//! | circles that no order can respect | [`Graph::cycles`] |
//! | the turns, one after the other or side by side | [`Walk`] |
//! | pictures of all that | [`Drawing`] |

mod build;
mod cycles;
mod dot;
mod drawing;
mod failures;
mod generated;
mod priority;
mod relations;
pub mod svg;
mod walk;

pub use self::{
    cycles::{Cycle, Cycles},
    drawing::{Arrow, Drawing},
    failures::Told,
    generated::Generated,
    priority::Priority,
    relations::{RelationError, Relations},
    walk::{Brood, Walk},
};

use ecow::EcoString;
use rustc_hash::FxHashMap;

use crate::catalog::{Declared, canonical};

/// The place of a vertex.
pub type VertexId = usize;

/// What has a turn: a resource, or one end of a container. The number is a place in the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vertex {
    /// A resource that can be managed.
    Resource(usize),
    /// The beginning of a container.
    Admissible(usize),
    /// The end of a container, or of a resource and all that it added at its turn.
    Completed(usize),
}

impl Vertex {
    /// The place in the catalog of what it belongs to.
    pub fn place(self) -> usize {
        match self {
            Vertex::Resource(place) | Vertex::Admissible(place) | Vertex::Completed(place) => place,
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
    pub to: VertexId,
    /// Whether events of the earlier one refresh the later one.
    pub refresh: bool,
}

/// A relation between two resources or containers of the catalog, by their places in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The earlier one.
    pub from: usize,
    /// The later one.
    pub to: usize,
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
    /// another vertex at once when a resource adds others at its turn.
    incoming: Vec<Vec<usize>>,
    /// Which vertex owns a socket.
    owners: Vec<VertexId>,
    /// Which socket a vertex owns.
    sockets: Vec<usize>,
    /// For each place, the vertices at which it begins and ends.
    ends: Vec<(VertexId, VertexId)>,
    /// How many vertices were added after another one.
    nested: FxHashMap<VertexId, u32>,
}

impl Graph {
    /// The vertices, in the order of declaration; those that were added at a turn come last.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// What comes after a vertex.
    pub fn edges(&self, vertex: VertexId) -> &[Edge] {
        self.outgoing.get(vertex).map_or(&[], Vec::as_slice)
    }

    /// What comes directly before a vertex, in the order in which the edges were made; once for each edge.
    pub fn dependencies(&self, vertex: VertexId) -> impl Iterator<Item = VertexId> + '_ {
        self.incoming.get(vertex).map_or(&[][..], Vec::as_slice).iter().map(|&socket| self.owners[socket])
    }

    /// The vertex at which a place of the catalog begins: a resource, or the beginning of a container.
    pub fn beginning(&self, place: usize) -> Option<VertexId> {
        self.ends.get(place).map(|&(beginning, _)| beginning)
    }

    /// The vertex at which a place of the catalog ends: a resource, or the end of a container.
    pub fn end(&self, place: usize) -> Option<VertexId> {
        self.ends.get(place).map(|&(_, end)| end)
    }

    /// Where a vertex stands among those that are ready.
    pub fn priority(&self, vertex: VertexId) -> Option<&Priority> {
        self.priorities.get(vertex)
    }

    /// The order of all turns when nothing is added or put off. Vertices of cycles, and what comes after them, are not
    /// in it.
    pub fn order(&self) -> Vec<VertexId> {
        let mut walk = self.clone().walk();
        let mut order = Vec::with_capacity(self.vertices.len());
        while let Some(vertex) = walk.next() {
            walk.finish(vertex);
            order.push(vertex);
        }
        order
    }

    /// Begins the turns. Vertices of cycles never have one: see to it that there is [none](Graph::cycles).
    pub fn walk(self) -> Walk {
        Walk::new(self)
    }

    fn add_vertex(&mut self, vertex: Vertex, priority: Priority) -> VertexId {
        let id = self.vertices.len();
        self.vertices.push(vertex);
        self.priorities.push(priority);
        self.outgoing.push(Vec::new());
        self.incoming.push(Vec::new());
        self.sockets.push(self.owners.len());
        self.owners.push(id);
        id
    }

    fn add_edge(&mut self, from: VertexId, to: VertexId, refresh: bool) {
        self.outgoing[from].push(Edge { to, refresh });
        self.incoming[to].push(self.sockets[from]);
    }

    /// The priority of one more vertex that comes right after another one and what was added to it before.
    fn nested_priority(&mut self, parent: VertexId) -> Priority {
        let count = self.nested.entry(parent).or_default();
        *count += 1;
        self.priorities[parent].nested(*count)
    }

    /// Moves all that comes after one vertex to another one.
    fn move_edges(&mut self, from: VertexId, to: VertexId) {
        self.outgoing.swap(from, to);
        self.sockets.swap(from, to);
        self.owners[self.sockets[from]] = from;
        self.owners[self.sockets[to]] = to;
    }
}
