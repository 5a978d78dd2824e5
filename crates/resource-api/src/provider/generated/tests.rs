//! The forms of generated resources.

use super::*;
use crate::failure::FailureKind;

fn read(yaml: &str) -> Outcome<Vec<Generated>> {
    Generated::from_value(&pcore::yaml::parse(yaml).expect("valid YAML"))
}

fn note(title: &str, attributes: &[(&str, Value)]) -> Generated {
    let attributes = attributes.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    Generated { type_name: "note".into(), title: title.into(), attributes }
}

// Requirement: CG-3
#[test]
fn nothing_one_map_and_a_list_are_accepted() {
    assert_eq!(read("~").expect("nothing"), []);
    assert_eq!(read("[]").expect("an empty list"), []);
    assert_eq!(read("{type: note, title: a}").expect("one map"), [note("a", &[])]);
    assert_eq!(
        read("[{type: note, title: a}, {type: note, title: b}]").expect("a list"),
        [note("a", &[]), note("b", &[])]
    );
}

// Requirement: CG-4
#[test]
fn attributes_stand_beside_the_title_or_in_their_own_map() {
    let expected = [note("a", &[("ensure", "present".into()), ("size", 3.into())])];
    assert_eq!(read("{type: note, title: a, ensure: present, size: 3}").expect("flat"), expected);
    assert_eq!(read("{type: note, title: a, attributes: {ensure: present, size: 3}}").expect("nested"), expected);
}

// Requirement: CG-4
#[test]
fn symbols_are_keys_and_names_as_well() {
    let symbol = |text: &str| Value::Symbol(text.into());
    let map = Value::hash([
        (symbol("type"), symbol("note")),
        (symbol("title"), "a".into()),
        (symbol("ensure"), "present".into()),
    ]);
    let expected = [note("a", &[("ensure", "present".into())])];
    assert_eq!(Generated::from_value(&map).expect("a map of symbols"), expected);
}

// Requirement: CG-4
#[test]
fn an_attribute_called_attributes_is_one_when_others_stand_beside_it() {
    let generated = read("{type: note, title: a, attributes: {k: v}, size: 3}").expect("flat");
    assert_eq!(generated[0].attributes.len(), 2);
}

// Requirement: CG-4
#[test]
fn what_is_no_resource_ends_the_run() {
    for (answer, message) in [
        ("'Note[a]'", "generate must return maps with a type and a title, not String \"Note[a]\""),
        ("[{type: note, title: a}, 5]", "generate must return maps with a type and a title, not Integer 5"),
        ("{type: note}", "generate must return maps with a type and a title, not a map without title"),
        ("{title: a}", "generate must return maps with a type and a title, not a map without type"),
        (
            "{type: note, title: 5}",
            "generate must return maps with a type and a title, not a map whose title is the Integer 5",
        ),
    ] {
        let failure = read(answer).expect_err("no resource");
        assert_eq!((failure.to_string().as_str(), failure.kind()), (message, FailureKind::Fatal));
    }
}
