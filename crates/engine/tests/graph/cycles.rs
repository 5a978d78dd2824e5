//! Cycles, and how they are reported. The texts are those of Puppet 7.23, except for paths that lead to a cycle before they
//! go round: here there is only the cycle.

use crate::support::{catalog, graph, names};

const ADVICE: &str = "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz";

#[track_caller]
fn check(resources: &[(&str, &[(&str, &str)])], expected: &str) {
    let catalog = catalog(resources);
    let cycles = graph(&catalog).cycles(&catalog).expect_err("there are cycles");
    assert_eq!(cycles.to_string(), format!("{expected}\\n{ADVICE}"));
}

#[test]
fn a_cycle_begins_with_the_member_that_comes_first_by_name() {
    check(
        &[("Probe[b]", &[("require", "Probe[a]")]), ("Probe[a]", &[("require", "Probe[b]")])],
        "Found 1 dependency cycle:\n(Probe[a] => Probe[b] => Probe[a])",
    );
}

#[test]
fn a_resource_that_waits_for_itself_is_a_cycle() {
    check(&[("Probe[a]", &[("require", "Probe[a]")])], "Found 1 dependency cycle:\n(Probe[a] => Probe[a])");
}

#[test]
fn cycles_are_counted_and_sorted_with_written_line_breaks_between_them() {
    check(
        &[
            ("Probe[z]", &[("before", "Probe[y]")]),
            ("Probe[y]", &[("before", "Probe[z]")]),
            ("Probe[d]", &[("before", "Probe[c]")]),
            ("Probe[c]", &[("before", "Probe[d]")]),
        ],
        "Found 2 dependency cycles:\n(Probe[c] => Probe[d] => Probe[c])\\n(Probe[y] => Probe[z] => Probe[y])",
    );
}

#[test]
fn both_ends_of_a_container_are_called_by_its_reference() {
    check(
        &[
            ("Class[A]", &[("before", "Class[B]")]),
            ("Class[B]", &[]),
            ("Probe[x]", &[("in", "Class[B]")]),
            ("Probe[y]", &[("in", "Class[A]"), ("require", "Class[B]")]),
        ],
        "Found 1 dependency cycle:\n(Probe[x] => Class[B] => Probe[y] => Class[A] => Class[B] => Probe[x])",
    );
    check(
        &[("Class[A]", &[("require", "Class[B]")]), ("Class[B]", &[("require", "Class[A]")])],
        "Found 1 dependency cycle:\n(Class[A] => Class[A] => Class[B] => Class[B] => Class[A])",
    );
    check(
        &[("Class[main]", &[]), ("Probe[a]", &[("in", "Class[Main]"), ("before", "Class[main]")])],
        "Found 1 dependency cycle:\n(Probe[a] => Class[Main] => Probe[a])",
    );
}

#[test]
fn the_shortest_cycle_is_reported_without_the_path_to_it() {
    check(
        &[
            ("Probe[a]", &[("before", "Probe[b]")]),
            ("Probe[b]", &[("before", "Probe[c] Probe[d]")]),
            ("Probe[c]", &[("before", "Probe[b]")]),
            ("Probe[d]", &[("before", "Probe[e]")]),
            ("Probe[e]", &[("before", "Probe[a]")]),
        ],
        "Found 1 dependency cycle:\n(Probe[b] => Probe[c] => Probe[b])",
    );
}

#[test]
fn all_members_are_known() {
    let catalog = catalog(&[
        ("Probe[c]", &[("before", "Probe[a]")]),
        ("Probe[a]", &[("before", "Probe[b] Probe[c]")]),
        ("Probe[b]", &[("before", "Probe[c]")]),
        ("Probe[after]", &[("require", "Probe[c]")]),
    ]);
    let graph = graph(&catalog);
    let cycles = graph.cycles(&catalog).expect_err("there is a cycle");
    let [cycle] = cycles.as_slice() else { panic!("there is one cycle") };
    assert_eq!(names(&catalog, &graph, &cycle.members), ["Probe[a]", "Probe[b]", "Probe[c]"]);
    assert_eq!(cycle.to_string(), "(Probe[a] => Probe[c] => Probe[a])");
}

#[test]
fn containers_that_contain_each_other_are_a_cycle() {
    check(
        &[("Class[A]", &[("in", "Class[B]")]), ("Class[B]", &[("in", "Class[A]")])],
        "Found 2 dependency cycles:\n(Class[A] => Class[B] => Class[A])\\n(Class[A] => Class[B] => Class[A])",
    );
}
