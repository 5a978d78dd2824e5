//! Tests of differences; `tests/catalog` has the others.

use crate::{Catalog, Declared, Difference};

fn notify(title: &str) -> Declared {
    Declared { type_name: "Notify".into(), title: title.into(), ..Declared::default() }
}

fn catalog(titles: &[&str]) -> Catalog {
    Catalog { resources: titles.iter().map(|title| notify(title)).collect(), ..Catalog::default() }
}

#[test]
fn what_came_and_went_is_named() {
    let found = Difference::between(&catalog(&["a", "b"]), &catalog(&["b", "c"]));
    assert_eq!(
        found,
        Difference { removed: vec!["Notify[a]".into()], added: vec!["Notify[c]".into()], ..Difference::default() }
    );
}

#[test]
fn as_few_as_possible_are_said_to_have_moved() {
    let found = Difference::between(&catalog(&["a", "b", "c", "d"]), &catalog(&["d", "a", "b", "c"]));
    assert_eq!(found.moved, ["Notify[d]"]);
}

#[test]
fn parameters_tags_edges_and_classes_count() {
    let mut old = catalog(&["a", "b"]);
    let mut new = catalog(&["a", "b"]);
    old.resources[0].parameters = vec![("message".into(), 1.into()), ("gone".into(), true.into())];
    new.resources[0].parameters = vec![("message".into(), 2.into()), ("tag".into(), "x".into())];
    new.resources[1].tags = vec!["t".into()];
    new.resources[1].exported = true;
    old.containment = vec![(0, 1)];
    new.classes = vec!["web".into()];
    let found = Difference::between(&old, &new);
    let names: Vec<&str> = found.changed[0].parameters.iter().map(|changed| changed.name.as_str()).collect();
    assert_eq!(names, ["message", "tag", "gone"]);
    assert_eq!(found.changed[1].added_tags, ["t"]);
    assert_eq!(found.changed[1].exported, Some((false, true)));
    assert_eq!(found.removed_edges, [("Notify[a]".into(), "Notify[b]".into())]);
    assert_eq!(found.added_classes, ["web"]);
}

#[test]
fn a_secret_that_differs_shows_itself_nowhere() {
    let secret = |text: &str| {
        let mut catalog = catalog(&["a"]);
        catalog.resources[0].parameters = vec![("message".into(), pcore::Value::sensitive(text.into()))];
        catalog
    };
    let found = Difference::between(&secret("before!"), &secret("after!"));
    assert_eq!(found.changed.len(), 1);
    assert!(!format!("{found:?}").contains("before!") && !format!("{found:?}").contains("after!"));
}
