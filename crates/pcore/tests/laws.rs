//! Laws of the type system, over arbitrary values and types.

#[path = "strategies/arbitrary.rs"]
mod strategies;

use pcore::{NoNames, Type, Value, infer, mismatch, parse_literal, parse_type, parse_type_with, types::ResourceType};
use proptest::prelude::*;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        max_global_rejects: 1_000_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_inferred_type_accepts_its_value(value in strategies::values()) {
        let inferred = infer::detailed(&value);
        // The type of a secret is generalized, which the arguments of a Callable or an Init must not be.
        let secret = mentions(&inferred, &["Sensitive"]) && (holds_undef(&value) || mentions(&inferred, &["Init"]));
        prop_assume!(!secret && !mentions(&inferred, &["Callable"]));
        prop_assert!(inferred.is_instance(&value), "{} refuses {:?}", inferred, value);
        // Puppet omits `undef` from the common type of elements: `[undef, 1]` is an `Array[Integer[1, 1], 2, 2]`.
        if !holds_undef(&value) {
            let reduced = infer::reduced(&value);
            prop_assert!(reduced.is_instance(&value), "{} refuses {:?}", reduced, value);
            let generalized = infer::generalized(&value);
            prop_assert!(generalized.is_instance(&value), "{} refuses {:?}", generalized, value);
        }
    }

    #[test]
    fn every_type_accepts_itself(one in strategies::types()) {
        prop_assert!(one.accepts(&one), "{one}");
    }

    #[test]
    fn what_a_type_accepts_has_only_its_instances(one in strategies::types(), value in strategies::values()) {
        // `Iterable[T]` checks a value by its reduced type, as Puppet does, which is less precise than the detailed
        // one; and every Integer type is Iterable, but no negative number.
        prop_assume!(!mentions(&one, &["Iterable", "Init", BARE_OPTIONAL]));
        let inferred = infer::detailed(&value);
        if one.accepts(&inferred) {
            prop_assert!(one.is_instance(&value), "{one} accepts {inferred} but refuses {value:?}");
        }
    }

    #[test]
    fn a_value_is_explained_just_when_it_does_not_fit(one in strategies::types(), value in strategies::values()) {
        prop_assert_eq!(one.is_instance(&value), mismatch::explain("value", &one, &value).is_none());
    }

    #[test]
    fn types_survive_print_and_parse(one in strategies::types()) {
        let text = one.to_string();
        // A resource type of a module is only a name, so it must be provided.
        let names = |name: &str| name.starts_with("My::").then(|| ResourceType::of_kind(name));
        prop_assert_eq!(parse_type_with(&text, &names), Ok(one), "{}", text);
    }

    #[test]
    fn values_survive_print_and_parse(value in strategies::data()) {
        let text = format!("{value:?}");
        prop_assert_eq!(parse_literal(&text), Ok(value), "{}", text);
    }

    #[test]
    fn no_text_makes_the_type_parser_panic(text in ".{0,60}") {
        let _ = parse_type_with(&text, &NoNames);
        let _ = parse_literal(&text);
    }

    #[test]
    fn no_type_like_text_makes_the_type_parser_panic(text in type_like_text()) {
        if let Ok(parsed) = parse_type(&text) {
            let _ = (parsed.to_string(), parsed.normalized(), parsed.generalized());
            let _ = mismatch::explain("value", &parsed, &Value::Undef);
        }
    }
}

proptest! {
    // Three arbitrary types are seldom related, so this needs more cases.
    #![proptest_config(ProptestConfig { cases: 8_000, ..config() })]

    #[test]
    fn acceptance_is_transitive(one in strategies::types(), two in strategies::types(), three in strategies::types()) {
        // An `Init` accepts another by their contained types, whatever their constructors take, as in Puppet.
        prop_assume!(![&one, &two, &three].iter().any(|part| mentions(part, &[BARE_OPTIONAL, "Init"])));
        for (wide, middle, narrow) in [(&one, &two, &three), (&two, &three, &one), (&three, &one, &two)] {
            if wide.accepts(middle) && middle.accepts(narrow) {
                prop_assert!(wide.accepts(narrow), "{wide} accepts {middle} accepts {narrow}");
            }
        }
    }
}

/// Marks the bare `Optional`, which accepts every type although only `undef` is its instance, as in Puppet.
const BARE_OPTIONAL: &str = "bare Optional";

fn mentions(one: &Type, words: &[&str]) -> bool {
    let mut bare_optional = false;
    one.walk(&mut |part| bare_optional |= matches!(part, Type::Optional(None)));
    let text = one.to_string();
    words.iter().any(|word| if *word == BARE_OPTIONAL { bare_optional } else { text.contains(word) })
}

fn holds_undef(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::Array(items) => items.iter().any(holds_undef),
        Value::Hash(hash) => hash.iter().any(|(key, value)| holds_undef(key) || holds_undef(value)),
        Value::Sensitive(secret) => holds_undef(secret),
        _ => false,
    }
}

/// Pieces of type expressions in any order.
fn type_like_text() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "Integer",
        "String",
        "Struct",
        "Enum",
        "Pattern",
        "Optional",
        "Variant",
        "Callable",
        "Timestamp",
        "SemVer",
        "URI",
        "Object",
        "TypeSet",
        "Init",
        "Resource",
        "File",
        "Class",
        "Hash",
        "Tuple",
        "Regexp",
        "Error",
        "Foo::Bar",
        "[",
        "]",
        "[",
        "]",
        "{",
        "}",
        ",",
        ", ",
        "=>",
        " => ",
        "'a'",
        "'",
        "\"b\\u{41}\"",
        "/x(/",
        "/[a-z]+/",
        "default",
        "undef",
        "true",
        "1",
        "-1",
        "1.5",
        "0x1f",
        "077",
        "99999999999999999999",
        "word",
        "#",
        "\n",
        "(",
        ")",
        "é",
        "$x",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}
