//! The order of evaluation, and what ends a run.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use catalog::Catalog;
use resource_api::failure::FailureKind;

use crate::support::{Machine, catalog, declared, note, status};

#[test]
fn a_run_can_be_stopped_between_two_resources() {
    let machine = Machine::default();
    let stop = Arc::new(AtomicBool::new(false));
    let seen = stop.clone();
    let applied = machine
        .transaction(catalog([note("a", &[]), note("b", &[])]))
        .expect("the catalog is valid")
        .stopped_by(stop)
        .watched_by(move |progress| {
            if progress.source.ends_with("Note[a]") {
                seen.store(true, Ordering::Relaxed);
            }
        })
        .run();
    assert!(status(&applied, "Note[a]").changed);
    assert!(status(&applied, "Note[b]").skipped);
    assert!(applied.failure.is_none());
    let lines = machine.lines_from(resource_api::log::Level::Debug);
    assert!(lines.contains(&"Debug: /Stage[main]/Main/Note[b]: Transaction canceled, skipping".to_owned()));
}

#[test]
fn evaluations_are_counted() {
    let machine = Machine::default();
    let evaluations = std::cell::RefCell::new(Vec::new());
    machine
        .transaction(catalog([note("a", &[])]))
        .expect("the catalog is valid")
        .watched_by(|progress| {
            evaluations.borrow_mut().push((progress.number, progress.total, progress.source.to_owned()));
        })
        .run();
    let expected = ["Stage[main]", "Class[Main]", "/Stage[main]/Main/Note[a]", "Class[Main]", "Stage[main]"];
    let expected: Vec<_> = expected.iter().enumerate().map(|(at, source)| (at + 1, 5, (*source).to_owned())).collect();
    assert_eq!(evaluations.into_inner(), expected);
}

// Requirement: SET-42
#[test]
fn a_fatal_failure_ends_the_run_with_what_is_known() {
    let machine = Machine::default();
    machine.store().fatal = Some("b".to_owned());
    let applied = machine.apply(catalog([note("a", &[]), note("b", &[]), note("c", &[])]));
    let failure = applied.failure.as_ref().expect("the run ended");
    assert_eq!(failure.kind(), FailureKind::Fatal);
    assert_eq!(failure.to_string(), "there is no paper left");
    assert!(!applied.completed);
    assert!(status(&applied, "Note[a]").changed && status(&applied, "Note[b]").failed);
    assert!(!machine.store().notes.contains_key("c"));
    assert_eq!(applied.statuses.len(), 2);
}

#[test]
fn what_waits_for_itself_fails_before_anything_is_changed() {
    let machine = Machine::default();
    let applied = machine.apply(catalog([
        note("free", &[]),
        note("a", &[("require", "Note[b]".into())]),
        note("b", &[("require", "Note[a]".into())]),
    ]));
    assert_eq!(
        applied.failure.as_ref().expect("the run ended").to_string(),
        "One or more resource dependency cycles detected in graph"
    );
    assert_eq!(applied.statuses.len(), 2);
    assert_eq!(status(&applied, "Note[a]").events[0].message, "resource is part of a dependency cycle");
    assert!(machine.store().sets.is_empty());
}

#[test]
fn default_schedules_and_the_filebucket_are_evaluated() {
    let mut machine = Machine::default();
    machine.options.default_schedules = true;
    let applied = machine.apply(Catalog { version: 1.into(), ..Catalog::default() });
    let references: Vec<&str> = applied.statuses.iter().map(|status| status.reference.as_str()).collect();
    assert_eq!(
        references,
        [
            "Schedule[puppet]",
            "Schedule[hourly]",
            "Schedule[daily]",
            "Schedule[weekly]",
            "Schedule[monthly]",
            "Schedule[never]",
            "Filebucket[puppet]"
        ]
    );
    assert_eq!(applied.statuses[0].path, "/Schedule[puppet]");
    let own = declared("Schedule", "daily", &[("period", "never".into())]);
    let applied = machine.apply(Catalog { resources: vec![own], ..Catalog::default() });
    assert_eq!(applied.statuses.iter().filter(|status| status.reference == "Schedule[daily]").count(), 1);
}

#[test]
fn what_is_known_of_a_resource_is_in_its_status() {
    let machine = Machine::default();
    let mut given = note("a", &[("text", "x".into())]);
    (given.file, given.line) = (Some("/site.pp".into()), Some(7));
    let applied = machine.apply(catalog([given]));
    let status = status(&applied, "Note[a]");
    assert_eq!(status.containment_path, ["Stage[main]", "Main", "Note[a]"]);
    assert_eq!((status.file.as_deref(), status.line), (Some("/site.pp"), Some(7)));
    assert_eq!((status.change_count, status.out_of_sync_count), (1, 1));
    assert!(status.scheduled && status.evaluation_time.is_some());
    let event = &status.events[0];
    assert_eq!((event.name.as_str(), event.property.as_deref()), ("note_created", Some("ensure")));
    assert_eq!(applied.times.len(), 1);
    assert_eq!((applied.provider_calls[0].calls.gets, applied.provider_calls[0].calls.sets), (1, 1));
    let record = &applied.history.records["Note[a]"];
    assert!(record.checked.is_some() && record.synced.is_some());
}

#[test]
fn all_resources_of_a_type_are_read_in_one_call() {
    let machine = Machine::default();
    for name in ["a", "b", "c"] {
        machine.write(name, &[]);
    }
    machine.apply(catalog([note("a", &[]), note("b", &[]), note("c", &[])]));
    assert_eq!(machine.store().gets, [None]);
}
