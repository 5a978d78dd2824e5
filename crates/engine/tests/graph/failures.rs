//! Failures that keep others from their turns, beyond what is recorded of Puppet.

use engine::graph::Told;

use crate::support::{catalog, graph, names};

#[test]
fn failures_reach_everything_behind_them_and_nothing_else() {
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
fn each_listener_is_told_of_a_failure_once() {
    let catalog = catalog(&[
        ("Probe[a]", &[]),
        ("Probe[b]", &[("require", "Probe[a]")]),
        ("Probe[c]", &[("require", "Probe[a]")]),
        ("Probe[d]", &[]),
    ]);
    let mut walk = graph(&catalog).walk();
    walk.fail(0);
    while let Some(vertex) = walk.next() {
        walk.finish(vertex);
    }
    let (mut told, mut others) = (Told::default(), Told::default());
    assert_eq!(walk.failures_before(1, &mut told), [0]);
    assert!(walk.failures_before(2, &mut told).is_empty());
    assert_eq!(walk.failures_before(2, &mut others), [0]);
    assert!(walk.failures_before(3, &mut others).is_empty());
}

#[test]
fn what_failed_although_it_was_blocked_is_told_of_after_its_own_reasons() {
    let catalog = catalog(&[
        ("Probe[a]", &[]),
        ("Probe[b]", &[("require", "Probe[a]")]),
        ("Probe[c]", &[("require", "Probe[b]")]),
    ]);
    let mut walk = graph(&catalog).walk();
    walk.fail(0);
    walk.fail(1);
    while let Some(vertex) = walk.next() {
        walk.finish(vertex);
    }
    assert_eq!(walk.failures_before(2, &mut Told::default()), [0, 1]);
}

#[test]
fn failures_of_what_a_resource_brought_along_count_as_its_own() {
    let catalog = catalog(&[("Probe[a]", &[]), ("Probe[b]", &[("require", "Probe[a]")])]);
    let mut walk = graph(&catalog).walk();
    assert_eq!(walk.next(), Some(0));
    let [child] = walk.add_generated(0, &[2])[..] else { panic!("one child") };
    walk.finish(0);
    walk.fail(child);
    while let Some(vertex) = walk.next() {
        walk.finish(vertex);
    }
    assert!(walk.is_blocked(1) && !walk.is_blocked(child));
    assert_eq!(walk.failures_before(1, &mut Told::default()), [child]);
}
