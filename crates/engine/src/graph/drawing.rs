//! A graph as it is drawn: names and arrows, in the order in which Puppet writes them.
//!
//! There are three of them for a catalog: containment, dependencies, and dependencies with two vertices for each container.
//! [`Drawing::to_dot`] and [`Drawing::to_svg`] write them.

use catalog::Catalog;
use ecow::EcoString;
use pcore::names::reference_name;
use rustc_hash::FxHashMap;

use super::{Graph, Relation, ResourceIndex, Vertex, VertexIndex};

/// A graph with names.
///
/// ```
/// use catalog::{Catalog, Declared};
/// use engine::graph::Drawing;
///
/// let declared = |title: &str| Declared { type_name: "Class".into(), title: title.into(), ..Declared::default() };
/// let catalog =
///     Catalog { resources: vec![declared("main"), declared("A")], containment: vec![(0, 1)], ..Catalog::default() };
/// let drawing = Drawing::resources(&catalog, &|resource| engine::graph::reference(&catalog.resources[resource]));
/// assert_eq!(drawing.names, ["Class[Main]", "Class[A]"]);
/// assert!(drawing.to_dot().starts_with("digraph Resources {\n"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Its title.
    pub title: &'static str,
    /// The names of the vertices.
    pub names: Vec<EcoString>,
    /// The arrows between them, those to the same vertex next to each other.
    pub arrows: Vec<Arrow>,
}

/// An arrow between two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The index of the name where it begins.
    pub from: usize,
    /// The index of the name where it ends.
    pub to: usize,
    /// Whether events of the one refresh the other.
    pub refresh: bool,
}

/// The name of a resource of the catalog.
type Names<'n> = &'n dyn Fn(ResourceIndex) -> EcoString;

impl Drawing {
    /// Which container has which contents.
    pub fn resources(catalog: &Catalog, name: Names<'_>) -> Drawing {
        let arrows = catalog.containment.iter().map(|&(from, to)| Arrow { from, to, refresh: false });
        Drawing::of_resources("Resources", catalog.resources.len(), arrows, name)
    }

    /// Which resource comes before which, as the catalog and the types declare; `count` is the number of resources.
    pub fn relationships(count: usize, relations: &[Relation], name: Names<'_>) -> Drawing {
        let arrows = relations.iter().map(|&Relation { from, to, refresh }| Arrow { from: from.0, to: to.0, refresh });
        Drawing::of_resources("Relationships", count, arrows, name)
    }

    /// Which vertex comes before which.
    pub fn expanded(graph: &Graph, name: Names<'_>) -> Drawing {
        let (resources, ends): (Vec<VertexIndex>, Vec<VertexIndex>) =
            VertexIndex::first(graph.vertices().len()).partition(|vertex| graph.vertices()[*vertex].is_resource());
        let order = [resources, ends].concat();
        let mut positions = vec![0; order.len()];
        order.iter().enumerate().for_each(|(position, vertex)| positions[*vertex] = position);
        let vertices = graph.vertices();
        let mut arrows = Vec::new();
        for from in VertexIndex::first(vertices.len()) {
            for edge in graph.edges(from) {
                arrows.push(Arrow { from: positions[from], to: positions[edge.to], refresh: edge.refresh });
            }
        }
        // Only the targets know the order in which edges were made.
        let edges = VertexIndex::first(vertices.len())
            .flat_map(|to| graph.dependencies(to).map(move |from| (from, to)))
            .map(|(from, to)| (positions[from], positions[to]));
        sort(&mut arrows, edges);
        let names = order.iter().map(|vertex| expanded_name(vertices[*vertex], name)).collect();
        Drawing { title: "Expanded_relationships", names, arrows }
    }

    fn of_resources(
        title: &'static str,
        count: usize,
        arrows: impl Iterator<Item = Arrow>,
        name: Names<'_>,
    ) -> Drawing {
        let mut arrows: Vec<Arrow> = arrows.filter(|arrow| arrow.from < count && arrow.to < count).collect();
        let edges: Vec<(usize, usize)> = arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
        sort(&mut arrows, edges);
        Drawing { title, names: ResourceIndex::first(count).map(name).collect(), arrows }
    }
}

/// Sorts arrows by their targets, and those to the same target by the first edge between the same vertices.
fn sort(arrows: &mut [Arrow], edges: impl IntoIterator<Item = (usize, usize)>) {
    let mut ranks: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for (rank, edge) in edges.into_iter().enumerate() {
        ranks.entry(edge).or_insert(rank);
    }
    arrows.sort_by_key(|arrow| (arrow.to, ranks.get(&(arrow.from, arrow.to)).copied()));
}

/// The name of a vertex. The ends of containers are resources of a type of their own in Puppet, whose titles are
/// references, too, and are written as such: with one capital a word.
fn expanded_name(vertex: Vertex, name: Names<'_>) -> EcoString {
    let end = match vertex {
        Vertex::Resource(resource) => return name(resource),
        Vertex::Admissible(_) => "admissible_",
        Vertex::Completed(_) => "completed_",
    };
    let name = name(vertex.resource());
    let (type_name, rest) = name.split_at(name.find('[').unwrap_or(name.len()));
    ecow::eco_format!("Whit[{}{rest}]", reference_name(&format!("{end}{type_name}")))
}
