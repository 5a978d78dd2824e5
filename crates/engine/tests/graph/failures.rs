//! Failures that keep others from being evaluated, beyond what is recorded of Puppet.

use engine::{
    graph::ReportedFailures,
    index::{ResourceIndex as R, VertexIndex as V},
};

use crate::support::{catalog, graph, names};

#[test]
fn failures_reach_everything_after_them_and_nothing_else() {
    let catalog = catalog(&[
        ("Class[A]", &[("before", "Class[B]")]),
        ("Probe[a]", &[("in", "Class[A]")]),
        ("Probe[beside]", &[("in", "Class[A]")]),
        ("Class[B]", &[]),
        ("Class[C]", &[("in", "Class[B]")]),
        ("Probe[c]", &[("in", "Class[C]")]),
        ("Probe[other]", &[]),
    ]);
    let mut walk = graph(&catalog).walk();
    let mut blocked = Vec::new();
    while let Some(vertex) = walk.next() {
        if walk.is_blocked(vertex) {
            blocked.push(vertex);
        } else if names(&catalog, walk.graph(), &[vertex]) == ["Probe[a]"] {
            walk.fail(vertex);
            assert!(walk.has_failed(vertex));
        }
        walk.finish(vertex);
    }
    assert_eq!(
        names(&catalog, walk.graph(), &blocked),
        [
            "completed_Class[A]",
            "admissible_Class[B]",
            "admissible_Class[C]",
            "Probe[c]",
            "completed_Class[C]",
            "completed_Class[B]"
        ]
    );
}

#[test]
fn each_failure_is_reported_once() {
    let catalog = catalog(&[
        ("Probe[a]", &[]),
        ("Probe[b]", &[("require", "Probe[a]")]),
        ("Probe[c]", &[("require", "Probe[a]")]),
        ("Probe[d]", &[]),
    ]);
    let mut walk = graph(&catalog).walk();
    walk.fail(V(0));
    while let Some(vertex) = walk.next() {
        walk.finish(vertex);
    }
    let (mut reported, mut others) = (ReportedFailures::default(), ReportedFailures::default());
    assert_eq!(walk.failures_before(V(1), &mut reported), [V(0)]);
    assert!(walk.failures_before(V(2), &mut reported).is_empty());
    assert_eq!(walk.failures_before(V(2), &mut others), [V(0)]);
    assert!(walk.failures_before(V(3), &mut others).is_empty());
}

#[test]
fn a_blocked_vertex_that_failed_is_reported_after_its_own_reasons() {
    let catalog = catalog(&[
        ("Probe[a]", &[]),
        ("Probe[b]", &[("require", "Probe[a]")]),
        ("Probe[c]", &[("require", "Probe[b]")]),
    ]);
    let mut walk = graph(&catalog).walk();
    walk.fail(V(0));
    walk.fail(V(1));
    while let Some(vertex) = walk.next() {
        walk.finish(vertex);
    }
    assert_eq!(walk.failures_before(V(2), &mut ReportedFailures::default()), [V(0), V(1)]);
}

#[test]
fn failures_of_dynamic_children_count_as_those_of_their_parent() {
    let catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[("require", "Probe[a]")])]);
    let mut walk = graph(&catalog).walk();
    assert_eq!(walk.next(), Some(V(0)));
    let [child] = walk.add_children(V(0), &[R(2)])[..] else { panic!("one child") };
    walk.finish(V(0));
    walk.fail(child);
    while let Some(vertex) = walk.next() {
        walk.finish(vertex);
    }
    assert!(walk.is_blocked(V(1)) && !walk.is_blocked(child));
    assert_eq!(walk.failures_before(V(1), &mut ReportedFailures::default()), [child]);
}
