use std::{
    io,
    sync::{Arc, Mutex},
};

use super::{SourceError, TypeDefinition, TypeRegistry, TypeSource};
use crate::{TypeNames as _, parse_literal_with, parse_type_with};

/// Definitions that are found on demand, and a list of the lookups.
struct RecordingSource {
    definitions: Vec<(&'static str, &'static str)>,
    lookups: Mutex<Vec<String>>,
}

impl TypeSource for RecordingSource {
    fn find(&self, name: &str) -> Result<Option<TypeDefinition>, SourceError> {
        self.lookups.lock().unwrap().push(name.to_owned());
        if name == "broken" {
            return Err(Arc::new(io::Error::other("it is broken")));
        }
        let definition = self.definitions.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        Ok(definition.map(|(name, text)| TypeDefinition { name: (*name).into(), text: (*text).into() }))
    }
}

fn recording_source(definitions: &[(&'static str, &'static str)]) -> (Arc<RecordingSource>, TypeRegistry) {
    let recording_source = Arc::new(RecordingSource { definitions: definitions.to_vec(), lookups: Mutex::default() });
    (recording_source.clone(), TypeRegistry::with_source(recording_source))
}

#[track_caller]
fn check(registry: &TypeRegistry, type_text: &str, value: &str, fits: bool) {
    let parsed = parse_type_with(type_text, registry).unwrap();
    let value = parse_literal_with(value, registry).unwrap();
    assert_eq!(parsed.is_instance(&value), fits, "{value:?} in {parsed}");
}

#[test]
fn missing_names_are_looked_up_in_the_source() {
    let (_, registry) = recording_source(&[("A::Port", "Integer[1, 65535]")]);
    check(&registry, "A::Port", "80", true);
    check(&registry, "::A::Port", "0", false);
    registry.add("B::Port", "A::Port");
    check(&registry, "B::Port", "80", true);
}

#[test]
fn added_definitions_take_precedence_over_the_source() {
    let (recording_source, registry) = recording_source(&[("A::Port", "Integer")]);
    registry.add("A::Port", "String");
    check(&registry, "A::Port", "'80'", true);
    assert!(recording_source.lookups.lock().unwrap().is_empty());
}

#[test]
fn definitions_of_a_source_may_mention_each_other() {
    let (_, registry) = recording_source(&[("A::Tree", "Array[A::Node]"), ("A::Node", "Variant[Integer, A::Tree]")]);
    check(&registry, "A::Tree", "[1, [2, [3]]]", true);
    check(&registry, "A::Tree", "[1, [x]]", false);
}

#[test]
fn a_name_is_looked_up_once() {
    let (recording_source, registry) = recording_source(&[("A::Port", "Integer")]);
    for _ in 0..3 {
        assert!(registry.find("A::Port").is_some());
        assert!(registry.find("Nosuch").is_none());
        assert!(registry.find("Broken").is_none());
    }
    assert_eq!(*recording_source.lookups.lock().unwrap(), ["a::port", "nosuch", "broken"]);
}

#[test]
fn a_broken_definition_breaks_its_dependents() {
    let (_, registry) = recording_source(&[("A::Port", "Array[Broken]"), ("A::Loose", "Array[Unknown]")]);
    assert!(registry.find("A::Port").is_none());
    assert_eq!(registry.problem("A::Port").unwrap().message, "it is broken");
    assert!(registry.source_error("A::Port").unwrap().downcast_ref::<io::Error>().is_some());
    assert!(registry.find("A::Loose").is_some());
}

#[test]
fn an_alias_of_nothing_but_itself_is_broken() {
    let (_, registry) = recording_source(&[("A::B", "A::C"), ("A::C", "A::B")]);
    assert!(registry.find("A::B").is_none());
    assert_eq!(registry.problem("A::B").unwrap().message, "Type alias 'A::C' cannot be resolved to a real type");
}

#[test]
fn object_types_inherit_across_definitions() {
    let (_, registry) = recording_source(&[
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
    let (_, registry) = recording_source(&[("People", set)]);
    check(&registry, "People::Age", "7", true);
    let person = parse_literal_with("People::Person(3)", &registry).unwrap();
    assert_eq!(person.to_string(), "People::Person({'age' => 3})");
    assert!(registry.find("People::Nobody").is_none());
}

#[test]
fn a_set_may_refer_to_another() {
    let (_, registry) = recording_source(&[
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
