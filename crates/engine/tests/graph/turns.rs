//! Whose turn it is, beyond what is recorded of Puppet.

use engine::graph::{Generated, Graph, Relation, Vertex, VertexId, Walk};

use crate::support::{catalog, graph, is_container, name, names, vertex};

fn turns(walk: &mut Walk) -> Vec<VertexId> {
    let mut turns = Vec::new();
    while let Some(vertex) = walk.next() {
        turns.push(vertex);
        walk.finish(vertex);
    }
    turns
}

#[test]
fn several_vertices_may_have_their_turns_side_by_side() {
    let catalog =
        catalog(&[("Probe[a]", &[]), ("Probe[b]", &[("require", "Probe[a]")]), ("Probe[c]", &[]), ("Probe[d]", &[])]);
    let mut walk = graph(&catalog).walk();
    assert_eq!(walk.peek(), Some(0));
    assert_eq!((walk.next(), walk.next(), walk.peek()), (Some(0), Some(2), Some(3)));
    assert_eq!((walk.turns(), walk.unfinished()), (2, 4));
    assert_eq!((walk.waits_for(1), walk.waits_for(0)), (1, 0));
    walk.finish(0);
    assert_eq!(walk.waits_for(1), 0);
    assert_eq!((walk.next(), walk.next(), walk.next()), (Some(1), Some(3), None));
    assert!(!walk.is_finished());
    [3, 2, 1].into_iter().for_each(|vertex| walk.finish(vertex));
    assert!(walk.is_finished());
}

#[test]
fn a_turn_ends_once_and_not_before_it_begins() {
    let catalog = catalog(&[("Probe[a]", &[("before", "Probe[b] Probe[b]")]), ("Probe[b]", &[])]);
    let mut walk = graph(&catalog).walk();
    walk.finish(1);
    walk.finish(7);
    assert!(!walk.postpone(0));
    assert_eq!(walk.next(), Some(0));
    walk.finish(0);
    walk.finish(0);
    assert_eq!((walk.next(), walk.unfinished()), (Some(1), 1));
}

#[test]
fn what_is_put_off_waits_for_turns_that_are_not_over() {
    let catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[])]);
    let mut walk = graph(&catalog).walk();
    assert_eq!(walk.next(), Some(0));
    assert!(walk.postpone(0));
    assert_eq!((walk.next(), walk.next()), (Some(1), None));
    walk.finish(1);
    assert_eq!(walk.next(), Some(0));
    assert!(walk.postpone(0));
    // Nothing has happened since.
    assert_eq!(walk.next(), Some(0));
    assert!(!walk.postpone(0));
    walk.finish(0);
    assert!(walk.is_finished());
}

#[test]
fn resources_added_before_the_first_turn_may_say_where_they_stand() {
    let catalog = catalog(&[
        ("Class[A]", &[]),
        ("Probe[a]", &[("in", "Class[A]")]),
        ("Probe[b]", &[("in", "Class[A]")]),
        ("Probe[a1]", &[]),
        ("Probe[a2]", &[("before", "Probe[a]")]),
        ("Probe[a11]", &[]),
    ]);
    let generated = [
        Generated { parent: 1, child: 3 },
        Generated { parent: 1, child: 4 },
        Generated { parent: 3, child: 5 },
        // Neither a parent that comes later nor a second one counts.
        Generated { parent: 5, child: 1 },
        Generated { parent: 2, child: 5 },
    ];
    let index = engine::catalog::CatalogIndex::new(&catalog).unwrap();
    let relations = engine::graph::Relations::with_generated(&catalog, &index, &generated).unwrap();
    assert_eq!(relations.places(), [0, 1, 3, 5, 4, 2]);
    let graph =
        Graph::with_generated(&catalog, &generated, relations.as_slice(), &|place| is_container(&catalog, place));
    assert_eq!(
        names(&catalog, &graph, &graph.order()),
        ["admissible_Class[A]", "Probe[a2]", "Probe[a]", "Probe[a1]", "Probe[a11]", "Probe[b]", "completed_Class[A]"]
    );
}

#[test]
fn what_is_brought_along_at_a_turn_may_bring_more() {
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
                let places: Vec<usize> = (first..catalog.resources.len()).collect();
                let added = walk.add_generated(vertex, &places);
                assert_eq!(added.len(), children.len());
                assert_eq!(walk.graph().beginning(first), Some(added[0]));
            }
        }
        order.push(own);
        walk.finish(vertex);
    }
    assert_eq!(
        order,
        ["Probe[a]", "Probe[a1]", "Probe[a11]", "completed_a1", "Probe[a2]", "completed_a", "Probe[c]", "Probe[b]"]
    );
    // The events of all of them reach what subscribes to the parent.
    let graph = walk.graph();
    let end = vertex(&catalog, graph, "completed_a");
    assert_eq!(graph.edges(end), [engine::graph::Edge { to: 2, refresh: true }]);
    assert_eq!(graph.end(0), Some(end));
    assert_eq!(graph.dependencies(2).collect::<Vec<_>>(), [end]);
    for before in ["Probe[a]", "completed_a1", "Probe[a2]"] {
        let edges = graph.edges(vertex(&catalog, graph, before));
        assert!(edges.iter().any(|edge| edge.to == end && edge.refresh), "{before}");
    }
}

#[test]
fn what_is_added_by_a_finished_resource_is_just_ready() {
    let catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[]), ("Probe[a1]", &[])]);
    let graph = Graph::new(&catalog, &[], &|_| false);
    let mut walk = graph.walk();
    assert_eq!(turns(&mut walk), [0, 1, 2]);
    let added = walk.add_generated(0, &[3]);
    assert_eq!(turns(&mut walk), added);
    assert!(walk.add_generated(99, &[4]).is_empty());
}

#[test]
fn relations_and_contents_outside_of_the_catalog_are_left_out() {
    let mut catalog = catalog(&[("Class[A]", &[]), ("Probe[a]", &[("in", "Class[A]")])]);
    catalog.containment.extend([(0, 9), (9, 1), (1, 0)]);
    let relations = [Relation { from: 0, to: 9, refresh: true }, Relation { from: 9, to: 1, refresh: false }];
    let graph = Graph::new(&catalog, &relations, &|place| is_container(&catalog, place));
    let expected = [Vertex::Admissible(0), Vertex::Resource(1), Vertex::Completed(0)];
    assert_eq!(graph.order().iter().map(|&vertex| graph.vertices()[vertex]).collect::<Vec<_>>(), expected);
}
