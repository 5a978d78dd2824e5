//! The changes of a `set` are written by `flush` after they have been logged.

use resource_api::{Failure, Identity, failure::FailureKind};

use crate::support::{NOTE, Stage, build};

fn notes(batch: impl std::fmt::Display) -> Stage {
    Stage::new(&NOTE.replace("FEATURES", "").replace("desc: A note", &format!("desc: A note\nbatch: {batch}")))
}

/// Evaluates `a`, `b` and `c`, which should be present; says which of them failed.
fn evaluate(stage: &Stage) -> Vec<bool> {
    let mut session = stage.session();
    let resources = ["a", "b", "c"].map(|title| build(&mut session, title, &[("ensure", "present".into())]));
    let evaluations = session.evaluate_batch(&resources.each_ref());
    evaluations.iter().map(|evaluation| evaluation.failure.is_some()).collect()
}

fn errors(stage: &Stage) -> Vec<String> {
    stage.lines().into_iter().filter(|line| line.starts_with("Error")).collect()
}

#[test]
fn there_is_one_for_each_set() {
    for (batch, flushes) in [(true, vec![3]), (false, vec![1, 1, 1])] {
        let stage = notes(batch);
        assert_eq!(evaluate(&stage), [false; 3]);
        assert_eq!(stage.script().flushes, flushes);
    }
}

#[test]
fn there_is_none_under_noop_and_after_a_set_that_failed() {
    let stage = notes(true).under(|settings| settings.noop = true);
    evaluate(&stage);
    assert!(stage.script().flushes.is_empty());
    let stage = notes(true).setting(|_, _| Err(Failure::new("disk full")));
    assert_eq!(evaluate(&stage), [true; 3]);
    assert!(stage.script().flushes.is_empty());
}

#[test]
fn its_failure_is_that_of_all_resources_and_the_changes_were_logged() {
    for batch in [true, false] {
        let stage = notes(batch);
        stage.script().on_flush = Some(Box::new(|_, _| Err(Failure::new("disk full"))));
        assert_eq!(evaluate(&stage), [true; 3]);
        let lines = stage.lines();
        let created = lines.iter().filter(|line| line.ends_with("/ensure: defined 'ensure' as 'present'"));
        assert_eq!(created.count(), 3, "{lines:#?}");
        let failed = |name: &str| format!("Error: /Stage[main]/Main/Note[{name}]: Could not evaluate: disk full");
        assert_eq!(errors(&stage), ["a", "b", "c"].map(failed));
    }
}

#[test]
fn one_resource_can_fail_alone() {
    let stage = notes(true);
    stage.script().on_flush = Some(Box::new(|context, _| {
        context.fail_resource(&Identity::single("name", "b"), Failure::new("too long"));
        Ok(())
    }));
    assert_eq!(evaluate(&stage), [false, true, false]);
    assert_eq!(errors(&stage), ["Error: /Stage[main]/Main/Note[b]: Could not evaluate: too long"]);
}

#[test]
fn a_fatal_failure_ends_the_run() {
    let stage = notes(true);
    stage.script().on_flush = Some(Box::new(|_, _| Err(Failure::fatal("gone"))));
    let mut session = stage.session();
    let note = build(&mut session, "a", &[("ensure", "present".into())]);
    let evaluation = session.evaluate(&note);
    assert!(evaluation.is_fatal());
    assert_eq!(evaluation.failure.map(|failure| failure.kind()), Some(FailureKind::Fatal));
}

#[test]
fn with_batch_flush_resources_are_set_one_by_one_and_logged_when_they_are_written() {
    let stage = notes("flush");
    assert_eq!(evaluate(&stage), [false; 3]);
    assert_eq!(stage.script().sets.len(), 3);
    assert_eq!(stage.script().flushes, [3]);
    let stage = notes("flush").setting(|_, changes| {
        let is_b = changes.iter().any(|change| change.name.name() == "b");
        if is_b { Err(Failure::new("too long")) } else { Ok(()) }
    });
    assert_eq!(evaluate(&stage), [false, true, false]);
    assert_eq!(stage.script().flushes, [2]);
    assert_eq!(errors(&stage), ["Error: /Stage[main]/Main/Note[b]: Could not evaluate: too long"]);
    let stage = notes("flush");
    stage.script().on_flush = Some(Box::new(|context, _| {
        context.fail_resource(&Identity::single("name", "b"), Failure::new("too long"));
        Ok(())
    }));
    assert_eq!(evaluate(&stage), [false, true, false]);
    let stage = notes("flush").under(|settings| settings.noop = true);
    evaluate(&stage);
    assert!(stage.script().flushes.is_empty());
}

#[test]
fn what_was_set_before_a_fatal_failure_is_written() {
    let stage = notes("flush").setting(|_, changes| {
        let is_b = changes.iter().any(|change| change.name.name() == "b");
        if is_b { Err(Failure::fatal("gone")) } else { Ok(()) }
    });
    assert_eq!(evaluate(&stage), [false, true]);
    assert_eq!(stage.script().flushes, [1]);
}
