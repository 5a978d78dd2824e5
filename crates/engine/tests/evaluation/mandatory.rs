//! What a resource cannot do without.

use resource_api::failure::FailureKind;

use crate::support::{Stage, existing};

const FORM: &str = "
name: form
desc: A form
attributes:
  name: {type: String, desc: n, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
  first: {type: String, desc: f}
  spare: {type: 'Optional[String]', desc: s}
  either: {type: 'Variant[Undef, String]', desc: v}
  any: {type: Any, desc: a}
  born: {type: String, desc: i, behaviour: init_only}
  seen: {type: String, desc: r, behaviour: read_only}
  filled: {type: Integer, desc: d, default: 1}
";

const MISSING: &str =
    "The following mandatory attributes were not provided:\n    *  first, \n    *  either, \n    *  any, \n    *  born";

// Requirement: SET-25, SET-27
#[test]
fn every_missing_property_is_named_in_order_of_definition() {
    let stage = Stage::new(FORM);
    let evaluation = stage.evaluate("a", &[("ensure", "present".into())]);
    assert_eq!(stage.lines(), [format!("Error: /Stage[main]/Main/Form[a]: Could not evaluate: {MISSING}")]);
    assert_eq!(evaluation.failure.map(|failure| failure.kind()), Some(FailureKind::Resource));
    assert!(evaluation.events.is_empty(), "nothing is compared");
    assert!(stage.script().sets.is_empty());
}

// Requirement: SET-25
#[test]
fn only_what_is_missing_is_named() {
    let stage = Stage::new(FORM);
    let given = [("ensure", "present".into()), ("first", "x".into()), ("either", "y".into()), ("any", 1.into())];
    let failure = stage.evaluate("a", &given).failure.expect("an attribute is missing");
    assert_eq!(failure.to_string(), "The following mandatory attributes were not provided:\n    *  born");
}

// Requirement: SET-27
#[test]
fn an_absent_resource_needs_nothing() {
    assert!(Stage::new(FORM).evaluate("a", &[("ensure", "absent".into())]).failure.is_none());
}

// Requirement: SET-28
#[test]
fn outside_of_a_catalog_the_path_has_no_container() {
    let stage = Stage::new(FORM);
    let mut session = stage.session();
    let resource = session.build("a", &[("ensure".into(), "present".into())], "").expect("the resource is valid");
    let evaluation = session.evaluate(&resource);
    assert_eq!(stage.lines(), [format!("Error: /Form[a]: Could not evaluate: {MISSING}")]);
    assert_eq!(evaluation.failure.expect("attributes are missing").to_string(), MISSING);
}

// Requirement: SET-28
#[test]
fn looking_at_a_resource_does_not_validate_it() {
    let stage = Stage::new(FORM).with(existing("here"));
    let mut session = stage.session();
    for title in ["here", "missing"] {
        let resource = session.build(title, &[], "").expect("the resource is valid");
        assert!(session.current(&resource).is_ok());
        assert!(session.find(title).is_ok());
    }
    assert_eq!(session.instances().expect("they are listed").len(), 1);
    assert_eq!(stage.lines(), [""; 0]);
}

// Requirement: SET-25, SET-29
#[test]
fn without_a_desired_ensure_nothing_is_mandatory() {
    assert!(Stage::new(FORM).evaluate("a", &[("first", "x".into())]).failure.is_none());
    let without_ensure = FORM.replace("  ensure: {type: 'Enum[present, absent]', desc: e}\n", "");
    assert!(Stage::new(&without_ensure).evaluate("a", &[]).failure.is_none());
}
