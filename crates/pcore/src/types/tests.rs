//! Corner cases of types that are not recorded: recursion, limits, sharing.

use std::sync::Arc;

use diagnostics::Span;

use super::*;
use crate::{TypeRegistry, parse_literal, parse_type, parse_type_with};

fn registry(aliases: &[(&str, &str)]) -> TypeRegistry {
    let registry = TypeRegistry::default();
    aliases.iter().for_each(|(name, definition)| registry.add(name, definition));
    registry
}

#[track_caller]
fn parse(text: &str, names: &TypeRegistry) -> Type {
    parse_type_with(text, names).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn value(text: &str) -> Value {
    parse_literal(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_type_is_four_words() {
    assert_eq!(size_of::<Type>(), 32);
}

#[test]
fn an_alias_that_is_nothing_but_itself_is_refused() {
    for definition in ["A", "Variant[A, A]", "NotUndef[A]", "Init[A]", "B"] {
        let names = registry(&[("A", definition), ("B", "A")]);
        parse("A", &names);
        let problem = names.problem("A").or(names.problem("B")).unwrap_or_else(|| panic!("{definition} is refused"));
        assert!(problem.message.ends_with("cannot be resolved to a real type"), "{}", problem.message);
    }
}

#[test]
fn a_mention_that_adds_no_value_is_dropped() {
    let names = registry(&[
        ("A", "Variant[A, Integer]"),
        ("B", "Optional[B]"),
        ("C", "Variant[D, Integer]"),
        ("D", "Variant[C, String]"),
    ]);
    assert_eq!(parse("A", &names).to_string(), "A = Integer");
    assert_eq!(parse("B", &names).to_string(), "B = Optional");
    for (name, given, expected) in [("C", "'a'", true), ("C", "1", true), ("D", "1", true), ("D", "true", false)] {
        assert_eq!(parse(name, &names).is_instance(&value(given)), expected, "{given} of {name}");
    }
}

#[test]
fn recursive_aliases_are_compared_also_out_of_step() {
    let names = registry(&[
        ("One", "Array[One]"),
        ("Two", "Array[Array[Two]]"),
        ("Walk", "Iterable[Walk]"),
        ("Walks", "Iterable[Iterable[Walks]]"),
        ("Leaf", "Array[Variant[Integer, Leaf]]"),
        ("Text", "Array[Variant[String, Text]]"),
    ]);
    for (left, right, expected) in [
        ("One", "Two", true),
        ("Two", "One", true),
        ("One", "Array[Two]", true),
        ("Walk", "Walks", true),
        ("Walks", "Walk", true),
        ("Leaf", "Text", false),
        ("Array[Leaf]", "Array[Leaf, 1]", true),
    ] {
        assert_eq!(parse(left, &names).accepts(&parse(right, &names)), expected, "{left} accepts {right}");
    }
}

#[test]
fn a_check_memoizes_failures() {
    let names = registry(&[("T", "Variant[Array[T], Array[T, 0, 9], Integer]")]);
    let nested = |inner: &str| value(&format!("{}{inner}{}", "[".repeat(90), "]".repeat(90)));
    let list = parse("T", &names);
    assert!(list.is_instance(&nested("1")));
    assert!(!list.is_instance(&nested("true")));
    assert!(!list.accepts(&crate::infer::detailed(&nested("true"))));
}

#[test]
fn an_alias_is_shown_in_full_once_when_it_mentions_itself() {
    let names = registry(&[("Tree", "Hash[String, Variant[Tree, Leaf]]"), ("Leaf", "Integer")]);
    let pair = parse("Tuple[Tree, Tree]", &names);
    assert_eq!(pair.expanded().to_string(), "Tuple[Tree = Hash[String, Variant[Tree, Leaf = Integer]], Tree]");
    assert_eq!(pair.to_string(), "Tuple[Tree, Tree]");
}

#[test]
fn an_invalid_definition_is_reported_on_use() {
    let names = registry(&[("Bad", "Integer["), ("Uses", "Array[Bad]")]);
    assert_eq!(parse("Uses", &names).unresolved_reference().as_deref(), Some("Uses"));
    let (own, passed_on) = (names.problem("bad").unwrap(), names.problem("Uses").unwrap());
    assert_eq!((&passed_on.message, passed_on.span), (&own.message, Span::new(6, 9)));
}

#[test]
fn the_size_of_a_text_counts_characters() {
    let two = parse_type("String[2, 2]").unwrap();
    for (text, expected) in [("ab", true), ("éé", true), ("日本", true), ("a", false), ("abc", false), ("𝄞", false)]
    {
        assert_eq!(two.is_instance(&Value::from(text)), expected, "{text}");
    }
}

#[test]
fn types_can_be_given_parameters_in_code() {
    let parameterized = |bare: &Type, parameters: &[Value]| {
        bare.with_parameters(parameters)
            .map_or_else(|error| error.to_string(), |parameterized| parameterized.to_string())
    };
    assert_eq!(parameterized(&ResourceType::of_kind("file"), &["/etc/motd".into()]), "File['/etc/motd']");
    assert_eq!(parameterized(&Type::any_array(), &[Type::STRING.into(), 1.into()]), "Array[String, 1]");
    assert_eq!(parameterized(&Type::Numeric, &[1.into()]), "Operator '[]' is not applicable to a Numeric-Type.");
    assert_eq!(parameterized(&Type::integer(1, 2), &[1.into()]), "Not a parameterized type <Integer>");
}

#[test]
fn parts_are_visited_and_replaced_wherever_a_type_holds_others() {
    let text =
        "Struct[{'a' => Array[Hash[Integer, Tuple[Integer, Optional[Integer]]]], 'b' => Callable[[Integer], Integer]}]";
    let mut seen = 0;
    let parsed = parse_type(text).unwrap();
    parsed.walk(&mut |part| seen += usize::from(*part == Type::INTEGER));
    assert_eq!(seen, 5);
    fn texts(part: &Type) -> Type {
        if *part == Type::INTEGER { Type::STRING } else { part.map_parts(&mut texts) }
    }
    assert_eq!(texts(&parsed).to_string(), text.replace("Integer", "String"));
}

#[test]
fn types_share_what_they_hold() {
    let inner = Arc::new(Type::integer(1, 2));
    let outer = Type::Optional(Some(Arc::clone(&inner)));
    let Type::Optional(Some(shared)) = outer.clone() else { unreachable!("it is an Optional") };
    assert!(Arc::ptr_eq(&shared, &inner));
}
