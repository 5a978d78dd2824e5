//! What is compared, and what counts as the same.

use pcore::Value;
use resource_api::{State, log::Level};

use crate::support::{Stage, existing, symbol};

/// A type without `ensure`.
pub const SETTING: &str = "
name: setting
desc: A setting
features: [FEATURES]
attributes:
  name: {type: String, desc: n, behaviour: namevar}
  value: {type: 'Optional[String]', desc: v}
  kind: {type: 'Optional[String]', desc: k, behaviour: init_only}
";

pub fn settings(features: &str) -> Stage {
    Stage::new(&SETTING.replace("FEATURES", features))
}

/// Says whether a property of an existing note is in sync.
fn is_in_sync(property: &str, is: impl Into<Value>, should: impl Into<Value>) -> bool {
    // A provider that returns strings for numbers breaks its schema, which this is not about.
    let stage = Stage::notes("")
        .with(existing("a").with(property, is))
        .under(|settings| settings.strict = engine::Strictness::Off);
    stage.evaluate("a", &[(property, should.into())]).events.is_empty()
}

// Requirement: SET-15, VER-25
#[test]
fn a_text_satisfies_the_number_or_boolean_it_shows() {
    assert!(is_in_sync("size", "5", 5));
    assert!(is_in_sync("bold", "true", true));
    assert!(!is_in_sync("size", "6", 5));
    assert!(!is_in_sync("bold", "true", false));
    assert!(!is_in_sync("text", 5, "5"));
    assert!(!is_in_sync("list", Value::array(["5".into()]), Value::array([5.into()])));
}

// Requirement: SET-15
#[test]
fn arrays_are_in_order_and_hashes_are_not() {
    let array = |items: [i32; 2]| Value::array(items.map(Value::from));
    assert!(is_in_sync("list", array([1, 2]), array([1, 2])));
    assert!(!is_in_sync("list", array([2, 1]), array([1, 2])));
    let hash = |items: [(&str, i32); 2]| Value::hash(items.map(|(key, value)| (key.into(), value.into())));
    assert!(is_in_sync("map", hash([("a", 1), ("b", 2)]), hash([("b", 2), ("a", 1)])));
    assert!(!is_in_sync("map", hash([("a", 1), ("b", 2)]), hash([("a", 1), ("b", 3)])));
}

// Requirement: SET-15
#[test]
fn ensure_is_compared_as_text() {
    let state = State::new().with("name", "a").with("ensure", symbol("present"));
    let stage = Stage::notes("").with(state).under(|settings| settings.strict = engine::Strictness::Off);
    assert!(stage.evaluate("a", &[("ensure", "present".into())]).events.is_empty());
}

// Requirement: SET-16
#[test]
fn while_ensure_differs_nothing_else_is_compared() {
    let stage = Stage::notes("").with(existing("a").with("text", "old"));
    let evaluation = stage.evaluate("a", &[("ensure", "absent".into()), ("text", "new".into())]);
    assert_eq!(evaluation.events.iter().map(|event| event.property.as_str()).collect::<Vec<_>>(), ["ensure"]);
}

// Requirement: SET-16
#[test]
fn with_ensure_in_sync_every_property_is_compared() {
    let stage = Stage::notes("").with(existing("a").with("text", "old"));
    let given = [("size", 1.into()), ("ensure", "present".into()), ("text", "new".into())];
    let evaluation = stage.evaluate("a", &given);
    let properties: Vec<&str> = evaluation.events.iter().map(|event| event.property.as_str()).collect();
    assert_eq!(properties, ["text", "size"], "in the order of the definition");
}

// Requirement: SET-16
#[test]
fn without_a_desired_ensure_an_existing_resource_is_compared() {
    let stage = Stage::notes("").with(existing("a").with("text", "old"));
    assert_eq!(stage.evaluate("a", &[("text", "new".into())]).events.len(), 1);
}

// Requirement: SET-16
#[test]
fn without_a_desired_ensure_a_missing_resource_is_left_alone() {
    let stage = Stage::notes("");
    let evaluation = stage.evaluate("a", &[("text", "new".into())]);
    assert!(evaluation.events.is_empty() && evaluation.failure.is_none());
    assert!(stage.script().sets.is_empty());
    let line = "Debug: /Stage[main]/Main/Note[a]: Nothing to manage: no ensure and the resource doesn't exist";
    assert!(stage.lines_from(Level::Debug).iter().any(|logged| logged == line), "{}", stage.everything());
}

// Requirement: SET-16
#[test]
fn a_missing_resource_of_a_type_without_ensure_is_compared() {
    let stage = settings("");
    let evaluation = stage.evaluate("a", &[("value", "new".into())]);
    assert_eq!(evaluation.events.len(), 1);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Setting[a]/value: value changed  to 'new'"]);
    assert_eq!(stage.only_change().is, Some(State::new().with("title", "a")));
}

// Requirement: SET-16
#[test]
fn a_returned_resource_without_ensure_exists() {
    let stage = Stage::notes("").with(State::new().with("name", "a").with("text", "old"));
    assert_eq!(stage.evaluate("a", &[("text", "new".into())]).events.len(), 1);
}

// Requirement: SET-16
#[test]
fn a_returned_resource_that_is_absent_does_not_exist() {
    let stage = Stage::notes("").with(State::new().with("name", "a").with("ensure", "absent").with("text", "old"));
    assert!(stage.evaluate("a", &[("text", "new".into())]).events.is_empty());
    assert!(stage.everything().contains("Nothing to manage"));
}

// Requirement: SET-17
#[test]
fn a_missing_resource_that_should_be_absent_is_in_sync() {
    let stage = Stage::notes("");
    assert!(stage.evaluate("a", &[("ensure", "absent".into()), ("text", "x".into())]).events.is_empty());
    assert!(stage.script().sets.is_empty());
}

// Requirement: SET-18, TD-40
#[test]
fn parameters_and_read_only_attributes_cause_no_change() {
    let stage = Stage::notes("").with(existing("a").with("force", false).with("seen", "today"));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into()), ("force", true.into())]);
    assert!(evaluation.events.is_empty());
    assert!(stage.script().sets.is_empty());
}

// Requirement: TD-40
#[test]
fn properties_and_init_only_attributes_are_compared_and_reported() {
    let stage = Stage::notes("")
        .with(existing("a").with("text", "old").with("born", "then"))
        .under(|settings| settings.strict = engine::Strictness::Off);
    let evaluation = stage.evaluate("a", &[("text", "new".into()), ("born", "now".into())]);
    let properties: Vec<&str> = evaluation.events.iter().map(|event| event.property.as_str()).collect();
    assert_eq!(properties, ["text", "born"]);
}

// Requirement: TD-44
#[test]
fn ensure_must_be_a_property() {
    for behaviour in ["parameter", "namevar"] {
        let definition = format!(
            "{{name: t, desc: d, attributes: {{
                name: {{type: String, desc: n, behaviour: namevar}},
                ensure: {{type: 'Enum[present, absent]', desc: e, behaviour: {behaviour}}}}}}}"
        );
        let definition = pcore::yaml::parse(&definition).expect("valid YAML");
        assert!(resource_api::TypeDefinition::from_value(&definition).is_err(), "{behaviour}");
    }
}
