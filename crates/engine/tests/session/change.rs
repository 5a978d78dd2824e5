//! What a change means for what was read before, and in which form it is asked for.

use std::sync::Arc;

use engine::Run;
use pcore::Value;
use resource_api::{Failure, log::Level, render::inspect_state};

use crate::support::{Fixture, NOTE, build, current, present};

const DEFAULTED: &str = "
  name: {type: String, desc: n, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
  prop: {type: String, desc: p, default: XD}
  par: {type: String, desc: p, behaviour: parameter, default: PD}";

// Requirement: CAN-9, CAN-5
#[test]
fn a_changing_resource_is_canonicalized_when_built_when_read_and_before_set() {
    let fixture = Fixture::featured(NOTE, "canonicalize").with(present("a").with("prop", "x"));
    let mut session = fixture.session();
    let changing = build(&mut session, "A", [("ensure", "present".into()), ("prop", "Y".into()), ("tag", "t".into())]);
    assert!(session.evaluate(&changing).failure.is_none());
    assert_eq!(
        fixture.calls(),
        [
            r#"canonicalize {:name=>"A", :ensure=>"present", :prop=>"Y", :tag=>"t"}"#,
            "get all",
            r#"canonicalize {:name=>"a", :ensure=>"present", :prop=>"x"}"#,
            r#"canonicalize {:name=>"a", :ensure=>"present", :prop=>"y"}"#,
            r#"set a to {:name=>"a", :ensure=>"present", :prop=>"y"}"#,
        ]
    );
}

// Requirement: CAN-9
#[test]
fn a_resource_in_sync_is_canonicalized_when_built_and_when_read() {
    let fixture = Fixture::featured(NOTE, "canonicalize").with(present("a").with("prop", "x"));
    let mut session = fixture.session();
    let in_sync = build(&mut session, "a", [("prop", "X".into())]);
    session.evaluate(&in_sync);
    assert_eq!(
        fixture.calls(),
        [
            r#"canonicalize {:name=>"a", :prop=>"X"}"#,
            "get all",
            r#"canonicalize {:name=>"a", :ensure=>"present", :prop=>"x"}"#,
        ]
    );
}

// Requirement: CAN-5
#[test]
fn the_whole_target_is_canonicalized_once_per_resource() {
    let fixture = Fixture::featured(DEFAULTED, "canonicalize").with(present("a").with("prop", "other"));
    fixture.world.lock().unwrap().set_failure = Some(Failure::new("not today"));
    let mut session = fixture.session();
    let resource = build(&mut session, "A", [("noop", false.into())]);
    session.evaluate(&resource);
    session.evaluate(&resource);
    let target = r#"canonicalize {:name=>"a", :prop=>"XD", :par=>"PD"}"#;
    let calls = fixture.calls();
    assert_eq!(calls.iter().filter(|call| *call == target).count(), 1, "{calls:?}");
    assert!(calls.contains(&r#"set a to {:name=>"a", :prop=>"xd", :par=>"pd"}"#.to_owned()), "{calls:?}");
}

// Requirement: CAN-5, CI-1, CG-2
#[test]
fn insync_and_generate_see_the_target_in_canonical_form() {
    let fixture = Fixture::featured(DEFAULTED, "canonicalize, custom_insync, custom_generate")
        .with(present("a").with("prop", "x"));
    let mut session = fixture.session();
    let resource = build(&mut session, "A", [("tag", "T".into())]);
    session.generate(&resource).unwrap();
    session.evaluate(&resource);
    assert_eq!(
        fixture.calls(),
        [
            r#"canonicalize {:name=>"A", :tag=>"T"}"#,
            r#"canonicalize {:name=>"a", :prop=>"XD", :par=>"PD"}"#,
            r#"generate a {:name=>"a", :prop=>"xd", :par=>"pd"}"#,
            "get all",
            r#"canonicalize {:name=>"a", :ensure=>"present", :prop=>"x"}"#,
            r#"insync a prop {:name=>"a", :ensure=>"present", :prop=>"x"} {:name=>"a", :prop=>"xd", :par=>"pd"}"#,
            r#"set a to {:name=>"a", :prop=>"xd", :par=>"pd"}"#,
        ]
    );
}

// Requirement: CAN-6, CAN-10
#[test]
fn defaults_are_compared_and_shown_in_canonical_form() {
    let fixture = Fixture::featured(DEFAULTED, "canonicalize")
        .with(present("a").with("prop", "xd"))
        .with(present("b").with("prop", "other"));
    let mut session = fixture.session();
    let (in_sync, changing) = (build(&mut session, "a", []), build(&mut session, "b", []));
    assert!(session.evaluate(&in_sync).events.is_empty());
    session.evaluate(&changing);
    assert_eq!(fixture.lines(Level::Notice), ["prop changed 'other' to 'xd'"]);
    assert_eq!(fixture.calls().last().unwrap(), r#"set b to {:name=>"b", :prop=>"xd", :par=>"pd"}"#);
}

// Requirement: GET-20, GET-21
#[test]
fn after_a_change_only_what_was_not_found_is_read_again() {
    let fixture = Fixture::new(NOTE, "").existing(&["a", "z"]);
    let mut session = fixture.session();
    let ensured = [("ensure", Value::from("present")), ("prop", Value::from("p"))];
    let [a, missing, other, z] =
        ["a", "missing", "other", "z"].map(|title| build(&mut session, title, ensured.clone()));
    session.evaluate(&a);
    session.evaluate(&missing);
    session.evaluate(&other);
    session.evaluate(&z);
    let calls = fixture.calls();
    let names: Vec<&str> = calls.iter().map(|call| call.split(" to ").next().unwrap()).collect();
    // `a` was changed, so `missing` is read again; that changes something, so `other` is, too. `z` was found at once.
    assert_eq!(names, ["get all", "set a", "get all", "set missing", "get all", "set other", "set z"]);
}

/// Creates resources that do not exist, calling `meanwhile` after each, and returns how often everything was read.
fn readings_of_new(count: usize, more: &str, meanwhile: impl Fn(&Run)) -> usize {
    let fixture = Fixture::new(NOTE, more).existing(&["a", "z"]);
    let run = Arc::new(Run::default());
    let mut session = fixture.session().in_run(run.clone());
    for number in 0..count {
        let new = build(&mut session, &format!("n{number}"), [("ensure", "present".into())]);
        let evaluation = session.evaluate(&new);
        assert!(evaluation.failure.is_none() && evaluation.events.len() == 1);
        meanwhile(&run);
    }
    fixture.calls().iter().filter(|call| *call == "get all").count()
}

// Requirement: GET-20, GET-21
#[test]
fn what_is_missing_is_read_again_after_every_change_however_many_there_were() {
    for count in [3, 300] {
        assert_eq!(readings_of_new(count, "", |_| {}), count);
    }
}

#[test]
fn a_type_that_is_read_once_counts_only_the_changes_of_others() {
    assert_eq!(readings_of_new(300, "reads: once", |_| {}), 1);
    assert_eq!(readings_of_new(40, "reads: once", Run::record_change), 40);
}

#[test]
fn the_state_that_a_resource_was_set_to_is_its_current_state() {
    let fixture = Fixture::new(NOTE, "").with(present("a").with("prop", "x"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("ensure", "present".into()), ("prop", "y".into())]);
    session.evaluate(&a);
    fixture.calls();
    assert_eq!(current(&mut session, &a), r#"{:name=>"a", :ensure=>"present", :prop=>"y"}"#);
    let gone = build(&mut session, "a", [("ensure", "absent".into())]);
    session.evaluate(&gone);
    let now = session.current(&gone).unwrap();
    assert!(!now.exists);
    assert_eq!(inspect_state(&now.state), r#"{:name=>"a", :ensure=>"absent"}"#);
    assert_eq!(fixture.calls(), [r#"set a to {:name=>"a", :ensure=>"absent"}"#]);
}

#[test]
fn a_resource_whose_change_failed_is_read_again() {
    let fixture = Fixture::new(NOTE, "").with(present("a").with("prop", "x"));
    fixture.world.lock().unwrap().set_failure = Some(Failure::new("half-way"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("prop", "y".into())]);
    assert_eq!(session.evaluate(&a).failure.unwrap().to_string(), "half-way");
    fixture.calls();
    assert_eq!(current(&mut session, &a), r#"{:name=>"a", :prop=>"y"}"#);
    assert_eq!(fixture.calls(), ["get all"]);
}
