//! The texts of changes.

use ecow::EcoString;
use pcore::Value;

use crate::support::{Stage, existing, has_changes, symbol};

/// Changes one property of an existing note, and returns the line.
fn changed(property: &str, is: impl Into<Value>, should: impl Into<Value>) -> String {
    let stage = Stage::notes("").with(existing("a").with(property, is));
    stage.evaluate("a", &[(property, should.into())]);
    stage.lines().join("\n")
}

#[test]
fn a_change_names_both_values() {
    assert_eq!(changed("text", "pa", "new"), "Notice: /Stage[main]/Main/Note[a]/text: text changed 'pa' to 'new'");
}

#[test]
fn what_had_no_value_shows_as_nothing() {
    assert_eq!(changed("text", Value::Undef, "x"), "Notice: /Stage[main]/Main/Note[a]/text: text changed  to 'x'");
}

#[test]
fn a_resource_is_defined_and_undefined() {
    let stage = Stage::notes("").with(existing("b"));
    stage.evaluate("a", &[("ensure", "present".into())]);
    stage.evaluate("b", &[("ensure", "absent".into())]);
    assert_eq!(
        stage.lines(),
        [
            "Notice: /Stage[main]/Main/Note[a]/ensure: defined 'ensure' as 'present'",
            "Notice: /Stage[main]/Main/Note[b]/ensure: undefined 'ensure' from 'present'",
        ]
    );
}

#[test]
fn other_properties_are_undefined_by_the_symbol_only() {
    assert!(changed("text", "absent", "x").ends_with("text: text changed 'absent' to 'x'"));
    assert!(changed("text", "x", "absent").ends_with("text: text changed 'x' to 'absent'"));
    let stage = Stage::notes("")
        .with(existing("a").with("text", symbol("absent")))
        .under(|settings| settings.strict = engine::Strictness::Off);
    stage.evaluate("a", &[("text", "x".into())]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/Note[a]/text: defined 'text' as 'x'"]);
}

#[test]
fn the_desired_boolean_is_in_quotes_the_current_one_is_not() {
    assert!(changed("bold", true, false).ends_with(": bold changed true to 'false'"));
    assert!(changed("bold", false, true).ends_with(": bold changed false to 'true'"));
}

#[test]
fn hashes_have_a_line_an_entry() {
    let hash = |value: i32| Value::hash([("k".into(), value.into())]);
    assert!(changed("map", hash(1), hash(2)).ends_with(": map changed {\n  'k' => 1\n} to {\n  'k' => 2\n}"));
}

#[test]
fn floats_have_six_decimals() {
    let stage = Stage::new(
        "{name: t, desc: d, attributes: {
            name: {type: String, desc: n, behaviour: namevar}, rate: {type: Float, desc: r}}}",
    )
    .with(resource_api::State::new().with("name", "a").with("rate", 1.5));
    stage.evaluate("a", &[("rate", 2.25.into())]);
    assert_eq!(stage.lines(), ["Notice: /Stage[main]/Main/T[a]/rate: rate changed 1.500000 to 2.250000"]);
}

// Requirement: LOG-6
#[test]
fn the_source_of_a_line_is_the_path_of_its_property() {
    let stage = Stage::new(
        "{name: t_log, desc: d, attributes: {
            name: {type: String, desc: n, behaviour: namevar}, text: {type: String, desc: t}}}",
    );
    let mut session = stage.session();
    let given = [(EcoString::from("text"), Value::from("x"))];
    for (title, container) in [("a", "/Stage[main]/Main/D[q]"), ("b", "/Stage[main]/Main"), ("c", "")] {
        let resource = session.build(title, &given, container).expect("the resource is valid");
        session.evaluate(&resource);
    }
    assert_eq!(
        stage.lines(),
        [
            "Notice: /Stage[main]/Main/D[q]/T_log[a]/text: text changed  to 'x'",
            "Notice: /Stage[main]/Main/T_log[b]/text: text changed  to 'x'",
            "Notice: /T_log[c]/text: text changed  to 'x'",
        ]
    );
    assert_eq!(engine::resource::reference("deep::t_log", "a"), "Deep::T_log[a]");
}

#[test]
fn an_event_holds_what_was_and_what_should_be() {
    let stage = Stage::notes("").with(existing("a").with("text", "old"));
    let evaluation = stage.evaluate("a", &[("text", "new".into())]);
    let [event] = evaluation.events.as_slice() else { panic!("one event: {evaluation:?}") };
    assert_eq!((&event.previous, &event.desired), (&"old".into(), &"new".into()));
    assert_eq!(event.message, "text changed 'old' to 'new'");
    assert!(!event.noop && !event.failed);
    assert!(has_changes(&evaluation));
}

#[test]
fn the_level_of_a_change_is_that_of_the_resource() {
    let stage = Stage::notes("").with(existing("a"));
    stage.evaluate("a", &[("text", "new".into()), ("loglevel", "warning".into())]);
    assert_eq!(stage.lines(), ["Warning: /Stage[main]/Main/Note[a]/text: text changed  to 'new'"]);
}
