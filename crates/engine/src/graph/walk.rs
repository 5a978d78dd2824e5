//! The turns: a vertex has its turn when everything before it is finished, the one declared first before the others.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
};

use super::{Graph, Priority, Told, Vertex, VertexId, failures::Failures};

/// A walk through a graph, one turn after the other.
///
/// As an iterator it gives the vertex that has the next turn, to whoever does what is to be done; that one says when
/// the turn is [over](Walk::finish). To do several things side by side, take several vertices before the first is over:
/// `None` means that nothing can be done for the moment, and [`is_finished`](Walk::is_finished) whether it stays so.
///
/// ```
/// use engine::{catalog::{Catalog, Declared}, graph::{Graph, Relation}};
///
/// let declared = |title: &str| Declared { type_name: "Notify".into(), title: title.into(), ..Declared::default() };
/// let catalog = Catalog { resources: vec![declared("late"), declared("early"), declared("last")], ..Catalog::default() };
/// let relations = [Relation { from: 1, to: 0, refresh: false }];
///
/// let mut walk = Graph::new(&catalog, &relations, &|_| false).walk();
/// let mut turns = Vec::new();
/// while let Some(vertex) = walk.next() {
///     turns.push(walk.graph().vertices()[vertex].place());
///     walk.finish(vertex);
/// }
/// assert_eq!(turns, [1, 0, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    graph: Graph,
    stages: Vec<Stage>,
    /// For each vertex, how many edges lead to it from what is not finished.
    waiting: Vec<usize>,
    ready: BinaryHeap<Reverse<(Priority, VertexId)>>,
    postponed: Vec<VertexId>,
    /// What was put off and cannot be helped by anything else.
    hopeless: VecDeque<VertexId>,
    /// Whether anything was finished since the postponed had their last chance.
    progressed: bool,
    turns: usize,
    unfinished: usize,
    failures: Failures,
}

/// What a resource brings along at its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brood {
    parent: VertexId,
    /// What waits for all of it.
    end: VertexId,
}

/// Where a vertex is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    Ready,
    /// It has its turn.
    Turn,
    /// It has its turn, which cannot be put off any more.
    LastTurn,
    Postponed,
    Finished,
    /// It was brought along, and nobody will ask for it again.
    Released,
}

impl Iterator for Walk {
    type Item = VertexId;

    fn next(&mut self) -> Option<VertexId> {
        if self.hopeless.is_empty() && self.ready.is_empty() && self.turns == 0 {
            self.return_to_postponed();
        }
        let (vertex, stage) = match self.hopeless.pop_front() {
            Some(vertex) => (vertex, Stage::LastTurn),
            None => (self.ready.pop()?.0.1, Stage::Turn),
        };
        self.stages[vertex] = stage;
        self.turns += 1;
        Some(vertex)
    }
}

impl Walk {
    pub(super) fn new(graph: Graph) -> Walk {
        let waiting: Vec<usize> = graph.incoming.iter().map(Vec::len).collect();
        let count = waiting.len();
        let mut walk = Walk {
            graph,
            stages: vec![Stage::Waiting; count],
            waiting,
            ready: BinaryHeap::new(),
            postponed: Vec::new(),
            hopeless: VecDeque::new(),
            progressed: false,
            turns: 0,
            unfinished: count,
            failures: Failures::default(),
        };
        for vertex in 0..count {
            walk.enqueue(vertex);
        }
        walk
    }

    /// The graph as it is now.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The vertex that has the next turn if nothing is finished before.
    pub fn peek(&self) -> Option<VertexId> {
        self.hopeless.front().copied().or_else(|| self.ready.peek().map(|Reverse((_, vertex))| *vertex))
    }

    /// How many edges lead to a vertex from what is not finished.
    pub fn waits_for(&self, vertex: VertexId) -> usize {
        self.waiting.get(vertex).copied().unwrap_or_default()
    }

    /// How many vertices have their turns now.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// How many vertices are not finished.
    pub fn unfinished(&self) -> usize {
        self.unfinished
    }

    /// Whether every vertex is finished.
    pub fn is_finished(&self) -> bool {
        self.unfinished == 0
    }

    /// Ends the turn of a vertex: what waits only for it becomes ready.
    ///
    /// A resource that was skipped is finished as well. One that failed is to be [marked](Walk::fail) before.
    pub fn finish(&mut self, vertex: VertexId) {
        match self.stages.get(vertex) {
            Some(Stage::Turn) => self.progressed = true,
            Some(Stage::LastTurn) => {}
            _ => return,
        }
        self.stages[vertex] = Stage::Finished;
        self.turns -= 1;
        self.unfinished -= 1;
        let fails = self.has_failed(vertex) || self.is_blocked(vertex);
        for position in 0..self.graph.outgoing[vertex].len() {
            let after = self.graph.outgoing[vertex][position].to;
            if fails {
                self.failures.block(after);
            }
            self.waiting[after] -= 1;
            self.enqueue(after);
        }
    }

    /// Puts a turn off until others are over, because something is missing that these may bring.
    ///
    /// Returns whether there is anything to wait for. Otherwise the vertex keeps its turn, and should fail.
    pub fn postpone(&mut self, vertex: VertexId) -> bool {
        if self.stages.get(vertex) != Some(&Stage::Turn) {
            return false;
        }
        self.stages[vertex] = Stage::Postponed;
        self.postponed.push(vertex);
        self.turns -= 1;
        true
    }

    /// Says that a vertex failed. What comes after it is [blocked](Walk::is_blocked) as soon as its turn is over.
    pub fn fail(&mut self, vertex: VertexId) {
        self.failures.fail(vertex);
    }

    /// Whether a vertex failed.
    pub fn has_failed(&self, vertex: VertexId) -> bool {
        self.failures.has_failed(vertex)
    }

    /// Whether something that comes before a vertex failed, directly or not.
    pub fn is_blocked(&self, vertex: VertexId) -> bool {
        self.failures.is_blocked(vertex)
    }

    /// The failures that block a vertex, without those that others have been told of already.
    pub fn failures_before(&self, vertex: VertexId, told: &mut Told) -> Vec<VertexId> {
        self.failures.before(&self.graph, vertex, told)
    }

    /// Adds resources that another one brings along at its turn; `places` are theirs in the catalog, to which they
    /// were added.
    ///
    /// They come after their parent, in this order, before what is declared next. Everything else that comes after
    /// the parent waits for them, and their events count as its events. If the parent is finished, they are just ready.
    pub fn add_generated(&mut self, parent: VertexId, places: &[usize]) -> Vec<VertexId> {
        let Some(&stage) = self.stages.get(parent) else { return Vec::new() };
        if stage == Stage::Finished || places.is_empty() {
            let children: Vec<VertexId> =
                places.iter().map(|&place| self.add_after(parent, Vertex::Resource(place))).collect();
            children.iter().for_each(|&child| self.enqueue(child));
            return children;
        }
        let Some(brood) = self.open_brood(parent) else { return Vec::new() };
        let children = places.iter().map(|&place| self.bring(brood, place, None, None)).collect();
        self.close_brood(brood);
        children
    }

    /// Makes room for resources that another one brings along at its turn, as [`add_generated`](Walk::add_generated)
    /// does, when not all of them are known at once: each is [brought](Walk::bring) for itself, and everything that comes
    /// after the parent waits until this is [closed](Walk::close_brood).
    pub fn open_brood(&mut self, parent: VertexId) -> Option<Brood> {
        let place = self.graph.vertices.get(parent)?.place();
        let end = self.add_after(parent, Vertex::Completed(place));
        self.graph.move_edges(parent, end);
        self.add_edge(parent, end, true);
        self.waiting[end] += 1;
        Some(Brood { parent, end })
    }

    /// Adds one of the resources that another one brings along; `place` is its place in the catalog, and `above` is another
    /// one of them that must not fail before. Where `again` is a vertex that was [released](Walk::release), it is used for
    /// the new one.
    pub fn bring(&mut self, brood: Brood, place: usize, above: Option<VertexId>, again: Option<VertexId>) -> VertexId {
        let Brood { parent, end } = brood;
        let child = match again {
            None => self.add_after(parent, Vertex::Resource(place)),
            Some(vertex) => {
                self.graph.vertices[vertex] = Vertex::Resource(place);
                self.graph.priorities[vertex] = self.graph.nested_priority(parent);
                self.stages[vertex] = Stage::Waiting;
                self.unfinished += 1;
                vertex
            }
        };
        for before in above.into_iter().chain([parent]) {
            if self.stages[before] == Stage::Finished {
                self.graph.add_edge(before, child, false);
                if self.has_failed(before) || self.is_blocked(before) {
                    self.failures.block(child);
                }
            } else {
                self.add_edge(before, child, false);
            }
        }
        self.add_edge(child, end, true);
        self.enqueue(child);
        child
    }

    /// Forgets resources that were brought along and are finished, and returns the vertices that can be used again. What
    /// failed is remembered, and so is what was kept from its turn or brought others along.
    pub fn release(&mut self, brood: Brood, vertices: &[VertexId]) -> Vec<VertexId> {
        let is_needed = |vertex: VertexId| {
            self.has_failed(vertex)
                || self.is_blocked(vertex)
                || self.stages.get(vertex) != Some(&Stage::Finished)
                || self.graph.nested.contains_key(&vertex)
        };
        let released: Vec<VertexId> = vertices.iter().copied().filter(|&vertex| !is_needed(vertex)).collect();
        for &vertex in &released {
            self.stages[vertex] = Stage::Released;
            self.graph.incoming[vertex].clear();
            self.graph.outgoing[vertex].clear();
        }
        let (stages, graph) = (&self.stages, &mut self.graph);
        let owners = &graph.owners;
        graph.incoming[brood.end].retain(|socket| stages[owners[*socket]] != Stage::Released);
        graph.outgoing[brood.parent].retain(|edge| stages[edge.to] != Stage::Released);
        released
    }

    /// Whether everything that was brought along so far is finished, and the resource that brings it, too.
    pub fn has_hatched(&self, brood: Brood) -> bool {
        self.waiting[brood.end] == 1
    }

    /// Says that a resource brings no more along.
    pub fn close_brood(&mut self, brood: Brood) {
        self.waiting[brood.end] -= 1;
        self.enqueue(brood.end);
    }

    fn add_after(&mut self, parent: VertexId, vertex: Vertex) -> VertexId {
        let priority = self.graph.nested_priority(parent);
        let place = vertex.place();
        let is_resource = vertex.is_resource();
        let added = self.graph.add_vertex(vertex, priority);
        self.stages.push(Stage::Waiting);
        self.waiting.push(0);
        self.unfinished += 1;
        let ends = &mut self.graph.ends;
        if is_resource {
            if ends.len() <= place {
                // Places between that have no vertex yet are asked for by nobody.
                ends.resize(place + 1, (added, added));
            }
            ends[place] = (added, added);
        } else if let Some(ends) = ends.get_mut(place) {
            ends.1 = added;
        }
        added
    }

    fn add_edge(&mut self, from: VertexId, to: VertexId, refresh: bool) {
        self.graph.add_edge(from, to, refresh);
        self.waiting[to] += 1;
    }

    /// Makes a vertex ready if it waits for nothing.
    fn enqueue(&mut self, vertex: VertexId) {
        if self.waiting[vertex] == 0 && self.stages[vertex] == Stage::Waiting {
            self.stages[vertex] = Stage::Ready;
            self.ready.push(Reverse((self.graph.priorities[vertex].clone(), vertex)));
        }
    }

    /// Gives the postponed another chance, or the last one if nothing has happened since.
    fn return_to_postponed(&mut self) {
        let postponed = std::mem::take(&mut self.postponed);
        if !std::mem::take(&mut self.progressed) {
            self.hopeless.extend(postponed);
            return;
        }
        for vertex in postponed {
            self.stages[vertex] = Stage::Waiting;
            self.enqueue(vertex);
        }
    }
}
