//! Several resources in one call.

use resource_api::Failure;

use crate::support::{NOTE, Stage, build, existing, has_changes};

fn notes(batch: bool) -> Stage {
    Stage::new(&NOTE.replace("FEATURES", "").replace("desc: A note", &format!("desc: A note\nbatch: {batch}")))
}

/// Evaluates `a`, `b` and `c`, which should be present, at once; says which of them failed.
fn evaluate(stage: &Stage) -> Vec<bool> {
    let mut session = stage.session();
    let resources = ["a", "b", "c"].map(|title| build(&mut session, title, &[("ensure", "present".into())]));
    let evaluations = session.evaluate_batch(&resources.each_ref());
    evaluations.iter().map(|evaluation| evaluation.failure.is_some()).collect()
}

fn sizes(stage: &Stage) -> Vec<usize> {
    stage.script().sets.iter().map(Vec::len).collect()
}

// Requirement: SET-11
#[test]
fn a_type_that_takes_batches_gets_what_differs_in_one_call() {
    let stage = notes(true).with(existing("b"));
    assert_eq!(evaluate(&stage), [false; 3]);
    assert_eq!(sizes(&stage), [2]);
    let names: Vec<String> = stage.script().sets[0].iter().map(|change| change.name.to_string()).collect();
    assert_eq!(names, ["a", "c"]);
}

// Requirement: SET-11, SET-2
#[test]
fn every_other_type_gets_one_resource_a_call() {
    let stage = notes(false);
    assert_eq!(evaluate(&stage), [false; 3]);
    assert_eq!(sizes(&stage), [1, 1, 1]);
}

// Requirement: SET-43
#[test]
fn a_failing_call_fails_every_resource_of_which_nothing_is_known() {
    let stage = notes(true).setting(|context, _| {
        context.creating("a", || Ok(()))?;
        Err(Failure::new("disk full"))
    });
    assert_eq!(evaluate(&stage), [false, true, true]);
    let failed: Vec<String> = stage.lines().into_iter().filter(|line| line.starts_with("Error")).collect();
    assert_eq!(
        failed,
        [
            "Error: /Stage[main]/Main/Note[b]: Could not evaluate: disk full",
            "Error: /Stage[main]/Main/Note[c]: Could not evaluate: disk full",
        ]
    );
}

// Requirement: SET-43
#[test]
fn a_failure_after_everything_was_done_is_not_lost() {
    let stage = notes(true).setting(|context, _| {
        context.creating(["a", "b", "c"], || Ok(()))?;
        Err(Failure::new("cannot log out"))
    });
    assert_eq!(evaluate(&stage), [true; 3]);
}

// Requirement: SET-43
#[test]
fn a_failed_block_fails_its_own_resource() {
    let stage = notes(true).setting(|context, _| {
        context.creating("a", || Ok(()))?;
        context.creating("b", || Err(Failure::new("disk full")))?;
        context.creating("c", || Ok(()))
    });
    assert_eq!(evaluate(&stage), [false, true, false]);
}

#[test]
fn a_fatal_failure_ends_a_batch() {
    for batch in [true, false] {
        let stage = notes(batch);
        stage.script().get_failure = Some(Failure::fatal("gone"));
        assert_eq!(evaluate(&stage), [true]);
    }
}

/// The provider compares the properties itself, so that comparing can fail for one resource of several.
#[test]
fn a_fatal_failure_in_the_middle_of_a_batch_leaves_those_before_it_changed() {
    let stage =
        Stage::new(&NOTE.replace("FEATURES", "custom_insync").replace("desc: A note", "desc: A note\nbatch: true"));
    let mut asked = 0;
    let stage = stage.answering(move |_| {
        asked += 1;
        if asked == 3 { Err(Failure::fatal("gone")) } else { Ok(resource_api::Insync::Default) }
    });
    let mut session = stage.session();
    let resources = ["a", "b", "c", "d"].map(|title| build(&mut session, title, &[("ensure", "present".into())]));
    let evaluations = session.evaluate_batch(&resources.each_ref());
    let became: Vec<(bool, bool)> =
        evaluations.iter().map(|evaluation| (has_changes(evaluation), evaluation.is_fatal())).collect();
    assert_eq!(became, [(true, false), (true, false), (false, true)]);
    // What is logged as changed was changed.
    assert_eq!(sizes(&stage), [2]);
}

#[test]
fn what_was_done_before_a_fatal_failure_of_set_is_not_said_to_have_failed() {
    let stage = notes(true).setting(|context, _| {
        context.creating("a", || Ok(()))?;
        Err(Failure::fatal("gone"))
    });
    let mut session = stage.session();
    let resources = ["a", "b", "c"].map(|title| build(&mut session, title, &[("ensure", "present".into())]));
    let fatal: Vec<bool> =
        session.evaluate_batch(&resources.each_ref()).iter().map(engine::Evaluation::is_fatal).collect();
    assert_eq!(fatal, [false, true, true]);
}
