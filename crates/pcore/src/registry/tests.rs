use std::sync::{Arc, Mutex};

use diagnostics::{Diagnostic, Span};

use super::{TypeDefinition, TypeRegistry, TypeSource};
use crate::{TypeNames as _, parse_literal_with, parse_type_with};

/// Definitions that are found when they are asked for, and a list of what was asked.
struct Shelf {
    definitions: Vec<(&'static str, &'static str)>,
    asked: Mutex<Vec<String>>,
}

impl TypeSource for Shelf {
    fn find(&self, name: &str) -> Result<Option<TypeDefinition>, Diagnostic> {
        self.asked.lock().unwrap().push(name.to_owned());
        if name == "broken" {
            return Err(Diagnostic::error(Span::default(), "it is broken"));
        }
        let found = self.definitions.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        Ok(found.map(|(name, text)| TypeDefinition { name: (*name).into(), text: (*text).into() }))
    }
}

fn shelf(definitions: &[(&'static str, &'static str)]) -> (Arc<Shelf>, TypeRegistry) {
    let shelf = Arc::new(Shelf { definitions: definitions.to_vec(), asked: Mutex::default() });
    (shelf.clone(), TypeRegistry::with_source(shelf))
}

#[track_caller]
fn check(registry: &TypeRegistry, type_text: &str, value: &str, fits: bool) {
    let given = parse_type_with(type_text, registry).unwrap();
    let value = parse_literal_with(value, registry).unwrap();
    assert_eq!(given.is_instance(&value), fits, "{value:?} in {given}");
}

#[test]
fn a_source_is_asked_for_what_was_not_added() {
    let (_, registry) = shelf(&[("A::Port", "Integer[1, 65535]")]);
    check(&registry, "A::Port", "80", true);
    check(&registry, "::A::Port", "0", false);
    registry.add("B::Port", "A::Port");
    check(&registry, "B::Port", "80", true);
}

#[test]
fn what_was_added_goes_before_the_source() {
    let (shelf, registry) = shelf(&[("A::Port", "Integer")]);
    registry.add("A::Port", "String");
    check(&registry, "A::Port", "'80'", true);
    assert!(shelf.asked.lock().unwrap().is_empty());
}

#[test]
fn definitions_of_a_source_may_mention_each_other() {
    let (_, registry) = shelf(&[("A::Tree", "Array[A::Node]"), ("A::Node", "Variant[Integer, A::Tree]")]);
    check(&registry, "A::Tree", "[1, [2, [3]]]", true);
    check(&registry, "A::Tree", "[1, [x]]", false);
}

#[test]
fn a_name_is_asked_for_once() {
    let (shelf, registry) = shelf(&[("A::Port", "Integer")]);
    for _ in 0..3 {
        assert!(registry.find("A::Port").is_some());
        assert!(registry.find("Nosuch").is_none());
        assert!(registry.find("Broken").is_none());
    }
    assert_eq!(*shelf.asked.lock().unwrap(), ["a::port", "nosuch", "broken"]);
}

#[test]
fn a_broken_definition_breaks_what_needs_it() {
    let (_, registry) = shelf(&[("A::Port", "Array[Broken]"), ("A::Loose", "Array[Unknown]")]);
    assert!(registry.find("A::Port").is_none());
    assert_eq!(registry.problem("A::Port").unwrap().message, "it is broken");
    assert!(registry.find("A::Loose").is_some());
}

#[test]
fn an_alias_of_nothing_but_itself_is_broken() {
    let (_, registry) = shelf(&[("A::B", "A::C"), ("A::C", "A::B")]);
    assert!(registry.find("A::B").is_none());
    assert_eq!(registry.problem("A::B").unwrap().message, "Type alias 'A::C' cannot be resolved to a real type");
}

#[test]
fn object_types_inherit_across_definitions() {
    let (_, registry) = shelf(&[
        ("A::Base", "Object[{ attributes => { a => Integer } }]"),
        ("A::Child", "Object[{ parent => A::Base, attributes => { b => Optional[A::Child] } }]"),
    ]);
    let value = parse_literal_with("A::Child(1, A::Child(2, undef))", &registry).unwrap();
    assert_eq!(value.to_string(), "A::Child({'a' => 1, 'b' => A::Child({'a' => 2})})");
}

#[test]
fn types_of_a_set_are_found_by_their_full_names() {
    let set = "TypeSet[{ pcore_version => '1.0.0', version => '1.0.0',
        types => { Age => Integer[0], Person => { attributes => { age => Age } } } }]";
    let (_, registry) = shelf(&[("People", set)]);
    check(&registry, "People::Age", "7", true);
    let person = parse_literal_with("People::Person(3)", &registry).unwrap();
    assert_eq!(person.to_string(), "People::Person({'age' => 3})");
    assert!(registry.find("People::Nobody").is_none());
}

#[test]
fn a_set_may_refer_to_another() {
    let (_, registry) = shelf(&[
        ("One", "TypeSet[{ pcore_version => '1.0.0', version => '1.2.0', types => { Age => Integer[0] } }]"),
        (
            "Two",
            "TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Ages => Array[O::Age] },
              references => { O => { name => 'One', version_range => '1.x' } } }]",
        ),
        (
            "Three",
            "TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Ages => Array[O::Age] },
              references => { O => { name => 'One', version_range => '2.x' } } }]",
        ),
    ]);
    check(&registry, "Two::Ages", "[1, 2]", true);
    check(&registry, "Two::Ages", "[-1]", false);
    assert!(registry.find("Three").is_none());
    assert!(registry.problem("Three").unwrap().message.contains("'One'"));
}
