//! What can be set at creation only.

use engine::Strictness;
use resource_api::{State, failure::FailureKind};

use crate::{
    comparison::settings,
    support::{Stage, existing, has_changes, symbol},
};

const REFUSED: &str = "Attempting to change `born` init_only attribute value from `then` to `now`";

fn changing(strict: Strictness) -> Stage {
    let stage = Stage::notes("").with(existing("a").with("born", "then")).under(|settings| settings.strict = strict);
    stage.evaluate("a", &[("ensure", "present".into()), ("born", "now".into())]);
    stage
}

// Requirement: SET-20, SET-21, STR-1, VER-20
#[test]
fn a_change_fails_after_it_was_announced_and_before_set() {
    let stage = changing(Strictness::Error);
    assert_eq!(
        stage.lines(),
        [
            "Notice: /Stage[main]/Main/Note[a]/born: born changed 'then' to 'now'".to_owned(),
            format!("Error: /Stage[main]/Main/Note[a]: Could not evaluate: {REFUSED}"),
        ]
    );
    assert!(stage.script().sets.is_empty());
}

// Requirement: SET-21
#[test]
fn the_failed_resource_has_changes_as_well() {
    let stage = Stage::notes("").with(existing("a").with("born", "then"));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into()), ("born", "now".into())]);
    assert!(has_changes(&evaluation));
    assert_eq!(evaluation.failure.map(|failure| failure.kind()), Some(FailureKind::Resource));
}

// Requirement: SET-21, STR-1, VER-20
#[test]
fn a_change_is_a_warning_for_lenient_operators() {
    let stage = changing(Strictness::Warning);
    assert_eq!(stage.lines()[1], format!("Warning: {REFUSED}"));
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-20, STR-1, VER-20
#[test]
fn a_change_is_made_silently_without_strictness() {
    let stage = changing(Strictness::Off);
    assert_eq!(stage.lines().len(), 1);
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-20
#[test]
fn a_value_that_was_never_reported_counts_as_different() {
    let stage = Stage::notes("").with(existing("a"));
    let evaluation = stage.evaluate("a", &[("ensure", "present".into()), ("born", "now".into())]);
    assert_eq!(
        evaluation.failure.expect("it is refused").to_string(),
        "Attempting to change `born` init_only attribute value from `` to `now`"
    );
}

// Requirement: SET-20
#[test]
fn only_the_string_present_means_that_a_resource_still_exists() {
    let is = State::new().with("name", "a").with("ensure", symbol("present")).with("born", "then");
    let stage = Stage::notes("").with(is).under(|settings| settings.strict = Strictness::Warning);
    stage.evaluate("a", &[("ensure", "present".into()), ("born", "now".into())]);
    assert!(!stage.everything().contains("Attempting"), "{}", stage.everything());
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-20
#[test]
fn an_unchanged_value_lets_other_properties_change() {
    let stage = Stage::notes("").with(existing("a").with("born", "then"));
    let given = [("ensure", "present".into()), ("born", "then".into()), ("text", "x".into())];
    assert!(stage.evaluate("a", &given).failure.is_none());
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-22
#[test]
fn creation_and_deletion_are_free() {
    let stage = Stage::notes("").with(existing("b").with("born", "then"));
    assert!(stage.evaluate("a", &[("ensure", "present".into()), ("born", "now".into())]).failure.is_none());
    assert!(stage.evaluate("b", &[("ensure", "absent".into()), ("born", "now".into())]).failure.is_none());
    assert_eq!(stage.script().sets.len(), 2);
}

// Requirement: SET-22
#[test]
fn without_a_desired_ensure_it_is_not_enforced() {
    let stage = Stage::notes("").with(existing("a").with("born", "then"));
    assert!(stage.evaluate("a", &[("born", "now".into())]).failure.is_none());
    assert_eq!(stage.script().sets.len(), 1);
}

// Requirement: SET-22
#[test]
fn a_type_without_ensure_enforces_it_for_what_exists() {
    let stage = settings("").with(State::new().with("name", "a").with("kind", "old"));
    let evaluation = stage.evaluate("a", &[("kind", "new".into())]);
    assert_eq!(
        evaluation.failure.expect("it is refused").to_string(),
        "Attempting to change `kind` init_only attribute value from `old` to `new`"
    );
    assert!(stage.evaluate("missing", &[("kind", "new".into())]).failure.is_none());
    assert_eq!(stage.script().sets.len(), 1);
}
