//! Events on their way.

use engine::transaction::EventStatus;

use crate::support::{Machine, any_failed, bell, catalog, note, status};

#[test]
fn a_refresh_is_an_event_of_its_resource() {
    let machine = Machine::default();
    let applied = machine.apply(catalog([note("a", &[("notify", "Bell[b]".into())]), bell("b", &[])]));
    assert_eq!(machine.store().refreshed, ["b"]);
    let status = status(&applied, "Bell[b]");
    assert!(status.restarted && status.changed);
    let event = &status.events[0];
    assert_eq!((event.name.as_str(), event.status), ("refresh", EventStatus::Success));
    assert_eq!(event.message, "Triggered 'refresh' from 1 event");
}

#[test]
fn a_refresh_that_fails_is_a_failure() {
    let machine = Machine::default();
    let applied =
        machine.apply(catalog([note("a", &[("notify", "Bell[b]".into())]), bell("b", &[("fails", true.into())])]));
    let status = status(&applied, "Bell[b]");
    assert!(status.failed && status.failed_to_restart && !status.restarted);
    assert_eq!(status.events[0].message, "Failed to call refresh: the bell is broken");
    assert!(any_failed(&applied));
}

#[test]
fn a_resource_is_refreshed_once_for_all_events() {
    let machine = Machine::default();
    let notify = [("notify", "Bell[b]".into())];
    machine.apply(catalog([note("a", &notify), note("c", &notify), bell("b", &[])]));
    assert_eq!(machine.store().refreshed, ["b"]);
    assert!(machine.lines().iter().any(|line| line.ends_with("Triggered 'refresh' from 2 events")));
}

#[test]
fn what_is_in_sync_refreshes_nothing() {
    let machine = Machine::default();
    machine.write("a", &[]);
    machine.apply(catalog([note("a", &[("notify", "Bell[b]".into())]), bell("b", &[])]));
    assert!(machine.store().refreshed.is_empty());
}

#[test]
fn a_type_without_the_feature_takes_no_notice() {
    let machine = Machine::default();
    machine.write("b", &[]);
    machine.apply(catalog([note("a", &[("notify", "Note[b]".into())]), note("b", &[])]));
    let lines = machine.lines_from(resource_api::log::Level::Info);
    assert!(!lines.iter().any(|line| line.contains("Scheduling refresh of Note[b]")), "{lines:?}");
}

#[test]
fn a_refreshonly_resource_is_unchanged_otherwise() {
    let machine = Machine::default();
    let waiting = || bell("b", &[("refreshonly", true.into())]);
    let applied = machine.apply(catalog([waiting()]));
    assert!(status(&applied, "Bell[b]").scheduled && !status(&applied, "Bell[b]").out_of_sync);
    assert!(machine.store().gets.is_empty() && machine.store().refreshed.is_empty());
    machine.apply(catalog([note("a", &[("notify", "Bell[b]".into())]), waiting()]));
    assert_eq!(machine.store().refreshed, ["b"]);
}
