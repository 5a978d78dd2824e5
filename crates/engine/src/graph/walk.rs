//! The order of evaluation: a vertex is ready when everything before it is finished, and of those that are ready the one that
//! was declared first is evaluated first.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
};

use super::{Graph, Priority, ReportedFailures, ResourceIndex, Vertex, VertexIndex, failures::Failures};

/// A walk through a graph.
///
/// The iterator gives the vertex that is to be evaluated next; the caller [finishes](Walk::finish) it afterwards. To
/// evaluate several in parallel, take several before the first is finished: `None` means that none is ready at the moment, and
/// [`is_finished`](Walk::is_finished) tells whether that is the end.
///
/// ```
/// use catalog::{Catalog, Declared};
/// use engine::graph::{Graph, Relation, ResourceIndex};
///
/// let declared = |title: &str| Declared { type_name: "Notify".into(), title: title.into(), ..Declared::default() };
/// let catalog = Catalog { resources: vec![declared("late"), declared("early"), declared("last")], ..Catalog::default() };
/// let relations = [Relation { from: ResourceIndex(1), to: ResourceIndex(0), refresh: false }];
///
/// let mut walk = Graph::new(&catalog, &[], &relations, &|_| false).walk();
/// let mut order = Vec::new();
/// while let Some(vertex) = walk.next() {
///     order.push(walk.graph().vertices()[vertex].resource());
///     walk.finish(vertex);
/// }
/// assert_eq!(order, [1, 0, 2].map(ResourceIndex));
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    graph: Graph,
    stages: Vec<Stage>,
    /// For each vertex, how many edges lead to it from what is not finished.
    waiting: Vec<usize>,
    ready: BinaryHeap<Reverse<(Priority, VertexIndex)>>,
    postponed: Vec<VertexIndex>,
    /// Those that were postponed, and that nothing else can help.
    hopeless: VecDeque<VertexIndex>,
    /// Whether anything was finished since the postponed had their last chance.
    progressed: bool,
    /// How many vertices are being evaluated.
    active: usize,
    unfinished: usize,
    failures: Failures,
}

/// The resources that another one generates while it is evaluated, a few at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DynamicChildren {
    parent: VertexIndex,
    /// The vertex that waits for all of them.
    end: VertexIndex,
}

/// Where a vertex is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    Ready,
    Active,
    /// It is being evaluated, and cannot be postponed any more.
    LastChance,
    Postponed,
    Finished,
    /// It was generated and finished, and its vertex can be used again.
    Released,
}

impl Iterator for Walk {
    type Item = VertexIndex;

    fn next(&mut self) -> Option<VertexIndex> {
        if self.hopeless.is_empty() && self.ready.is_empty() && self.active == 0 {
            self.return_to_postponed();
        }
        let (vertex, stage) = match self.hopeless.pop_front() {
            Some(vertex) => (vertex, Stage::LastChance),
            None => (self.ready.pop()?.0.1, Stage::Active),
        };
        self.stages[vertex] = stage;
        self.active += 1;
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
            active: 0,
            unfinished: count,
            failures: Failures::default(),
        };
        for vertex in VertexIndex::first(count) {
            walk.enqueue(vertex);
        }
        walk
    }

    /// The graph as it is now.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The vertex that comes next if nothing is finished before.
    pub fn peek(&self) -> Option<VertexIndex> {
        self.hopeless.front().copied().or_else(|| self.ready.peek().map(|Reverse((_, vertex))| *vertex))
    }

    /// How many edges lead to a vertex from what is not finished.
    pub fn waits_for(&self, vertex: VertexIndex) -> usize {
        self.waiting.get(vertex.0).copied().unwrap_or_default()
    }

    /// How many vertices are being evaluated.
    pub fn active(&self) -> usize {
        self.active
    }

    /// How many vertices are not finished.
    pub fn unfinished(&self) -> usize {
        self.unfinished
    }

    /// Whether every vertex is finished.
    pub fn is_finished(&self) -> bool {
        self.unfinished == 0
    }

    /// Ends the evaluation of a vertex: what waits only for it becomes ready.
    ///
    /// A resource that was skipped is finished, too. One that failed is to be [marked](Walk::fail) before.
    pub fn finish(&mut self, vertex: VertexIndex) {
        match self.stages.get(vertex.0) {
            Some(Stage::Active) => self.progressed = true,
            Some(Stage::LastChance) => {}
            _ => return,
        }
        self.stages[vertex] = Stage::Finished;
        self.active -= 1;
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

    /// Postpones a vertex until others are finished, because something is missing that these may provide.
    ///
    /// Returns whether there is anything to wait for. Otherwise the vertex stays active, and should fail.
    pub fn postpone(&mut self, vertex: VertexIndex) -> bool {
        if self.stages.get(vertex.0) != Some(&Stage::Active) {
            return false;
        }
        self.stages[vertex] = Stage::Postponed;
        self.postponed.push(vertex);
        self.active -= 1;
        true
    }

    /// Marks a vertex as failed. What comes after it is [blocked](Walk::is_blocked) as soon as it is finished.
    pub fn fail(&mut self, vertex: VertexIndex) {
        self.failures.fail(vertex);
    }

    /// Whether a vertex failed.
    pub fn has_failed(&self, vertex: VertexIndex) -> bool {
        self.failures.has_failed(vertex)
    }

    /// Whether something that comes before a vertex failed, directly or not.
    pub fn is_blocked(&self, vertex: VertexIndex) -> bool {
        self.failures.is_blocked(vertex)
    }

    /// The failures that block a vertex, without those that were reported already.
    pub fn failures_before(&self, vertex: VertexIndex, reported: &mut ReportedFailures) -> Vec<VertexIndex> {
        self.failures.before(&self.graph, vertex, reported)
    }

    /// Adds resources that another one generates while it is evaluated, and that were added to the catalog.
    ///
    /// They come after their parent, in this order, before what is declared next. Everything else that comes after
    /// the parent waits for them, and their events count as its events. If the parent is finished, they are just ready.
    pub fn add_children(&mut self, parent: VertexIndex, resources: &[ResourceIndex]) -> Vec<VertexIndex> {
        let Some(&stage) = self.stages.get(parent.0) else { return Vec::new() };
        if stage == Stage::Finished || resources.is_empty() {
            let added: Vec<VertexIndex> =
                resources.iter().map(|&resource| self.add_after(parent, Vertex::Resource(resource))).collect();
            added.iter().for_each(|&child| self.enqueue(child));
            return added;
        }
        let Some(children) = self.begin_children(parent) else { return Vec::new() };
        let added = resources.iter().map(|&resource| self.add_child(children, resource, None, None)).collect();
        self.end_children(children);
        added
    }

    /// Prepares for resources that another one generates while it is evaluated, as [`add_children`](Walk::add_children)
    /// does, when not all of them are known at once: each is [added](Walk::add_child) for itself, and everything that comes
    /// after the parent waits until this is [ended](Walk::end_children).
    pub fn begin_children(&mut self, parent: VertexIndex) -> Option<DynamicChildren> {
        let resource = self.graph.vertices.get(parent.0)?.resource();
        let end = self.add_after(parent, Vertex::Completed(resource));
        self.graph.move_edges(parent, end);
        self.add_edge(parent, end, true);
        self.waiting[end] += 1;
        Some(DynamicChildren { parent, end })
    }

    /// Adds one generated resource; `above` is another one of them that must not fail before. Where `reused` is a vertex
    /// that was [released](Walk::release), it becomes that of the new resource.
    pub fn add_child(
        &mut self,
        children: DynamicChildren,
        resource: ResourceIndex,
        above: Option<VertexIndex>,
        reused: Option<VertexIndex>,
    ) -> VertexIndex {
        let DynamicChildren { parent, end } = children;
        let child = match reused {
            None => self.add_after(parent, Vertex::Resource(resource)),
            Some(vertex) => {
                self.graph.vertices[vertex] = Vertex::Resource(resource);
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

    /// Forgets generated resources that are finished, and returns the vertices that can be used again. Those that failed,
    /// were blocked or generated others are remembered.
    pub fn release(&mut self, children: DynamicChildren, vertices: &[VertexIndex]) -> Vec<VertexIndex> {
        let is_needed = |vertex: VertexIndex| {
            self.has_failed(vertex)
                || self.is_blocked(vertex)
                || self.stages.get(vertex.0) != Some(&Stage::Finished)
                || self.graph.nested.contains_key(&vertex)
        };
        let released: Vec<VertexIndex> = vertices.iter().copied().filter(|&vertex| !is_needed(vertex)).collect();
        for &vertex in &released {
            self.stages[vertex] = Stage::Released;
            self.graph.incoming[vertex].clear();
            self.graph.outgoing[vertex].clear();
        }
        let (stages, graph) = (&self.stages, &mut self.graph);
        let owners = &graph.owners;
        graph.incoming[children.end].retain(|socket| stages[owners[*socket]] != Stage::Released);
        graph.outgoing[children.parent].retain(|edge| stages[edge.to] != Stage::Released);
        released
    }

    /// Whether the parent and everything that was generated so far are finished.
    pub fn is_drained(&self, children: DynamicChildren) -> bool {
        self.waiting[children.end] == 1
    }

    /// Ends the generation: there are no more children.
    pub fn end_children(&mut self, children: DynamicChildren) {
        self.waiting[children.end] -= 1;
        self.enqueue(children.end);
    }

    fn add_after(&mut self, parent: VertexIndex, vertex: Vertex) -> VertexIndex {
        let priority = self.graph.nested_priority(parent);
        let resource = vertex.resource();
        let is_resource = vertex.is_resource();
        let added = self.graph.add_vertex(vertex, priority);
        self.stages.push(Stage::Waiting);
        self.waiting.push(0);
        self.unfinished += 1;
        let ends = &mut self.graph.ends;
        if is_resource {
            if ends.len() <= resource.0 {
                // Resources in between have no vertex yet, and no one asks for it.
                ends.resize(resource.0 + 1, (added, added));
            }
            ends[resource] = (added, added);
        } else if let Some(ends) = ends.get_mut(resource.0) {
            ends.1 = added;
        }
        added
    }

    fn add_edge(&mut self, from: VertexIndex, to: VertexIndex, refresh: bool) {
        self.graph.add_edge(from, to, refresh);
        self.waiting[to] += 1;
    }

    /// Makes a vertex ready if it waits for nothing.
    fn enqueue(&mut self, vertex: VertexIndex) {
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
