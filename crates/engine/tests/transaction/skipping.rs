//! Resources that are skipped.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use engine::transaction::{History, WallClock};
use resource_api::{log::Level, transport::Device};

use crate::{
    device::Switch,
    support::{Machine, catalog, declared, note, status},
};

// Requirement: TR-43
#[test]
fn resources_of_devices_are_skipped_on_a_machine_and_the_other_way_round() {
    let machine = Machine::with("features: [remote_resource]");
    let applied = machine.apply(catalog([note("a", &[])]));
    assert!(status(&applied, "Note[a]").skipped);
    let lines = machine.lines_from(Level::Debug);
    let path = "Debug: /Stage[main]/Main/Note[a]";
    assert!(lines.contains(&format!("{path}: Skipping device resources because running on a posix host")));
    assert!(lines.contains(&format!("{path}: Resource is being skipped, unscheduling all events")));

    let mut device = Machine::default();
    device.options.device = Some(Arc::new(Device::new("spine1", Switch("nx9k"))));
    let applied = device.apply(catalog([note("a", &[])]));
    assert!(status(&applied, "Note[a]").skipped);
    let lines = device.lines_from(Level::Debug);
    assert!(lines.contains(&format!("{path}: Skipping host resources because running on a device")));
    assert!(device.store().gets.is_empty());
}

#[test]
fn tags_and_schedules_are_for_machines_only() {
    let mut machine = Machine::default();
    machine.options.host = false;
    machine.options.tags = vec!["other".into()];
    let applied = machine.apply(catalog([note("a", &[])]));
    assert!(status(&applied, "Note[a]").changed);
}

#[test]
fn a_tag_may_be_written_in_capitals() {
    let mut machine = Machine::default();
    machine.options.tags = vec!["FOO".into()];
    let applied = machine.apply(catalog([note("a", &[("tag", "foo".into())]), note("b", &[])]));
    assert!(status(&applied, "Note[a]").changed && status(&applied, "Note[b]").skipped);
}

struct Stopped(u64);

impl WallClock for Stopped {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.0)
    }

    fn offset(&self, _: SystemTime) -> i32 {
        0
    }
}

#[test]
fn a_schedule_counts_from_the_last_evaluation() {
    let machine = Machine::default();
    let resources = || {
        catalog([declared("Schedule", "day", &[("period", "daily".into())]), note("a", &[("schedule", "day".into())])])
    };
    let run = |at: u64, history: History| {
        let transaction = machine.transaction(resources()).expect("the catalog is valid");
        transaction.with_history(history).with_clock(Arc::new(Stopped(at))).run()
    };
    let first = run(1_000_000, History::default());
    assert!(status(&first, "Note[a]").changed);
    let second = run(1_000_000 + 86_399, first.history);
    assert!(status(&second, "Note[a]").skipped);
    let third = run(1_000_000 + 86_400, second.history);
    assert!(status(&third, "Note[a]").scheduled);
}

/// A wrong clock has recorded a run in the future.
#[test]
fn a_schedule_does_not_wait_for_a_clock_that_was_ahead() {
    let machine = Machine::default();
    let resources = || {
        catalog([declared("Schedule", "day", &[("period", "daily".into())]), note("a", &[("schedule", "day".into())])])
    };
    let run = |at: u64, history: History| {
        let transaction = machine.transaction(resources()).expect("the catalog is valid");
        transaction.with_history(history).with_clock(Arc::new(Stopped(at))).run()
    };
    let ahead = run(4_000_000_000, History::default());
    let corrected = run(1_000_000, ahead.history);
    assert!(!status(&corrected, "Note[a]").skipped);
    let soon = run(1_000_060, corrected.history);
    assert!(status(&soon, "Note[a]").skipped, "the corrected time counts");
}

#[test]
fn schedules_can_be_ignored() {
    let mut machine = Machine::default();
    machine.options.ignore_schedules = true;
    let applied = machine.apply(catalog([note("a", &[("schedule", "nosuch".into())])]));
    assert!(status(&applied, "Note[a]").changed);
}

#[test]
fn a_schedule_that_does_not_exist_ends_the_run_before_anything_is_changed() {
    let machine = Machine::default();
    let applied = machine.apply(catalog([note("b", &[]), note("a", &[("schedule", "nosuch".into())])]));
    assert_eq!(applied.failure.expect("the run ended").to_string(), "Could not find schedule nosuch");
    assert!(machine.store().sets.is_empty());
}
