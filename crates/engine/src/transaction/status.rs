//! The results of a run, as data.
//!
//! A report is made of it, and so is everything that is displayed after a run.

use std::time::{Duration, SystemTime};

use ecow::EcoString;
use pcore::{Value, time::Timestamp};
use resource_api::Failure;

use super::history::History;
use crate::Statistics;

/// The result for one resource.
#[derive(Clone, Debug, Default)]
pub struct ResourceStatus {
    /// The name of its type, each part in capitals: `Apt_key`, `Apache::Vhost`.
    pub type_name: EcoString,
    /// The title that is displayed.
    pub title: EcoString,
    /// The resource as log lines and manifests refer to it.
    pub reference: EcoString,
    /// The source of its log lines: `/Stage[main]/Main/Apt_key[X]`.
    pub path: EcoString,
    /// The parts of the path: its containers, the outermost first, and itself.
    pub containment_path: Vec<EcoString>,
    /// The file that declares it.
    pub file: Option<EcoString>,
    /// The line that declares it.
    pub line: Option<u32>,
    /// Its tags.
    pub tags: Vec<EcoString>,
    /// The provider that it was managed with.
    pub provider_used: Option<EcoString>,
    /// When its evaluation began.
    pub time: Timestamp,
    /// How long its evaluation took; `None` if it was skipped.
    pub evaluation_time: Option<Duration>,
    /// Whether it failed.
    pub failed: bool,
    /// Whether it could not be refreshed; it failed then, too.
    pub failed_to_restart: bool,
    /// Whether it was refreshed.
    pub restarted: bool,
    /// Whether something was changed.
    pub changed: bool,
    /// Whether something was out of sync.
    pub out_of_sync: bool,
    /// Whether it was skipped.
    pub skipped: bool,
    /// Whether it was evaluated.
    pub scheduled: bool,
    /// Whether a change restored what an earlier run had set.
    pub corrective_change: bool,
    /// How many changes there were.
    pub change_count: u32,
    /// How many things were out of sync.
    pub out_of_sync_count: u32,
    /// What happened, in order.
    pub events: Vec<ResourceEvent>,
}

impl ResourceStatus {
    /// Adds an event, and counts it.
    pub(crate) fn add(&mut self, event: ResourceEvent) {
        match event.status {
            EventStatus::Failure => self.failed = true,
            EventStatus::Success => {
                self.change_count += 1;
                self.changed = true;
            }
            EventStatus::Noop | EventStatus::Audit => {}
        }
        if event.status != EventStatus::Audit {
            self.out_of_sync_count += 1;
            self.out_of_sync = true;
        }
        self.corrective_change |= event.corrective_change;
        self.events.push(event);
    }

    /// Whether nothing happened to it when it was evaluated.
    pub(crate) fn is_uneventful(&self) -> bool {
        let happened = self.failed || self.failed_to_restart || self.restarted || self.out_of_sync || self.skipped;
        !happened && self.events.is_empty()
    }

    /// Whether it was not evaluated because it is in a dependency cycle.
    pub fn is_in_cycle(&self) -> bool {
        self.events.iter().any(|event| event.message == IN_CYCLE)
    }

    /// Fails the resource as a whole.
    pub(crate) fn fail(&mut self, message: EcoString, time: SystemTime) {
        self.add(ResourceEvent::whole("resource_error", EventStatus::Failure, message, time));
    }
}

/// The message for a resource that is in a dependency cycle.
pub(super) const IN_CYCLE: &str = "resource is part of a dependency cycle";

/// The result of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventStatus {
    /// It was made.
    #[default]
    Success,
    /// It could not be made.
    Failure,
    /// It would have been made.
    Noop,
    /// It was made from outside of the run.
    Audit,
}

impl EventStatus {
    /// The word in a report.
    pub fn name(self) -> &'static str {
        match self {
            EventStatus::Success => "success",
            EventStatus::Failure => "failure",
            EventStatus::Noop => "noop",
            EventStatus::Audit => "audit",
        }
    }
}

/// One thing that happened to a resource.
///
/// The values of a secret property are wrapped in a `Sensitive`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceEvent {
    /// What happened, in one word: `uid_changed`, `note_created`, `resource_error`.
    pub name: EcoString,
    /// The property that it happened to; `None` if it is about the whole resource.
    pub property: Option<EcoString>,
    /// The previous value of the property.
    pub previous_value: Value,
    /// The desired value.
    pub desired_value: Value,
    /// The value that an earlier run recorded for an audit.
    pub historical_value: Value,
    /// The text of the change, as it was logged.
    pub message: EcoString,
    /// The result.
    pub status: EventStatus,
    /// When it happened.
    pub time: Timestamp,
    /// Whether the property is audited.
    pub audited: bool,
    /// Whether its values may not be shown.
    pub redacted: bool,
    /// Whether the change restored what an earlier run had set.
    pub corrective_change: bool,
}

impl ResourceEvent {
    /// An event of a resource as a whole.
    pub(crate) fn whole(name: &str, status: EventStatus, message: EcoString, time: SystemTime) -> ResourceEvent {
        ResourceEvent { name: name.into(), message, status, time: time.into(), ..ResourceEvent::default() }
    }
}

/// The result of a run.
#[derive(Debug)]
pub struct Applied {
    /// The result for each resource, in the order of evaluation. Containers have no status.
    pub statuses: Vec<ResourceStatus>,
    /// Whether every resource was evaluated or skipped for a reason.
    pub completed: bool,
    /// How many resources that others generated while they were evaluated are unchanged and have no status.
    pub unreported: usize,
    /// Whether a provider failed to generate resources.
    pub failed_to_generate: bool,
    /// Why the run ended early. It has not been logged.
    pub failure: Option<Failure>,
    /// How long resources of each type took, in the order of the first evaluation of each type.
    pub times: Vec<(EcoString, Duration)>,
    /// How long the run took from its first resource to its last.
    pub evaluation_time: Duration,
    /// The calls of the providers of each type.
    pub provider_calls: Vec<ProviderCalls>,
    /// What this run records for the next one.
    pub history: History,
}

/// The calls of the providers of one type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProviderCalls {
    /// The type.
    pub type_name: EcoString,
    /// How often they were called.
    pub calls: Statistics,
}
