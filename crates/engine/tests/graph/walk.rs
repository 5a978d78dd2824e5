//! The order of evaluation, beyond what is recorded of Puppet.

use engine::{
    graph::{Edge, Generated, Graph, Relation, Vertex, Walk},
    index::{ResourceIndex as R, VertexIndex as V},
};

use crate::support::{catalog, graph, is_container, name, names, order_of, vertex};

fn rest(walk: &mut Walk) -> Vec<V> {
    let mut vertices = Vec::new();
    while let Some(vertex) = walk.next() {
        vertices.push(vertex);
        walk.finish(vertex);
    }
    vertices
}

#[test]
fn several_vertices_may_be_evaluated_at_the_same_time() {
    let catalog =
        catalog(&[("Probe[a]", &[]), ("Probe[b]", &[("require", "Probe[a]")]), ("Probe[c]", &[]), ("Probe[d]", &[])]);
    let mut walk = graph(&catalog).walk();
    assert_eq!(walk.peek(), Some(V(0)));
    assert_eq!((walk.next(), walk.next(), walk.peek()), (Some(V(0)), Some(V(2)), Some(V(3))));
    assert_eq!((walk.active(), walk.unfinished()), (2, 4));
    assert_eq!((walk.waits_for(V(1)), walk.waits_for(V(0))), (1, 0));
    walk.finish(V(0));
    assert_eq!(walk.waits_for(V(1)), 0);
    assert_eq!((walk.next(), walk.next(), walk.next()), (Some(V(1)), Some(V(3)), None));
    assert!(!walk.is_finished());
    [3, 2, 1].map(V).into_iter().for_each(|vertex| walk.finish(vertex));
    assert!(walk.is_finished());
}

#[test]
fn a_vertex_is_finished_once_and_not_before_it_is_active() {
    let catalog = catalog(&[("Probe[a]", &[("before", "Probe[b] Probe[b]")]), ("Probe[b]", &[])]);
    let mut walk = graph(&catalog).walk();
    walk.finish(V(1));
    walk.finish(V(7));
    assert!(!walk.postpone(V(0)));
    assert_eq!(walk.next(), Some(V(0)));
    walk.finish(V(0));
    walk.finish(V(0));
    assert_eq!((walk.next(), walk.unfinished()), (Some(V(1)), 1));
}

#[test]
fn a_postponed_vertex_waits_for_active_ones() {
    let catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[])]);
    let mut walk = graph(&catalog).walk();
    assert_eq!(walk.next(), Some(V(0)));
    assert!(walk.postpone(V(0)));
    assert_eq!((walk.next(), walk.next()), (Some(V(1)), None));
    walk.finish(V(1));
    assert_eq!(walk.next(), Some(V(0)));
    assert!(walk.postpone(V(0)));
    // Nothing has happened since.
    assert_eq!(walk.next(), Some(V(0)));
    assert!(!walk.postpone(V(0)));
    walk.finish(V(0));
    assert!(walk.is_finished());
}

#[test]
fn generated_resources_may_have_relations() {
    let catalog = catalog(&[
        ("Class[A]", &[]),
        ("Probe[a]", &[("in", "Class[A]")]),
        ("Probe[b]", &[("in", "Class[A]")]),
        ("Probe[a1]", &[]),
        ("Probe[a2]", &[("before", "Probe[a]")]),
        ("Probe[a11]", &[]),
    ]);
    let generated = [
        Generated { parent: R(1), child: R(3) },
        Generated { parent: R(1), child: R(4) },
        Generated { parent: R(3), child: R(5) },
        // Neither a parent that comes later nor a second one counts.
        Generated { parent: R(5), child: R(1) },
        Generated { parent: R(2), child: R(5) },
    ];
    let index = catalog::CatalogIndex::new(&catalog).unwrap();
    let relations = engine::graph::Relations::new(&catalog, &index, &generated).unwrap();
    assert_eq!(relations.order(), [0, 1, 3, 5, 4, 2].map(R));
    let graph = Graph::new(&catalog, &generated, relations.as_slice(), &|index| is_container(&catalog, index));
    assert_eq!(
        names(&catalog, &graph, &order_of(&graph)),
        ["admissible_Class[A]", "Probe[a2]", "Probe[a]", "Probe[a1]", "Probe[a11]", "Probe[b]", "completed_Class[A]"]
    );
}

#[test]
fn dynamic_children_may_have_children() {
    let mut catalog = catalog(&[
        ("Probe[a]", &[]),
        ("Probe[b]", &[]),
        ("Probe[c]", &[("subscribe", "Probe[a]"), ("before", "Probe[b]")]),
    ]);
    let mut walk = graph(&catalog).walk();
    let mut order = Vec::new();
    while let Some(vertex) = walk.next() {
        let own = name(&catalog, walk.graph().vertices()[vertex]);
        for (parent, children) in [("Probe[a]", &["a1", "a2"][..]), ("Probe[a1]", &["a11"])] {
            if own == parent {
                let first = catalog.resources.len();
                let mut added = catalog.resources[0].clone();
                for title in children {
                    added.title = (*title).into();
                    catalog.resources.push(added.clone());
                }
                let resources: Vec<R> = (first..catalog.resources.len()).map(R).collect();
                let added = walk.add_children(vertex, &resources);
                assert_eq!(added.len(), children.len());
                assert_eq!(walk.graph().beginning(R(first)), Some(added[0]));
            }
        }
        order.push(own);
        walk.finish(vertex);
    }
    assert_eq!(
        order,
        ["Probe[a]", "Probe[a1]", "Probe[a11]", "completed_a1", "Probe[a2]", "completed_a", "Probe[c]", "Probe[b]"]
    );
    // The events of all of them reach the subscribers of the parent.
    let graph = walk.graph();
    let end = vertex(&catalog, graph, "completed_a");
    assert_eq!(graph.edges(end), [Edge { to: V(2), refresh: true }]);
    assert_eq!(graph.end(R(0)), Some(end));
    assert_eq!(graph.dependencies(V(2)).collect::<Vec<_>>(), [end]);
    for before in ["Probe[a]", "completed_a1", "Probe[a2]"] {
        let edges = graph.edges(vertex(&catalog, graph, before));
        assert!(edges.iter().any(|edge| edge.to == end && edge.refresh), "{before}");
    }
}

#[test]
fn children_of_a_finished_resource_are_just_ready() {
    let catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[]), ("Probe[a1]", &[])]);
    let graph = Graph::new(&catalog, &[], &[], &|_| false);
    let mut walk = graph.walk();
    assert_eq!(rest(&mut walk), [0, 1, 2].map(V));
    let added = walk.add_children(V(0), &[R(3)]);
    assert_eq!(rest(&mut walk), added);
    assert!(walk.add_children(V(99), &[R(4)]).is_empty());
}

#[test]
fn relations_and_contents_outside_of_the_catalog_are_ignored() {
    let mut catalog = catalog(&[("Class[A]", &[]), ("Probe[a]", &[("in", "Class[A]")])]);
    catalog.containment.extend([(0, 9), (9, 1), (1, 0)]);
    let relations =
        [Relation { from: R(0), to: R(9), refresh: true }, Relation { from: R(9), to: R(1), refresh: false }];
    let graph = Graph::new(&catalog, &[], &relations, &|index| is_container(&catalog, index));
    let expected = [Vertex::Admissible(R(0)), Vertex::Resource(R(1)), Vertex::Completed(R(0))];
    assert_eq!(order_of(&graph).iter().map(|&vertex| graph.vertices()[vertex]).collect::<Vec<_>>(), expected);
}
