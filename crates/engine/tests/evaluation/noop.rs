//! When nothing may be changed.

use crate::support::{Stage, build, existing, has_changes};

fn noop(features: &str) -> Stage {
    Stage::notes(features).with(existing("a").with("text", "pa")).under(|settings| settings.noop = true)
}

// Requirement: SET-30, SET-1
#[test]
fn nothing_is_set() {
    let stage = noop("");
    let evaluation = stage.evaluate("a", &[("text", "new".into())]);
    assert!(stage.script().sets.is_empty());
    assert!(evaluation.events[0].noop);
    assert!(!has_changes(&evaluation));
}

// Requirement: SET-30
#[test]
fn the_metaparameter_is_enough() {
    let stage = Stage::notes("").with(existing("a"));
    let evaluation = stage.evaluate("a", &[("ensure", "absent".into()), ("noop", true.into())]);
    assert!(stage.script().sets.is_empty());
    assert!(evaluation.events[0].noop);
}

// Requirement: SET-30
#[test]
fn the_current_state_stays_the_current_one() {
    let stage = noop("supports_noop");
    let mut session = stage.session();
    let resource = build(&mut session, "a", &[("text", "new".into())]);
    let evaluation = session.evaluate(&resource);
    assert_eq!(evaluation.current.expect("it is known").state.text("text"), Some("pa"));
    assert_eq!(session.evaluate(&resource).events.len(), 1, "it still differs");
}

// Requirement: SET-31, VER-19
#[test]
fn a_provider_that_supports_it_is_called_to_report() {
    let stage = noop("supports_noop").setting(|context, changes| {
        assert!(changes.noop() && context.noop());
        context.notice("would do it");
        Ok(())
    });
    stage.evaluate("a", &[("text", "new".into())]);
    assert_eq!(stage.script().noops, [true]);
    assert_eq!(
        stage.lines(),
        ["Notice: /Stage[main]/Main/Note[a]/text: text changed 'pa' to 'new' (noop)", "Notice: note: would do it",]
    );
}

// Requirement: SET-30, SET-31, VER-19
#[test]
fn an_operator_can_keep_providers_from_being_called() {
    let stage = noop("supports_noop").under(|settings| settings.call_noop_providers = false);
    stage.evaluate("a", &[("text", "new".into())]);
    assert!(stage.script().sets.is_empty());
}

// Requirement: SET-32
#[test]
fn an_ordinary_call_is_not_a_noop_call() {
    for features in ["supports_noop", ""] {
        let stage = Stage::notes(features).setting(|context, changes| {
            assert!(!changes.noop() && !context.noop());
            Ok(())
        });
        stage.evaluate("a", &[("ensure", "present".into())]);
        assert_eq!(stage.script().noops, [false]);
    }
}

#[test]
fn the_context_forgets_noop_after_the_call() {
    let stage = noop("supports_noop").setting(|context, changes| {
        assert_eq!(context.noop(), changes.noop());
        Ok(())
    });
    let mut session = stage.session();
    let only_reported = build(&mut session, "a", &[("text", "new".into())]);
    let changed = build(&mut session, "b", &[("ensure", "present".into()), ("noop", false.into())]);
    session.evaluate(&only_reported);
    session.evaluate(&changed);
    assert_eq!(stage.script().noops, [true, false]);
}

// Requirement: SET-33
#[test]
fn events_are_the_usual_ones_with_a_mark() {
    let stage = noop("");
    stage.evaluate("a", &[("text", "new".into())]);
    stage.evaluate("b", &[("ensure", "present".into())]);
    stage.evaluate("a", &[("ensure", "absent".into())]);
    assert_eq!(
        stage.lines(),
        [
            "Notice: /Stage[main]/Main/Note[a]/text: text changed 'pa' to 'new' (noop)",
            "Notice: /Stage[main]/Main/Note[b]/ensure: defined 'ensure' as 'present' (noop)",
            "Notice: /Stage[main]/Main/Note[a]/ensure: undefined 'ensure' from 'present' (noop)",
        ]
    );
}
