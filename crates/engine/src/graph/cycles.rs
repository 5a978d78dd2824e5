//! Dependency cycles, and how they are reported.

use std::{fmt, path::Path};

use catalog::Catalog;
use ecow::EcoString;
use pcore::never;

use super::{Graph, Vertex, VertexIndex, reference};

/// The number of edges that are followed in the search for the shortest cycle of a component once any cycle is known.
/// Components that need more are so entangled that a short cycle was found long before.
const MAX_STEPS: usize = 10_000_000;

/// Vertices that all wait for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// All of them, in the order of their names.
    pub members: Vec<VertexIndex>,
    /// A shortest path from one of them back to it, both ends included.
    pub path: Vec<VertexIndex>,
    /// The names of the path.
    pub(super) names: Vec<EcoString>,
}

/// Writes the path: `(Notify[a] => Notify[b] => Notify[a])`.
impl fmt::Display for Cycle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "({})", self.names.join(" => "))
    }
}

/// Why a graph has no order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Cycles(Vec<Cycle>);

impl Cycles {
    /// The cycles, none of which shares a vertex with another.
    pub fn as_slice(&self) -> &[Cycle] {
        &self.0
    }

    /// Puppet's message when it has drawn them, which has a line break after its first line only: the others are written
    /// as `\n`.
    pub fn drawn_in(&self, path: &Path) -> String {
        format!("{}Cycle graph written to {}.", self.summary(), path.display())
    }

    /// The beginning of a message.
    fn summary(&self) -> String {
        let ending = if self.0.len() == 1 { "" } else { "s" };
        let cycles: String = self.0.iter().map(|cycle| format!("{cycle}\\n")).collect();
        format!("Found {} dependency cycle{ending}:\n{cycles}", self.0.len())
    }
}

/// Writes Puppet's message, with the advice to have them drawn.
impl fmt::Display for Cycles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.summary())?;
        formatter.write_str("Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz")
    }
}

impl Graph {
    /// Finds the vertices that wait for each other. `catalog` is the one that the graph was made of.
    pub fn cycles(&self, catalog: &Catalog) -> Result<(), Cycles> {
        let components = self.components();
        if components.is_empty() {
            return Ok(());
        }
        let mut cycles: Vec<(EcoString, Cycle)> =
            components.into_iter().filter_map(|component| self.cycle(catalog, component)).collect();
        cycles.sort_by(|(first, _), (second, _)| first.cmp(second));
        Err(Cycles(cycles.into_iter().map(|(_, cycle)| cycle).collect()))
    }

    /// The cycle of a component, and the name that it is sorted by.
    fn cycle(&self, catalog: &Catalog, component: Vec<VertexIndex>) -> Option<(EcoString, Cycle)> {
        let mut named: Vec<(EcoString, VertexIndex)> =
            component.into_iter().map(|vertex| (sort_name(catalog, self.vertices[vertex]), vertex)).collect();
        named.sort();
        let first = named.first()?.0.clone();
        let members: Vec<VertexIndex> = named.into_iter().map(|(_, vertex)| vertex).collect();
        let path = Component::new(self, &members).shortest();
        let names = path.iter().map(|&vertex| name(catalog, self.vertices[vertex])).collect();
        Some((first, Cycle { members, path, names }))
    }

    /// The strongly connected components that have a cycle, by Tarjan's algorithm.
    fn components(&self) -> Vec<Vec<VertexIndex>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.vertices.len();
        let mut numbers = vec![UNSEEN; count];
        let mut lowest = vec![0; count];
        let mut is_open = vec![false; count];
        let mut open = Vec::new();
        // The path from the root to the current vertex, and which edge is to be followed next.
        let mut way: Vec<(VertexIndex, usize)> = Vec::new();
        let mut next_number = 0;
        let mut components = Vec::new();
        for root in VertexIndex::first(count) {
            if numbers[root] != UNSEEN {
                continue;
            }
            way.push((root, 0));
            while let Some((vertex, position)) = way.last_mut() {
                let vertex = *vertex;
                if *position == 0 {
                    numbers[vertex] = next_number;
                    lowest[vertex] = next_number;
                    next_number += 1;
                    open.push(vertex);
                    is_open[vertex] = true;
                }
                let edge = self.outgoing[vertex].get(*position);
                *position += 1;
                if let Some(edge) = edge {
                    if numbers[edge.to] == UNSEEN {
                        way.push((edge.to, 0));
                    } else if is_open[edge.to] {
                        lowest[vertex] = lowest[vertex].min(numbers[edge.to]);
                    }
                    continue;
                }
                way.pop();
                if let Some(&(before, _)) = way.last() {
                    lowest[before] = lowest[before].min(lowest[vertex]);
                }
                if lowest[vertex] != numbers[vertex] {
                    continue;
                }
                let start = open.iter().rposition(|&member| member == vertex);
                let start = start.unwrap_or_else(|| never!("a vertex is open until its component is found", 0));
                let component = open.split_off(start);
                component.iter().for_each(|&member| is_open[member] = false);
                if component.len() > 1 || self.outgoing[vertex].iter().any(|edge| edge.to == vertex) {
                    components.push(component);
                }
            }
        }
        components
    }
}

/// A strongly connected component on its own; its vertices are numbered in the order of their names.
struct Component<'m> {
    members: &'m [VertexIndex],
    outgoing: Vec<Vec<usize>>,
    incoming: Vec<Vec<usize>>,
}

impl<'m> Component<'m> {
    fn new(graph: &Graph, members: &'m [VertexIndex]) -> Component<'m> {
        let numbers: rustc_hash::FxHashMap<VertexIndex, usize> =
            members.iter().enumerate().map(|(number, &vertex)| (vertex, number)).collect();
        let mut outgoing = vec![Vec::new(); members.len()];
        let mut incoming = vec![Vec::new(); members.len()];
        for (number, &vertex) in members.iter().enumerate() {
            for edge in graph.edges(vertex) {
                if let Some(&to) = numbers.get(&edge.to) {
                    outgoing[number].push(to);
                    incoming[to].push(number);
                }
            }
        }
        Component { members, outgoing, incoming }
    }

    /// The shortest cycle; of several the one through the vertex that comes first by name.
    ///
    /// Searches the shortest cycle through each vertex, and then removes the vertex and all that are not in a cycle without
    /// it.
    fn shortest(&self) -> Vec<VertexIndex> {
        let count = self.members.len();
        let mut remaining = Remaining::new(self);
        let mut search = Search { parents: vec![0; count], seen: vec![usize::MAX; count], steps: 0 };
        let mut best: Vec<usize> = Vec::new();
        for start in 0..count {
            if !remaining.is_left[start] {
                continue;
            }
            // A path has both ends in it.
            let limit = if best.is_empty() { usize::MAX } else { best.len() - 1 };
            if limit == 1 || (limit < usize::MAX && search.steps > MAX_STEPS) {
                break;
            }
            if let Some(path) = search.from(self, &remaining.is_left, start, limit) {
                best = path;
            }
            remaining.remove(start);
        }
        best.into_iter().map(|number| self.members[number]).collect()
    }
}

/// A breadth-first search for a path back to the start.
struct Search {
    parents: Vec<usize>,
    /// The start of the search that met a vertex last.
    seen: Vec<usize>,
    steps: usize,
}

impl Search {
    /// The shortest cycle through `start`, if it has fewer than `limit` edges.
    fn from(&mut self, component: &Component<'_>, is_left: &[bool], start: usize, limit: usize) -> Option<Vec<usize>> {
        let mut level = vec![start];
        let mut depth = 1;
        self.seen[start] = start;
        while !level.is_empty() && depth < limit {
            let mut following = Vec::new();
            for &vertex in &level {
                for &to in &component.outgoing[vertex] {
                    self.steps += 1;
                    if to == start {
                        return Some(self.path(start, vertex));
                    }
                    if is_left[to] && self.seen[to] != start {
                        self.seen[to] = start;
                        self.parents[to] = vertex;
                        following.push(to);
                    }
                }
            }
            level = following;
            depth += 1;
        }
        None
    }

    fn path(&self, start: usize, last: usize) -> Vec<usize> {
        let mut path = vec![start, last];
        let mut vertex = last;
        while vertex != start {
            vertex = self.parents[vertex];
            path.push(vertex);
        }
        path.reverse();
        path
    }
}

/// The vertices of a component that may still be in a cycle.
struct Remaining<'c, 'm> {
    component: &'c Component<'m>,
    is_left: Vec<bool>,
    /// How many edges lead to a vertex from those that are left, and from it to them.
    degrees: Vec<(usize, usize)>,
}

impl<'c, 'm> Remaining<'c, 'm> {
    fn new(component: &'c Component<'m>) -> Remaining<'c, 'm> {
        let degrees = component.incoming.iter().zip(&component.outgoing).map(|(to, from)| (to.len(), from.len()));
        Remaining { component, is_left: vec![true; component.members.len()], degrees: degrees.collect() }
    }

    fn remove(&mut self, vertex: usize) {
        let mut leaving = vec![vertex];
        while let Some(vertex) = leaving.pop() {
            if !std::mem::replace(&mut self.is_left[vertex], false) {
                continue;
            }
            for &to in &self.component.outgoing[vertex] {
                self.degrees[to].0 -= 1;
                if self.degrees[to].0 == 0 {
                    leaving.push(to);
                }
            }
            for &from in &self.component.incoming[vertex] {
                self.degrees[from].1 -= 1;
                if self.degrees[from].1 == 0 {
                    leaving.push(from);
                }
            }
        }
    }
}

/// The name of a vertex in messages.
fn name(catalog: &Catalog, vertex: Vertex) -> EcoString {
    catalog.resources.get(vertex.resource().0).map(reference).unwrap_or_default()
}

/// What Puppet sorts a vertex by: there the ends of containers are resources of a type of their own.
fn sort_name(catalog: &Catalog, vertex: Vertex) -> EcoString {
    let name = name(catalog, vertex);
    match vertex {
        Vertex::Resource(_) => name,
        Vertex::Admissible(_) => ecow::eco_format!("Whit[admissible_{name}]"),
        Vertex::Completed(_) => ecow::eco_format!("Whit[completed_{name}]"),
    }
}
