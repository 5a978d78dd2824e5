//! A graph as it is drawn: names and arrows, in the order in which Puppet writes them.
//!
//! There are three of them for a catalog: what contains what, who comes before whom, and the latter with containers
//! taken apart. [`Drawing::to_dot`] and [`Drawing::to_svg`] write them.

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{Graph, Relation, Vertex, VertexId};
use crate::catalog::Catalog;

/// A graph with names.
///
/// ```
/// use engine::{catalog::{Catalog, Declared}, graph::Drawing};
///
/// let declared = |title: &str| Declared { type_name: "Class".into(), title: title.into(), ..Declared::default() };
/// let catalog =
///     Catalog { resources: vec![declared("main"), declared("A")], containment: vec![(0, 1)], ..Catalog::default() };
/// let drawing = Drawing::resources(&catalog, &|place| engine::graph::reference(&catalog.resources[place]));
/// assert_eq!(drawing.names, ["Class[Main]", "Class[A]"]);
/// assert!(drawing.to_dot().starts_with("digraph Resources {\n"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What it is called.
    pub title: &'static str,
    /// The names of the vertices.
    pub names: Vec<EcoString>,
    /// The arrows between them, by their places among the names, those to the same vertex together.
    pub arrows: Vec<Arrow>,
}

/// An arrow between two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: usize,
    /// Where it leads to.
    pub to: usize,
    /// Whether events of the one refresh the other.
    pub refresh: bool,
}

/// The name of a place of the catalog.
type Names<'n> = &'n dyn Fn(usize) -> EcoString;

impl Drawing {
    /// What contains what.
    pub fn resources(catalog: &Catalog, name: Names<'_>) -> Drawing {
        let arrows = catalog.containment.iter().map(|&(from, to)| Arrow { from, to, refresh: false });
        Drawing::of_places("Resources", catalog.resources.len(), arrows, name)
    }

    /// Who comes before whom, as declared and as types say: `count` is the number of places.
    pub fn relationships(count: usize, relations: &[Relation], name: Names<'_>) -> Drawing {
        let arrows = relations.iter().map(|&Relation { from, to, refresh }| Arrow { from, to, refresh });
        Drawing::of_places("Relationships", count, arrows, name)
    }

    /// Who comes before whom when containers have a beginning and an end.
    pub fn expanded(graph: &Graph, name: Names<'_>) -> Drawing {
        let (resources, ends): (Vec<VertexId>, Vec<VertexId>) =
            (0..graph.vertices().len()).partition(|vertex| graph.vertices()[*vertex].is_resource());
        let order = [resources, ends].concat();
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, vertex)| places[*vertex] = place);
        let vertices = graph.vertices();
        let mut arrows = Vec::new();
        for from in 0..vertices.len() {
            for edge in graph.edges(from) {
                arrows.push(Arrow { from: places[from], to: places[edge.to], refresh: edge.refresh });
            }
        }
        // Where edges were made in which order only their targets know.
        let mut ranks: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for to in 0..vertices.len() {
            for (rank, from) in graph.dependencies(to).enumerate() {
                ranks.entry((places[from], places[to])).or_insert(rank);
            }
        }
        arrows.sort_by_key(|arrow| (arrow.to, ranks.get(&(arrow.from, arrow.to)).copied()));
        let names = order.iter().map(|vertex| expanded_name(vertices[*vertex], name)).collect();
        Drawing { title: "Expanded_relationships", names, arrows }
    }

    fn of_places(title: &'static str, count: usize, arrows: impl Iterator<Item = Arrow>, name: Names<'_>) -> Drawing {
        let mut arrows: Vec<Arrow> = arrows.filter(|arrow| arrow.from < count && arrow.to < count).collect();
        let mut ranks: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for (rank, arrow) in arrows.iter().enumerate() {
            ranks.entry((arrow.from, arrow.to)).or_insert(rank);
        }
        arrows.sort_by_key(|arrow| (arrow.to, ranks[&(arrow.from, arrow.to)]));
        Drawing { title, names: (0..count).map(name).collect(), arrows }
    }
}

/// The name of a vertex. The ends of containers are resources of a type of their own in Puppet, whose titles are
/// references, too, and are written as such: with one capital a word.
fn expanded_name(vertex: Vertex, name: Names<'_>) -> EcoString {
    let end = match vertex {
        Vertex::Resource(place) => return name(place),
        Vertex::Admissible(_) => "admissible_",
        Vertex::Completed(_) => "completed_",
    };
    let name = name(vertex.place());
    let (type_name, rest) = name.split_at(name.find('[').unwrap_or(name.len()));
    let words: Vec<String> = format!("{end}{type_name}").split("::").map(capitalized).collect();
    ecow::eco_format!("Whit[{}{rest}]", words.join("::"))
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.flat_map(char::to_lowercase)).collect()
}
