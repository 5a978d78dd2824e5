//! The graph of a catalog, with a vertex for the beginning and one for the end of each container.
//!
//! The contents of a container come after its beginning and before its end; what comes before the container comes before
//! its beginning, and what comes after the container comes after its end. So the number of edges grows with the number of
//! relations and contents, not with their product.

use catalog::Catalog;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Edge, Generated, Graph, Priority, Relation, ResourceIndex, Vertex, VertexIndex, generated::Lineage};

impl Graph {
    /// The graph of a catalog; `is_container` knows which of its resources are containers.
    ///
    /// Relations and contents that lead outside of the catalog are left out; [`Relations`](super::Relations) makes
    /// none. The relations between generated resources and their parents are among the relations.
    pub fn new(
        catalog: &Catalog,
        generated: &[Generated],
        relations: &[Relation],
        is_container: &dyn Fn(ResourceIndex) -> bool,
    ) -> Graph {
        let lineage = Lineage::new(catalog.resources.len(), generated);
        let mut building = Building::new(&lineage.order(), is_container);
        building.relate(relations);
        building.fill(catalog, &lineage);
        building.graph.group_edges();
        building.graph
    }
}

struct Building {
    graph: Graph,
    is_container: Vec<bool>,
    /// The relations of each container, from others to it and from it to others.
    ends: FxHashMap<ResourceIndex, Ends>,
    relations: Vec<Relation>,
    replaced: Vec<bool>,
}

/// The relations of one container, by their indices in `Building::relations`.
#[derive(Default)]
struct Ends {
    to: Vec<usize>,
    from: Vec<usize>,
}

impl Building {
    /// The vertices of the resources, which are in the order of declaration.
    fn new(order: &[ResourceIndex], is_container: &dyn Fn(ResourceIndex) -> bool) -> Building {
        let is_container: Vec<bool> = ResourceIndex::first(order.len()).map(is_container).collect();
        let mut graph = Graph { ends: vec![(VertexIndex(0), VertexIndex(0)); order.len()], ..Graph::default() };
        for (position, &resource) in order.iter().enumerate() {
            let priority = Priority::declared(position);
            graph.ends[resource] = if is_container[resource] {
                let beginning = graph.add_vertex(Vertex::Admissible(resource), priority.clone());
                (beginning, graph.add_vertex(Vertex::Completed(resource), priority))
            } else {
                let vertex = graph.add_vertex(Vertex::Resource(resource), priority);
                (vertex, vertex)
            };
        }
        Building { graph, is_container, ends: FxHashMap::default(), relations: Vec::new(), replaced: Vec::new() }
    }

    /// Adds the relations between resources, and remembers those of containers.
    fn relate(&mut self, relations: &[Relation]) {
        let count = self.is_container.len();
        let known = |relation: &&Relation| relation.from.0 < count && relation.to.0 < count;
        self.relations = relations.iter().filter(known).copied().collect();
        self.replaced = vec![false; self.relations.len()];
        for (index, &Relation { from, to, refresh }) in self.relations.iter().enumerate() {
            if self.is_container[from] {
                self.ends.entry(from).or_default().from.push(index);
            }
            if self.is_container[to] {
                self.ends.entry(to).or_default().to.push(index);
            }
            if !self.is_container[from] && !self.is_container[to] {
                self.graph.add_edge(self.graph.ends[from].1, self.graph.ends[to].0, refresh);
            }
        }
    }

    /// Adds the contents of containers, and their relations.
    fn fill(&mut self, catalog: &Catalog, lineage: &Lineage) {
        let contents = self.contents(catalog, lineage);
        for (container, inside) in ResourceIndex::first(contents.len()).zip(&contents) {
            if !self.is_container[container] {
                continue;
            }
            let (beginning, end) = self.graph.ends[container];
            // Puppet's empty containers keep the order, and pass no event on.
            if inside.is_empty() {
                self.graph.add_edge(beginning, end, false);
            }
            for &inner in inside {
                let (inner_beginning, inner_end) = self.graph.ends[inner];
                self.graph.add_edge(beginning, inner_beginning, true);
                self.graph.add_edge(inner_end, end, true);
            }
            let Ends { to, from } = self.ends.remove(&container).unwrap_or_default();
            self.replace(to, |relation| relation.from);
            self.replace(from, |relation| relation.to);
        }
    }

    /// The contents of each container, without duplicates.
    fn contents(&self, catalog: &Catalog, lineage: &Lineage) -> Vec<Vec<ResourceIndex>> {
        let count = self.is_container.len();
        let mut contents = vec![Vec::new(); count];
        let mut known = FxHashSet::default();
        let mut containers: Vec<Option<ResourceIndex>> = vec![None; count];
        for &(container, inner) in &catalog.containment {
            let (container, inner) = (ResourceIndex(container), ResourceIndex(inner));
            let holds = container.0 < count && inner.0 < count && self.is_container[container];
            if holds && known.insert((container, inner)) {
                contents[container].push(inner);
                containers[inner].get_or_insert(container);
            }
        }
        for Generated { parent, child } in lineage.additions() {
            let Some(container) = containers[parent] else { continue };
            if known.insert((container, child)) {
                contents[container].push(child);
                containers[child].get_or_insert(container);
            }
        }
        contents
    }

    /// Adds the edges of relations that a container has, unless the container at the other end has done so. Relations
    /// with the same other end are next to each other.
    fn replace(&mut self, mut indices: Vec<usize>, other_end: impl Fn(&Relation) -> ResourceIndex) {
        let mut first = FxHashMap::default();
        for (position, &index) in indices.iter().enumerate() {
            first.entry(other_end(&self.relations[index])).or_insert(position);
        }
        indices.sort_by_key(|&index| first[&other_end(&self.relations[index])]);
        for index in indices {
            if std::mem::replace(&mut self.replaced[index], true) {
                continue;
            }
            let Relation { from, to, refresh } = self.relations[index];
            self.graph.add_edge(self.graph.ends[from].1, self.graph.ends[to].0, refresh);
        }
    }
}

impl Graph {
    /// Puts the edges to the same vertex next to each other, because events are sent along them.
    fn group_edges(&mut self) {
        // For each target, the last source that was seen, and the position of its first edge.
        let mut met: Vec<(VertexIndex, usize)> = vec![(VertexIndex(usize::MAX), 0); self.vertices.len()];
        for (source, edges) in VertexIndex::first(met.len()).zip(&mut self.outgoing) {
            let mut several = false;
            for (position, &Edge { to, .. }) in edges.iter().enumerate() {
                if met[to].0 == source {
                    several = true;
                } else {
                    met[to] = (source, position);
                }
            }
            if several {
                edges.sort_by_key(|edge| met[edge.to].1);
            }
        }
    }
}
