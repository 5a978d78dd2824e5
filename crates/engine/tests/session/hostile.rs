//! Hostile input: definitions, titles, values and states of all kinds.

use engine::Strictness;
use pcore::Value;
use proptest::prelude::*;
use resource_api::{ResourceType, State, TypeDefinition, definition::describe, log::Level};

use crate::support::{Fixture, NOTE, recording};

/// Words that mean something somewhere.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "name",
            "desc",
            "docs",
            "attributes",
            "type",
            "behaviour",
            "behavior",
            "namevar",
            "read_only",
            "init_only",
            "parameter",
            "default",
            "sensitive",
            "lazy",
            "features",
            "title_patterns",
            "pattern",
            "autorequire",
            "file",
            "$name",
            "${name.x}",
            "$",
            "$$",
            "${",
            "ensure",
            "title",
            "provider",
            "String",
            "Enum[present, absent]",
            "Optional[Sensitive[String]]",
            "Integer[0, 9]",
            "Pattern[/(/]",
            "(?<name>.*)",
            "(a+)+$",
            "^(?<x>",
            "batch",
            "canonicalize",
            "custom_insync",
            "simple_get_filter",
            "",
            "é",
            "\0",
            "a b",
            "loglevel",
            "noop",
            "tag",
            "rsapi_custom_insync_trigger",
            "absent",
            "present",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,8}",
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => word().prop_map(Value::from),
        1 => word().prop_map(|word| Value::Symbol(word.into())),
        1 => Just(Value::Undef),
        1 => Just(Value::Default),
        1 => any::<bool>().prop_map(Value::from),
        1 => prop::sample::select(vec![i64::MIN, -1, 0, 7, i64::MAX]).prop_map(Value::from),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, -0.0, 1e300]).prop_map(Value::from),
        1 => Just(Value::Binary([0xff, 0].into_iter().collect())),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            2 => prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            3 => prop::collection::vec((word().prop_map(Value::from), inner.clone()), 0..5).prop_map(Value::hash),
            1 => prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(Value::hash),
            1 => inner.prop_map(Value::sensitive),
        ]
    })
}

fn state() -> impl Strategy<Value = State> {
    prop::collection::vec((word(), value()), 0..6).prop_map(|attributes| attributes.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_definition_breaks_its_reader(
        keys in prop::collection::vec((word(), value()), 0..6),
        attributes in prop::collection::vec((word(), prop::collection::vec((word(), value()), 0..4)), 0..4),
        title in word(),
    ) {
        let attributes = Value::hash(attributes.into_iter().map(|(name, keys)| {
            let keys = keys.into_iter().map(|(key, value)| (key.into(), value));
            let first = [("type".into(), "Any".into())];
            (name.into(), Value::hash(first.into_iter().chain(keys)))
        }));
        let first = [("name".into(), "t".into()), ("attributes".into(), attributes)];
        let keys = keys.into_iter().map(|(key, value)| (key.into(), value));
        let Ok(definition) = TypeDefinition::from_value(&Value::hash(first.into_iter().chain(keys))) else {
            return Ok(());
        };
        let _ = (describe::text(&definition), describe::json(&definition), describe::schema(&definition));
        let _ = (describe::object(&definition).is_ok(), format!("{definition:?}"));
        let world = std::sync::Arc::default();
        let fixture = Fixture::of(ResourceType::new(definition).with_provider(recording("t", &world)), world);
        let mut session = fixture.session();
        if let Ok(resource) = session.build(&title, &[], "") {
            let _ = session.evaluate(&resource);
        }
        let _ = (session.instances().is_ok(), session.find(&title).is_ok());
    }

    #[test]
    fn no_state_and_no_value_breaks_a_session(
        states in prop::collection::vec(state(), 0..4),
        attributes in prop::collection::vec((prop::sample::select(vec!["ensure", "prop", "noop", "loglevel", "title", "name"]), value()), 0..4),
        title in word(),
        strict in prop::sample::select(vec![Strictness::Off, Strictness::Warning, Strictness::Error]),
        features in prop::sample::select(vec!["", "canonicalize", "simple_get_filter", "custom_insync", "supports_noop"]),
    ) {
        let fixture = Fixture::featured(NOTE, features).strict(strict);
        fixture.world.lock().unwrap().instances = states.into_iter().map(|state| {
            if state.get("name").is_none() { state.with("name", title.as_str()) } else { state }
        }).collect();
        let mut session = fixture.session();
        let attributes: Vec<_> = attributes.into_iter().map(|(name, value)| (name.into(), value)).collect();
        if let Ok(resource) = session.build(&title, &attributes, "") {
            let _ = session.evaluate(&resource);
            let _ = (format!("{resource:?}"), session.generate(&resource).is_ok());
            let _ = session.evaluate_batch(&[&resource, &resource]);
        }
        let _ = session.purge(&Default::default(), "", "", &|_| false);
        let _ = (session.instances().is_ok(), session.find(&title).is_ok());
    }
}

#[test]
fn a_title_pattern_that_takes_forever_is_given_up() {
    let fixture = Fixture::new(NOTE, "title_patterns: [{pattern: '^(?<name>(a|a)*?(a|a)*?)(?=b)\\1$', desc: d}]");
    let failure = fixture.session().build(&"a".repeat(100), &[], "").unwrap_err();
    assert!(failure.to_string().contains("title"), "{failure}");
}

#[test]
fn values_may_be_deep_and_types_may_have_thousands_of_attributes() {
    let deep = (0..2_000).fold(Value::from("x"), |inner, _| Value::array([inner]));
    let attributes: String = (0..5_000).map(|number| format!("\n  a{number}: {{type: Any, desc: d}}")).collect();
    let fixture = Fixture::new(&format!("\n  name: {{type: String, desc: n, behaviour: namevar}}{attributes}"), "");
    let mut session = fixture.session();
    let all: Vec<(ecow::EcoString, Value)> =
        (0..5_000).map(|number| (format!("a{number}").into(), deep.clone())).collect();
    let resource = session.build("x", &all[..1], "").unwrap();
    let _ = session.evaluate(&resource);
    let many: Vec<_> = all.into_iter().map(|(name, _)| (name, Value::from("x"))).collect();
    let resource = session.build("y", &many, "").unwrap();
    let _ = session.evaluate(&resource);
    assert!(!fixture.lines(Level::Debug).is_empty());
}
