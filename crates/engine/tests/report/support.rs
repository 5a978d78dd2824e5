//! Runs that were made up.

use std::time::{Duration, SystemTime};

use ecow::EcoString;
use engine::{
    Statistics,
    report::{About, LogRecord, Report},
    transaction::{Applied, EventStatus, History, ProviderCalls, ResourceEvent, ResourceStatus},
};
use pcore::Value;
use resource_api::{
    log::{Level, LogEntry},
    secret::Scrubber,
};

/// When everything happens.
pub fn moment() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::new(1_700_000_000, 123_456_789)
}

pub fn status(type_name: &str, title: &str) -> ResourceStatus {
    let reference = EcoString::from(format!("{type_name}[{title}]"));
    ResourceStatus {
        type_name: type_name.into(),
        title: title.into(),
        path: format!("/Stage[main]/Main/{reference}").into(),
        containment_path: vec!["Stage[main]".into(), "Main".into(), reference.clone()],
        reference,
        file: Some("/site.pp".into()),
        line: Some(3),
        tags: vec!["tag".into()],
        time: moment().into(),
        evaluation_time: Some(Duration::from_millis(250)),
        ..ResourceStatus::default()
    }
}

pub fn event(status: EventStatus) -> ResourceEvent {
    ResourceEvent {
        name: "text_changed".into(),
        property: Some("text".into()),
        previous_value: Value::from("old"),
        desired_value: Value::from("new"),
        message: "text changed 'old' to 'new'".into(),
        status,
        time: moment().into(),
        ..ResourceEvent::default()
    }
}

/// A resource that something happened to.
pub fn with_event(title: &str, happened: ResourceEvent) -> ResourceStatus {
    let mut status = status("Note", title);
    status.changed = happened.status == EventStatus::Success;
    status.failed = happened.status == EventStatus::Failure;
    status.change_count = u32::from(status.changed);
    status.out_of_sync = happened.status != EventStatus::Audit;
    status.out_of_sync_count = u32::from(status.out_of_sync);
    status.corrective_change = happened.corrective_change;
    status.events.push(happened);
    status
}

pub fn applied(statuses: Vec<ResourceStatus>) -> Applied {
    let mut times: Vec<(EcoString, Duration)> = Vec::new();
    for (type_name, took) in statuses.iter().filter_map(|status| Some((&status.type_name, status.evaluation_time?))) {
        match times.iter_mut().find(|(known, _)| known == type_name) {
            Some((_, time)) => *time += took,
            None => times.push((type_name.clone(), took)),
        }
    }
    Applied {
        statuses,
        completed: true,
        unreported: 0,
        failed_to_generate: false,
        failure: None,
        times,
        evaluation_time: Duration::ZERO,
        provider_calls: vec![ProviderCalls {
            type_name: "note".into(),
            calls: Statistics { gets: 1, sets: 2, canonicalizations: 3 },
        }],
        history: History::default(),
    }
}

pub fn log(level: Level, source: Option<&str>, message: &str) -> LogRecord {
    let entry = LogEntry { level, source: source.map(EcoString::from), message: message.into() };
    LogRecord::new(&entry, moment())
}

pub fn about() -> About {
    About {
        host: "node".into(),
        started: moment().into(),
        environment: "production".into(),
        initial_environment: "production".into(),
        run_mode: "user".into(),
        ..About::default()
    }
}

pub fn report(statuses: Vec<ResourceStatus>) -> Report {
    Report::new(about(), applied(statuses), Vec::new(), &[], &Scrubber::default())
}
