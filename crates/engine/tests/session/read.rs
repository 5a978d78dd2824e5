//! How often providers are asked, and for what.

use std::sync::Arc;

use engine::{Run, Session};
use pcore::Value;
use resource_api::{Failure, ResourceType, State, failure::FailureKind, log::Level, render::inspect_state};

use crate::support::{Fixture, NOTE, SOFTWARE, build, current, definition, present, recording};

fn note() -> Fixture {
    Fixture::new(NOTE, "")
}

fn filtered() -> Fixture {
    Fixture::featured(NOTE, "simple_get_filter")
}

// Requirement: GET-1
#[test]
fn what_get_returns_exists_and_nothing_else() {
    let fixture = note().with(present("a").with("prop", "x"));
    let mut session = fixture.session();
    let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
    let found = session.current(&a).unwrap();
    assert!(found.exists);
    assert_eq!(inspect_state(&found.state), r#"{:name=>"a", :ensure=>"present", :prop=>"x"}"#);
    assert!(!session.current(&b).unwrap().exists);
}

// Requirement: GET-4
#[test]
fn the_first_of_several_states_of_a_resource_counts() {
    let fixture = note()
        .with(present("a").with("prop", "first"))
        .with(present("a").with("prop", "second"))
        .with(State::new().with("name", "A"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    for _ in 0..2 {
        assert_eq!(session.current(&a).unwrap().state.text("prop"), Some("first"));
    }
    let listed: Vec<_> = session.instances().unwrap().iter().map(|instance| instance.state.clone()).collect();
    assert_eq!(listed.len(), 3);
    assert_eq!(listed[1].text("prop"), Some("second"));
}

// Requirement: GET-4
#[test]
fn a_composite_resource_is_the_one_whose_namevars_are_all_equal() {
    let software = |package: &str, manager: &str| {
        State::new().with("package", package).with("manager", manager).with("ensure", "present")
    };
    let fixture = Fixture::new(SOFTWARE, "").with(software("php", "yum")).with(software("php", "gem"));
    let mut session = fixture.session();
    let gem = build(&mut session, "php", [("manager", "gem".into())]);
    let pip = build(&mut session, "php", [("manager", "pip".into())]);
    assert_eq!(session.current(&gem).unwrap().state.text("manager"), Some("gem"));
    assert!(!session.current(&pip).unwrap().exists);
}

// Requirement: GET-5, VER-18
#[test]
fn what_does_not_exist_has_a_title_and_is_absent_as_a_symbol() {
    let fixture = note();
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("prop", "x".into())]);
    assert_eq!(current(&mut session, &a), r#"{:title=>"a", :ensure=>:absent}"#);

    let fixture = Fixture::new(SOFTWARE, "");
    let mut session = fixture.session();
    let php = build(&mut session, "php", []);
    assert_eq!(current(&mut session, &php), r#"{:package=>"php", :manager=>nil, :ensure=>:absent}"#);

    let fixture = Fixture::new("\n  key: {type: Integer, desc: n, behaviour: namevar}", "");
    let mut session = fixture.session();
    let keyed = build(&mut session, "x", [("key", 5.into())]);
    assert_eq!(current(&mut session, &keyed), "{:title=>5}");
}

// Requirement: GET-6
#[test]
fn a_failure_of_get_fails_every_resource_with_its_message() {
    let fixture = note();
    fixture.world.lock().unwrap().get_failure = Some(Failure::new("the device is gone"));
    let mut session = fixture.session();
    let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
    for resource in [&a, &b] {
        let failure = session.current(resource).unwrap_err();
        assert_eq!(failure.to_string(), "the device is gone");
        assert_eq!(failure.kind(), FailureKind::Ordinary);
    }
    assert_eq!(session.instances().unwrap_err().to_string(), "the device is gone");
}

// Requirement: GET-6
#[test]
fn a_fatal_failure_of_get_stays_fatal() {
    let fixture = note();
    fixture.world.lock().unwrap().get_failure = Some(Failure::fatal("cannot load such file -- net/ssh"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    for _ in 0..2 {
        let failure = session.current(&a).unwrap_err();
        assert_eq!(failure.kind(), FailureKind::Fatal);
        assert_eq!(failure.to_string(), "cannot load such file -- net/ssh");
    }
}

// Requirement: GET-7, VER-17
#[test]
fn a_get_that_failed_is_not_called_again_and_does_not_mean_that_nothing_exists() {
    for fixture in [note().existing(&["a", "b"]), filtered().existing(&["a", "b"])] {
        fixture.world.lock().unwrap().get_failure = Some(Failure::new("no route"));
        let run = Arc::new(Run::default());
        let mut session = fixture.session().in_run(run.clone());
        let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
        session.current(&a).unwrap_err();
        assert_eq!(fixture.calls().len(), 1);
        // Even when the provider would work again, and something was changed: it is out of this run.
        fixture.world.lock().unwrap().get_failure = None;
        run.record_change();
        assert_eq!(session.current(&b).unwrap_err().to_string(), "no route");
        assert_eq!(session.current(&a).unwrap_err().to_string(), "no route");
        assert_eq!(session.prefetch(&[&a, &b]).unwrap_err().to_string(), "no route");
        assert!(session.known(&a).is_none());
        assert!(fixture.calls().is_empty());
        assert_eq!(session.statistics().gets, 1);
    }
}

// Requirement: GET-20, GET-21, GET-22
#[test]
fn a_type_without_the_filter_is_read_once() {
    let fixture = note().existing(&["a", "b", "c"]);
    let mut session = fixture.session();
    for title in ["a", "missing", "b", "c", "gone", "a"] {
        let resource = build(&mut session, title, []);
        session.current(&resource).unwrap();
    }
    // A purge lists everything, and needs no call of its own.
    assert_eq!(session.instances().unwrap().len(), 3);
    assert_eq!(fixture.calls(), ["get all"]);
    assert_eq!(session.statistics().gets, 1);
}

// Requirement: GET-20, GET-21
#[test]
fn what_was_not_found_is_read_again_only_after_something_was_changed() {
    let fixture = note().existing(&["a"]);
    let run = Arc::new(Run::default());
    let mut session = fixture.session().in_run(run.clone());
    let (a, b, c) = (build(&mut session, "a", []), build(&mut session, "b", []), build(&mut session, "c", []));
    session.current(&a).unwrap();
    assert!(!session.current(&b).unwrap().exists);
    assert_eq!(fixture.calls(), ["get all"]);

    // A change of another type creates `b`.
    fixture.world.lock().unwrap().instances.push(present("b"));
    run.record_change();
    session.current(&a).unwrap();
    assert!(fixture.calls().is_empty(), "what was found is not read again");
    assert!(session.current(&b).unwrap().exists);
    assert!(!session.current(&c).unwrap().exists);
    assert_eq!(fixture.calls(), ["get all"]);
}

#[test]
fn what_a_later_reading_does_not_return_any_more_is_gone() {
    let fixture = note().existing(&["a"]);
    let run = Arc::new(Run::default());
    let mut session = fixture.session().in_run(run.clone());
    let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
    session.current(&a).unwrap();
    fixture.world.lock().unwrap().instances.clear();
    run.record_change();
    session.current(&b).unwrap();
    assert!(!session.current(&a).unwrap().exists);
    assert_eq!(session.statistics().gets, 2);
}

// Requirement: GET-21, GET-25
#[test]
fn with_the_filter_resources_are_asked_for_by_name_when_evaluated() {
    let fixture = filtered().existing(&["a", "b"]);
    let mut session = fixture.session();
    for title in ["a", "b", "missing", "a", "missing"] {
        let resource = build(&mut session, title, []);
        assert_eq!(session.current(&resource).unwrap().exists, title != "missing");
    }
    assert_eq!(fixture.calls(), ["get a", "get b", "get missing"]);
}

// Requirement: GET-25
#[test]
fn what_get_returns_beyond_the_names_is_kept() {
    let fixture = filtered().existing(&["a", "b"]);
    fixture.world.lock().unwrap().generous = true;
    let mut session = fixture.session();
    for title in ["a", "b"] {
        let resource = build(&mut session, title, []);
        assert!(session.current(&resource).unwrap().exists);
    }
    assert_eq!(fixture.calls(), ["get a"]);
}

// Requirement: GET-27
#[test]
fn adjacent_resources_are_asked_for_in_one_call() {
    let fixture = filtered().existing(&["a", "b"]);
    let run = Arc::new(Run::default());
    let mut session = fixture.session().in_run(run.clone());
    let resources: Vec<_> = ["a", "b", "missing", "a"].iter().map(|title| build(&mut session, title, [])).collect();
    session.prefetch(&resources.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(fixture.calls(), ["get a b missing"]);
    resources.iter().for_each(|resource| drop(session.current(resource).unwrap()));
    session.prefetch(&resources.iter().collect::<Vec<_>>()).unwrap();
    assert!(fixture.calls().is_empty());

    // Only what was not found may have come since.
    run.record_change();
    session.prefetch(&resources.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(fixture.calls(), ["get missing"]);
}

// Requirement: GET-21, GET-23, VER-3
#[test]
fn a_listing_asks_for_everything_and_then_only_what_it_lacks_by_name() {
    let fixture = filtered().existing(&["a", "b"]);
    let mut session = fixture.session();
    assert_eq!(session.instances().unwrap().len(), 2);
    for title in ["a", "missing", "b"] {
        let resource = build(&mut session, title, []);
        session.current(&resource).unwrap();
    }
    assert_eq!(fixture.calls(), ["get all", "get missing"]);
}

// Requirement: GET-21
#[test]
fn looking_for_one_title_lists_and_then_asks_for_the_missing_one() {
    let fixture = filtered().existing(&["a"]);
    let found = fixture.session().find("a").unwrap();
    assert!(found.exists);
    assert_eq!(fixture.calls(), ["get all"]);
    let missing = fixture.session().find("b").unwrap();
    assert!(!missing.exists);
    assert_eq!(inspect_state(&missing.state), r#"{:title=>"b", :ensure=>:absent}"#);
    assert_eq!(fixture.calls(), ["get all", "get b"]);

    // A provider may find what it does not list.
    fixture.world.lock().unwrap().shy = true;
    assert!(fixture.session().find("a").unwrap().exists);
    assert_eq!(fixture.calls(), ["get all", "get a"]);

    let plain = note().existing(&["a"]);
    assert!(plain.session().find("a").unwrap().exists);
    assert!(!plain.session().find("b").unwrap().exists);
    assert_eq!(plain.calls(), ["get all", "get all"], "one for each session");
}

/// How `get` is called by what a command does, for a type in which `a`, `b` and `c` exist: without the filter, and with it.
#[track_caller]
fn check_calls(command: impl Fn(&mut Session<'_>), plain: &[&str], by_name: &[&str]) {
    for (fixture, expected) in [(note(), plain), (filtered(), by_name)] {
        let fixture = fixture.existing(&["a", "b", "c"]);
        command(&mut fixture.session());
        let calls: Vec<String> = fixture.calls().into_iter().filter(|call| call.starts_with("get")).collect();
        assert_eq!(calls, expected);
    }
}

fn evaluate(session: &mut Session<'_>, titles: &[&str]) {
    let resources: Vec<_> =
        titles.iter().map(|title| build(session, title, [("ensure", Value::from("present"))])).collect();
    resources.iter().for_each(|resource| assert!(session.evaluate(resource).failure.is_none()));
}

// Requirement: GET-21
#[test]
fn every_command_reads_as_the_table_of_the_specification_has_it() {
    check_calls(|session| drop(session.instances().unwrap()), &["get all"], &["get all"]);
    check_calls(|session| drop(session.find("a").unwrap()), &["get all"], &["get all"]);
    // One call is enough where the listing shows that there is no such resource.
    check_calls(|session| drop(session.find("missing").unwrap()), &["get all"], &["get all", "get missing"]);
    check_calls(
        |session| {
            let changed = build(session, "a", [("prop", Value::from("x"))]);
            session.evaluate(&changed);
        },
        &["get all"],
        &["get a"],
    );
    check_calls(|session| evaluate(session, &["a", "b", "c"]), &["get all"], &["get a", "get b", "get c"]);
    // The first missing resource is known to be missing; its creation may create the second.
    check_calls(
        |session| evaluate(session, &["a", "x", "y", "b"]),
        &["get all", "get all"],
        &["get a", "get x", "get y", "get b"],
    );
    check_calls(
        |session| {
            session.instances().unwrap();
            evaluate(session, &["a", "x", "b"]);
        },
        &["get all"],
        &["get all", "get x"],
    );
}

/// Creates thirty resources, of which the 25th creates `n29`; returns the number of calls of `get`, and which of them were
/// created although they existed.
fn create_thirty(more: &str) -> (u64, Vec<String>) {
    use resource_api::{Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State};
    use std::sync::Mutex;

    struct Siblings(Vec<String>, Arc<Mutex<Vec<String>>>);

    #[resource_api::provider]
    impl Provider for Siblings {
        fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
            Ok(self.0.iter().map(|name| present(name)).collect())
        }

        fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
            for change in changes {
                let name = change.name.name().to_owned();
                match self.0.contains(&name) {
                    true => self.1.lock().unwrap().push(name.clone()),
                    false => self.0.push(name.clone()),
                }
                if name == "n24" {
                    self.0.push("n29".into());
                }
            }
            Ok(())
        }
    }

    let created_twice = Arc::new(Mutex::new(Vec::new()));
    let shared = created_twice.clone();
    let provider = ProviderEntry::new("siblings", move |_| Ok(Siblings(Vec::new(), shared.clone())));
    let fixture = Fixture::of(ResourceType::new(definition("t", NOTE, more)).with_provider(provider), Arc::default());
    let mut session = fixture.session();
    let titles: Vec<String> = (0..30).map(|number| format!("n{number}")).collect();
    evaluate(&mut session, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    let created_twice = created_twice.lock().unwrap().clone();
    (session.statistics().gets, created_twice)
}

// Requirement: GET-21
#[test]
fn siblings_of_a_late_creation_are_seen_unless_the_type_reads_once() {
    // Once for each that is missing: `n29` is found when `n25` is looked for.
    assert_eq!(create_thirty(""), (29, vec![]));
    assert_eq!(create_thirty("reads: after_every_change"), (29, vec![]));
    // It declares that its changes create nothing else, so it is not read again.
    assert_eq!(create_thirty("reads: once"), (1, vec!["n29".to_owned()]));
}

// Requirement: GET-26
#[test]
fn a_type_without_the_filter_never_sees_names() {
    let fixture = note().existing(&["a"]);
    let mut session = fixture.session();
    let resources = [build(&mut session, "a", []), build(&mut session, "b", [])];
    session.prefetch(&[&resources[0], &resources[1]]).unwrap();
    session.current(&resources[1]).unwrap();
    session.find("c").unwrap();
    assert_eq!(fixture.calls(), ["get all"]);
}

// Requirement: GET-28
#[test]
fn the_current_state_is_a_debug_line_of_each_evaluation() {
    let fixture = note().with(present("a").with("prop", "x"));
    let mut session = fixture.session();
    let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
    // Whether it was just read or is known from before.
    for resource in [&a, &b, &a] {
        session.current(resource).unwrap();
    }
    let state_of_a = r#"Current State: {:name=>"a", :ensure=>"present", :prop=>"x"}"#;
    assert_eq!(
        fixture.lines(Level::Debug),
        [state_of_a, r#"Current State: {:title=>"b", :ensure=>:absent}"#, state_of_a]
    );
}

#[test]
fn known_resources_need_no_call() {
    let fixture = note().existing(&["a"]);
    let mut session = fixture.session();
    let (a, b) = (build(&mut session, "a", []), build(&mut session, "b", []));
    assert!(session.known(&a).is_none());
    assert!(fixture.calls().is_empty());
    session.current(&a).unwrap();
    assert!(session.known(&a).unwrap().exists);
    assert!(!session.known(&b).unwrap().exists);
}

// Requirement: VER-26
#[test]
fn nothing_that_was_read_outlives_a_session() {
    let fixture = note().existing(&["a"]);
    for _ in 0..2 {
        let mut session = fixture.session();
        let a = build(&mut session, "a", []);
        session.current(&a).unwrap();
        session.current(&a).unwrap();
    }
    assert_eq!(fixture.calls(), ["get all", "get all"]);
}

#[test]
fn each_provider_is_read_for_itself() {
    let (one, other) = (Arc::default(), Arc::default());
    let resource_type = ResourceType::new(definition("t", NOTE, ""))
        .with_provider(recording("one", &one))
        .with_provider(recording("other", &other));
    let fixture = Fixture::of(resource_type, one).existing(&["a"]);
    let mut session: Session<'_> = fixture.session();
    let (default, chosen) =
        (build(&mut session, "a", []), build(&mut session, "a", [("provider", Value::from("other"))]));
    session.prefetch(&[&default, &chosen]).unwrap();
    assert!(session.current(&default).unwrap().exists);
    assert!(!session.current(&chosen).unwrap().exists);
    assert_eq!(fixture.calls(), ["get all"]);
    assert_eq!(other.lock().unwrap().calls, ["get all"]);
    assert_eq!(session.statistics().gets, 2);
}
