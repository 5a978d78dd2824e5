//! Where the values of parameters come from, and what a node classifier says.

use pcore::Value;

use super::harness::{Given, answer};
use crate::{Compilation, DataLookup, Frame, Outcome, Query};

/// Data in which every key of the class `a` but one has its own name as its value.
struct Names;

impl DataLookup for Names {
    fn find(&self, _compilation: &mut Compilation<'_>, _frame: &Frame, query: &Query<'_>) -> Outcome<Option<Value>> {
        Ok(match query.key {
            "a::nothing" => Some(Value::Undef),
            key if key.starts_with("a::") => Some(Value::from(key)),
            _ => None,
        })
    }
}

#[track_caller]
fn check(source: &str, given: &Given, expected: &[&str]) {
    let answer = answer(source, given);
    for line in expected {
        assert!(answer.lines().any(|given| given.trim() == *line), "no line '{line}' in\n{answer}");
    }
}

#[test]
fn data_comes_after_what_is_given_and_before_defaults() {
    let given = Given { data: &Names, ..Given::default() };
    let class = "class a($x, $y = 'dy', $nothing = 'dn', $z = undef) { notice(\"$x $y $nothing $z\") } ";
    check(&format!("{class} include a"), &given, &["[notice] Scope(Class[A]): a::x a::y dn a::z"]);
    let declared = format!("{class} class {{ 'a': x => 'given', y => undef }}");
    check(&declared, &given, &["[notice] Scope(Class[A]): given a::y dn a::z"]);
    check("define a($x = 'd') { notice($x) } a{'q':}", &given, &["[notice] Scope(A[q]): d"]);
}

#[test]
fn classified_classes_are_evaluated_with_the_definitions() {
    let parameters = Value::hash([("p".into(), 5.into())]);
    let classes = vec![("plain".into(), None), ("b".into(), Some(parameters))];
    let given = Given { classes, ..Given::default() };
    let source =
        "class plain { notice('plain') } class b($p) { notice($p) } notice('main') d{'x':} define d { notice('d') }";
    check(
        source,
        &given,
        &[
            "[notice] Scope(Class[main]): main",
            "[notice] Scope(Class[B]): 5",
            "[notice] Scope(Class[Plain]): plain",
            "classes plain,b,settings,b,plain",
        ],
    );
    let missing = Given { classes: vec![("nosuch".into(), None)], ..Given::default() };
    check("notice(1)", &missing, &["ERR: Could not find class nosuch for test.example.com on node test.example.com"]);
}
