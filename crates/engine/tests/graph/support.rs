//! Catalogs in a few words.

use catalog::{Catalog, CatalogIndex, Declared};
use engine::{
    graph::{Graph, RelationError, Relations, Vertex, reference},
    index::{ResourceIndex, VertexIndex},
};
use pcore::Value;

/// A catalog of references with their metaparameters, such as `("Probe[a]", &[("require", "Probe[b]")])`. `in` is what
/// contains a resource.
pub fn catalog(resources: &[(&str, &[(&str, &str)])]) -> Catalog {
    let mut catalog = Catalog::default();
    for (written, metaparameters) in resources {
        let (type_name, title) = split(written);
        let given = metaparameters.iter().filter(|(name, _)| *name != "in");
        let parameters = given.map(|(name, value)| ((*name).into(), values(value))).collect();
        catalog.resources.push(Declared {
            type_name: type_name.into(),
            title: title.into(),
            parameters,
            ..Declared::default()
        });
    }
    for (index, (_, metaparameters)) in resources.iter().enumerate() {
        for (_, container) in metaparameters.iter().filter(|(name, _)| *name == "in") {
            let container = catalog.resources.iter().position(|declared| reference(declared) == *container);
            catalog.containment.push((container.expect("a container of the catalog"), index));
        }
    }
    catalog
}

/// References with blanks between them are an array.
fn values(written: &str) -> Value {
    if !written.contains(' ') {
        return written.into();
    }
    Value::array(written.split(' ').map(Value::from))
}

pub fn split(written: &str) -> (&str, &str) {
    let (type_name, rest) = written.split_once('[').expect("a reference");
    (type_name, rest.strip_suffix(']').expect("a reference"))
}

/// Everything but probes is a container.
pub fn is_container(catalog: &Catalog, index: ResourceIndex) -> bool {
    catalog.resources[index].type_name != "Probe"
}

pub fn try_graph(catalog: &Catalog) -> Result<Graph, RelationError> {
    let references = CatalogIndex::new(catalog).expect("no two resources have the same name");
    let relations = Relations::new(catalog, &references, &[])?;
    Ok(Graph::new(catalog, &[], relations.as_slice(), &|index| is_container(catalog, index)))
}

/// The order of evaluation when nothing is generated or postponed, without the vertices of cycles and those after them.
pub fn order_of(graph: &Graph) -> Vec<VertexIndex> {
    let mut walk = graph.clone().walk();
    let mut order = Vec::new();
    while let Some(vertex) = walk.next() {
        walk.finish(vertex);
        order.push(vertex);
    }
    order
}

pub fn graph(catalog: &Catalog) -> Graph {
    try_graph(catalog).expect("all references are known")
}

/// The name of a vertex, as in Puppet: `Probe[a]`, `admissible_Class[A]`, `completed_Class[A]`.
pub fn name(catalog: &Catalog, vertex: Vertex) -> String {
    let declared = &catalog.resources[vertex.resource()];
    match vertex {
        Vertex::Resource(_) => reference(declared).into(),
        Vertex::Admissible(_) => format!("admissible_{}", reference(declared)),
        // Puppet leaves the type out where a resource has an end of its own.
        Vertex::Completed(index) if !is_container(catalog, index) => format!("completed_{}", declared.title),
        Vertex::Completed(_) => format!("completed_{}", reference(declared)),
    }
}

pub fn names(catalog: &Catalog, graph: &Graph, vertices: &[VertexIndex]) -> Vec<String> {
    vertices.iter().map(|&vertex| name(catalog, graph.vertices()[vertex])).collect()
}

/// The vertex with a name.
pub fn vertex(catalog: &Catalog, graph: &Graph, wanted: &str) -> VertexIndex {
    let position = graph.vertices().iter().position(|&vertex| name(catalog, vertex) == wanted);
    VertexIndex(position.expect("a vertex of the graph"))
}
