//! The messages of mismatches compared with those of the real Puppet (`golden/type-mismatch.tsv`).
//!
//! A line is a type, a value, and the message of `class c(TYPE $p) { } class { 'c': p => VALUE }`.

use std::fmt::Write as _;

use pcore::{
    Hash, TypeRegistry, Value, mismatch, parse_literal_with, parse_type_with,
    types::{StructElement, StructType},
};

const RECORDED: &str = include_str!("golden/type-mismatch.tsv");

/// How many pairs of a type and a value are recorded; all of them are compared.
const PAIRS: usize = 120;

#[test]
fn mismatches_read_as_those_of_puppet() {
    let mut compared = 0;
    let mut differences = String::new();
    for line in RECORDED.lines().filter(|line| !line.starts_with('#')) {
        let [type_text, value_text, recorded] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("'{line}' is not a type, a value and a text");
        };
        let expected = recorded.replace("\\n", "\n");
        let actual = declare(type_text, value_text);
        if actual != expected {
            let _ = writeln!(differences, "{type_text} with {value_text}\n  Puppet: {expected}\n  pcore:  {actual}");
        }
        compared += 1;
    }
    assert_eq!(compared, PAIRS);
    assert!(differences.is_empty(), "{differences}");
}

/// Returns the message of declaring a class whose parameter `p` has the type and gets the value.
fn declare(type_text: &str, value_text: &str) -> String {
    let registry = TypeRegistry::default();
    let (definition, type_text) = type_text.split_once(" ;; ").unwrap_or(("", type_text));
    if let Some((name, target)) = definition.strip_prefix("type ").and_then(|text| text.split_once(" = ")) {
        registry.add(name, target);
    }
    let expected = parse_type_with(type_text, &registry).unwrap_or_else(|error| panic!("{type_text}: {error}"));
    let value = parse_literal_with(value_text, &registry).unwrap_or_else(|error| panic!("{value_text}: {error}"));
    // The compiler reports this before it looks at any value.
    if let Some(name) = expected.unresolved_reference() {
        return format!("ERR: Evaluation Error: Resource type not found: {name}");
    }
    let parameter = StructElement { name: "p".into(), optional: false, value_type: expected };
    let arguments = Hash::from_iter([(Value::from("p"), value)]);
    mismatch::parameters("Class[C]", &StructType { elements: vec![parameter] }, &arguments).unwrap_or("OK".into())
}
