//! Tests of positions in JSON texts and of differences; `tests/catalog` has the others.

use pcore::json::JsonPath;

use super::locate::locate;

#[track_caller]
fn check(text: &str, path: &str, expected: (usize, usize)) {
    let path: JsonPath = path.parse().expect("a path");
    assert_eq!(locate(text, &path), Some(expected), "{path} in {text}");
}

#[test]
fn a_value_is_found_in_its_line_and_column() {
    let text = "{\n  \"a\": [1, {\"b\\\"]\": null}, \"x,]\" ],\n  \"c\" : {\"d\": true}\n}";
    check(text, "$", (1, 1));
    check(text, "$['a']", (2, 8));
    check(text, "$['a'][0]", (2, 9));
    check(text, "$['a'][1]['b\"]']", (2, 21));
    check(text, "$['a'][2]", (2, 28));
    check(text, "$['c']['d']", (3, 15));
}

#[test]
fn what_is_not_there_is_found_where_it_should_be() {
    check("{\"a\": [1]}", "$['a'][5]", (1, 7));
    check("{\"a\": []}", "$['a'][0]", (1, 7));
    check("{\"a\": 1}", "$['b']", (1, 1));
}

#[test]
fn of_a_key_that_is_there_twice_the_last_value_is_found() {
    check("{\"a\": 1, \"a\": 2}", "$['a']", (1, 15));
}

mod difference {
    use crate::catalog::{Catalog, Declared, Difference};

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
}
