//! What one run leaves for the next.

use engine::transaction::{EventStatus, History};
use pcore::Value;

use crate::support::{Machine, any_changed, catalog, note, status};

// Requirement: CLI-28
#[test]
fn an_audited_property_is_remembered() {
    let machine = Machine::default();
    machine.write("a", &[("text", "old".into())]);
    let resources = || catalog([note("a", &[("audit", "text".into())])]);
    let first = machine.apply(resources());
    assert_eq!(machine.lines(), ["Notice: /Stage[main]/Main/Note[a]/text: audit change: newly-recorded value old"]);
    assert_eq!(first.history.records["Note[a]"].audited["text"], Value::from("old"));
    assert!(!any_changed(&first));

    machine.write("a", &[("text", "else".into())]);
    let second = machine.apply_after(resources(), first.history);
    assert_eq!(
        machine.lines(),
        [
            "Notice: /Stage[main]/Main/Note[a]/text: audit change: previously recorded value 'old' has been changed to 'else'"
        ]
    );
    let event = &status(&second, "Note[a]").events[0];
    assert_eq!((event.status, event.audited), (EventStatus::Audit, true));
    assert_eq!(event.historical_value, Value::from("old"));
    assert!(!any_changed(&second) && machine.store().sets.is_empty());
}

#[test]
fn a_secret_is_audited_without_being_kept() {
    let machine = Machine::default();
    machine.write("a", &[("secret", "hush".into())]);
    let applied = machine.apply(catalog([note("a", &[("audit", "secret".into())])]));
    assert_eq!(
        machine.lines(),
        ["Notice: /Stage[main]/Main/Note[a]/secret: audit change: newly-recorded value [redacted]"]
    );
    assert!(!format!("{:?}", applied.history).contains("hush"));
}

#[test]
fn what_puppet_recorded_as_a_symbol_is_the_same_word() {
    let machine = Machine::default();
    machine.write("a", &[("text", "old".into())]);
    let resources = || catalog([note("a", &[("audit", "text".into())])]);
    let mut history = machine.apply(resources()).history;
    machine.recorder.take();
    history.records["Note[a]"].audited["text"] = Value::Symbol("old".into());
    let again = machine.apply_after(resources(), history);
    assert_eq!(machine.lines(), Vec::<String>::new());
    assert!(status(&again, "Note[a]").events.is_empty());
}

fn kept() -> History {
    History { system_values: Some(Default::default()), ..History::default() }
}

#[test]
fn restoring_what_an_earlier_run_set_is_corrective() {
    let machine = Machine::default();
    let resources = || catalog([note("a", &[("text", "x".into())])]);
    let first = machine.apply_after(resources(), kept());
    assert!(!status(&first, "Note[a]").corrective_change);
    machine.recorder.take();

    machine.write("a", &[("text", "drifted".into())]);
    let second = machine.apply_after(resources(), first.history);
    assert_eq!(machine.lines(), ["Notice: /Stage[main]/Main/Note[a]/text: text changed 'drifted' to 'x' (corrective)"]);
    assert!(status(&second, "Note[a]").corrective_change && status(&second, "Note[a]").events[0].corrective_change);

    // A change of what is wanted is none.
    let third = machine.apply_after(catalog([note("a", &[("text", "y".into())])]), second.history);
    assert!(status(&third, "Note[a]").changed && !status(&third, "Note[a]").corrective_change);
}

#[test]
fn what_was_not_changed_stays_what_it_was() {
    let machine = Machine::default();
    let wanted = |text: &str| catalog([note("a", &[("text", text.into())])]);
    let mut history = machine.apply_after(wanted("x"), kept()).history;
    machine.write("a", &[("text", "drifted".into())]);
    let mut noop = machine.clone();
    noop.options.settings.noop = true;
    history = noop.apply_after(wanted("x"), history).history;
    let values = history.system_values.as_ref().expect("they are kept");
    assert_eq!(values["Note[a]"]["text"], Value::from("x"));

    let mut elsewhere = machine.clone();
    elsewhere.options.tags = vec!["other".into()];
    let history = elsewhere.apply_after(wanted("x"), history).history;
    assert_eq!(history.system_values.expect("they are kept")["Note[a]"]["text"], Value::from("x"));
}

#[test]
fn history_is_optional() {
    let machine = Machine::default();
    assert!(machine.apply(catalog([note("a", &[])])).history.system_values.is_none());
}

#[test]
fn secrets_are_not_recorded_for_the_next_run() {
    let machine = Machine::default();
    let applied = machine.apply_after(catalog([note("a", &[("secret", "hush".into())])]), kept());
    assert!(status(&applied, "Note[a]").changed);
    assert!(!format!("{:?}", applied.history).contains("hush"));
}
