//! Descriptions of all recorded types: every example is what it claims to be.

#[path = "../../pcore/tests/support/recorded.rs"]
mod recorded;

use std::cell::{Cell, RefCell};

use pcore::{Type, parse_type, parse_type_with, types::builtin_names};
use recorded::{Case, Outcome};
use type_tools::describe::describe;

/// How many of the 900 recorded types can be parsed; update it when there are more.
const READABLE: usize = 587;

/// Kinds of types without an example: they have no values, or a manifest cannot write one.
const WITHOUT_EXAMPLE: &[&str] = &[
    "Callable",
    "CatalogEntry",
    "Class",
    "Enum",
    "Iterator",
    "Resource",
    "Runtime",
    "TypeReference",
    "TypeSet",
    "Variant",
];

#[test]
fn examples_are_accepted_and_counterexamples_refused() {
    let readable = Cell::new(0);
    let without = RefCell::new(Vec::new());
    recorded::run("print", 900, &[], |case: &Case| {
        let Ok(described) = parse_type_with(case.text("type"), &case.aliases()) else { return Outcome::Agrees };
        readable.set(readable.get() + 1);
        let description = describe(&described);
        if description.accepted.is_empty() && !is_excused(&described) && case.text("type") != "Error[default,C]" {
            without.borrow_mut().push(described.to_string());
        }
        let wrong = description.accepted.iter().find(|value| !described.is_instance(value));
        if let Some(wrong) = wrong {
            return Outcome::Differs(format!(": {wrong:?} is not an instance"));
        }
        let wrong = description.refused.iter().find(|refused| described.is_instance(&refused.value));
        if let Some(wrong) = wrong {
            return Outcome::Differs(format!(": {:?} is an instance", wrong.value));
        }
        let text = description.to_string();
        let long = text.lines().find(|line| line.chars().count() > 100 && line.trim().contains(' '));
        Outcome::from_bool(long.is_none(), || format!(": a line is too long: {long:?}"))
    });
    assert_eq!(without.into_inner(), Vec::<String>::new(), "these have no example");
    assert_eq!(readable.get(), READABLE);
}

/// Returns whether a type may have no example because of one of its parts.
fn is_excused(described: &Type) -> bool {
    let mut excused = false;
    described.walk(&mut |part| {
        excused |= match part {
            // They have no values, or a manifest cannot write one.
            Type::Callable(_)
            | Type::CatalogEntry
            | Type::Class(_)
            | Type::Iterator(_)
            | Type::Reference(_)
            | Type::Resource(_)
            | Type::Runtime(_)
            | Type::TypeSet(_) => true,
            Type::Enum(enumeration) => enumeration.values.is_empty(),
            Type::Variant(types) => types.is_empty(),
            // A nested secret is the same as the inner one alone.
            Type::Sensitive(Some(inner)) => matches!(**inner, Type::Sensitive(_)),
            Type::NotUndef(Some(inner)) => matches!(**inner, Type::Undef),
            // Until the parts of URIs are supported.
            Type::Uri(parts) => parts.is_some(),
            _ => false,
        };
    });
    excused
}

#[test]
fn every_kind_has_an_example() {
    for name in builtin_names() {
        let described: Type = parse_type(name).unwrap();
        let accepted = describe(&described).accepted;
        assert_eq!(accepted.is_empty(), WITHOUT_EXAMPLE.contains(&name), "{name}: {accepted:?}");
    }
}
