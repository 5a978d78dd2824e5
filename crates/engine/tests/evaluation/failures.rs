//! What happens when a provider fails.

use std::sync::Arc;

use engine::{Session, Settings};
use resource_api::{
    Changes, Context, Failure, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition,
    failure::FailureKind,
    log::{Log, Recorder},
};

use crate::support::{NOTE, Stage, build, existing, has_changes};

// Requirement: SET-40
#[test]
fn a_failing_set_fails_the_resource() {
    let stage = Stage::notes("").setting(|_, _| Err(Failure::new("disk full")));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into())]);
    assert_eq!(
        stage.lines(),
        [
            "Notice: /Stage[main]/Main/Note[a]/ensure: defined 'ensure' as 'present'",
            "Error: /Stage[main]/Main/Note[a]: Could not evaluate: disk full",
        ]
    );
    assert_eq!(evaluation.failure.as_ref().map(ToString::to_string).as_deref(), Some("disk full"));
    assert!(has_changes(&evaluation) && !evaluation.is_fatal());
}

// Requirement: SET-41
#[test]
fn a_failure_inside_a_block_fails_the_resource() {
    let stage = Stage::notes("").setting(|context, _| context.creating("a", || Err(Failure::new("disk full"))));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into())]);
    assert_eq!(
        stage.lines().last().map(String::as_str),
        Some("Error: /Stage[main]/Main/Note[a]: Could not evaluate: Execution encountered an error")
    );
    assert_eq!(evaluation.failure.expect("it failed").to_string(), "Execution encountered an error");
}

// Requirement: SET-41
#[test]
fn the_next_resource_starts_clean() {
    for breaks in [None, Some(Failure::new("a")), Some(Failure::developer("b"))] {
        let stage = Stage::notes("").setting(move |context, changes| {
            if changes.iter().any(|change| change.name.name() == "a") {
                context.creating("a", || Err(Failure::new("disk full")))?;
                return breaks.clone().map_or(Ok(()), Err);
            }
            Ok(())
        });
        let mut session = stage.session();
        let (a, b) = (
            build(&mut session, "a", &[("ensure", "present".into())]),
            build(&mut session, "b", &[("ensure", "present".into())]),
        );
        assert!(session.evaluate(&a).failure.is_some());
        assert!(session.evaluate(&b).failure.is_none());
        let script = stage.script();
        assert_eq!(script.gets, 2, "the state of `a` is unknown, so it is read again");
        assert!(!script.failed_before_get);
    }
}

// Requirement: SET-41
#[test]
fn a_set_is_not_blamed_for_what_failed_before_it() {
    let stage = Stage::notes("");
    stage.script().get_stumbles = true;
    assert!(stage.evaluate("a", &[("ensure", "present".into())]).failure.is_none());
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-42
#[test]
fn a_fatal_failure_ends_the_run_and_is_left_to_its_runner() {
    let stage = Stage::notes("").setting(|_, _| Err(Failure::fatal("cannot load such file")));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into())]);
    assert!(evaluation.is_fatal());
    assert_eq!(evaluation.failure.expect("it failed").to_string(), "cannot load such file");
    assert_eq!(stage.lines().len(), 1, "only the event is logged: {}", stage.everything());
}

// Requirement: GET-6
#[test]
fn a_failing_get_fails_each_resource() {
    let stage = Stage::notes("");
    stage.script().get_failure = Some(Failure::new("no route"));
    let mut session = stage.session();
    for title in ["a", "b"] {
        let resource = build(&mut session, title, &[("ensure", "absent".into())]);
        assert!(session.evaluate(&resource).failure.is_some());
    }
    assert_eq!(
        stage.lines(),
        [
            "Error: /Stage[main]/Main/Note[a]: Could not evaluate: no route",
            "Error: /Stage[main]/Main/Note[b]: Could not evaluate: no route",
        ]
    );
    assert!(stage.script().sets.is_empty());
}

// Requirement: GET-6
#[test]
fn a_fatal_get_ends_the_run() {
    let stage = Stage::notes("").with(existing("a"));
    stage.script().get_failure = Some(Failure::fatal("cannot load such file"));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into())]);
    assert_eq!(evaluation.failure.map(|failure| failure.kind()), Some(FailureKind::Fatal));
    assert!(evaluation.current.is_none());
    assert_eq!(stage.lines(), [""; 0]);
}

/// Has a mistake that shows when a certain note is made.
struct Mistaken;

#[resource_api::provider]
impl Provider for Mistaken {
    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        if changes.iter().any(|change| change.name.name() == "a") {
            return context.creating("a", || panic!("index out of bounds"));
        }
        context.notice("still here");
        Ok(())
    }
}

#[test]
fn a_panic_fails_its_own_resource_and_leaves_no_block_open() {
    let definition = pcore::yaml::parse(&NOTE.replace("FEATURES", "")).expect("valid YAML");
    let notes = ResourceType::new(TypeDefinition::from_value(&definition).expect("a valid definition"))
        .with_provider(ProviderEntry::new("mistaken", |_| Ok(Mistaken)));
    let recorder = Arc::new(Recorder::default());
    let mut session = Session::new(&notes, Settings::default(), Log::new(recorder.clone(), Arc::default()));
    let a = build(&mut session, "a", &[("ensure", "present".into())]);
    let b = build(&mut session, "b", &[("ensure", "present".into())]);

    let failure = session.evaluate(&a).failure.expect("it failed");
    assert_eq!(failure.to_string(), "the provider panicked: index out of bounds");
    assert_eq!(failure.kind(), FailureKind::Developer);
    assert!(session.evaluate(&b).failure.is_none());
    let logged: Vec<_> = recorder.entries().into_iter().map(|entry| entry.message).collect();
    assert!(logged.contains(&"note: still here".into()), "{logged:?}");
}
