//! What became of a run, as Puppet's report says it (format 12).
//!
//! [`Report::new`] makes one of what a transaction left. It is written as data, JSON and YAML (`report/write.rs`) and
//! read again (`report/read.rs`); `report/summary.rs` makes the short forms of it, `report/metric.rs` counts.
//!
//! A report holds no secret: what is `Sensitive` is replaced when it is made, and so is every text that the scrubber of
//! the run knows.

mod log;
mod metric;
mod plain;
mod read;
mod summary;
mod time;
mod write;

use std::time::{Duration, SystemTime};

use ecow::EcoString;
use pcore::Value;
use resource_api::secret::Scrubber;
use rustc_hash::FxHashMap;

pub use self::{
    log::{LogRecord, ReportLog, level_name},
    metric::{Metric, label},
    read::ReportError,
    time::format_time,
};
pub(crate) use self::{
    plain::plain,
    time::{from_timestamp, to_timestamp},
};
use crate::transaction::{Applied, EventStatus, ProviderCalls, ResourceStatus};

/// The version of the form that reports have.
pub const REPORT_FORMAT: i64 = 12;

/// What a report says of the run itself.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// The machine.
    pub host: EcoString,
    /// When the run began.
    pub started: SystemTime,
    /// How many seconds the clock is ahead of UTC that times are written by.
    pub offset: i32,
    /// The version of the catalog.
    pub configuration_version: Value,
    /// What tells this run from others.
    pub transaction_uuid: Option<EcoString>,
    /// The version of Puppet that this program stands for.
    pub puppet_version: EcoString,
    /// The environment of the catalog.
    pub environment: EcoString,
    /// The environment that the run began with.
    pub initial_environment: EcoString,
    /// `user` or `agent`.
    pub run_mode: EcoString,
    /// Whether nothing was to be changed.
    pub noop: bool,
    /// The server that the catalog came from.
    pub server_used: Option<EcoString>,
    /// What tells the catalog from others.
    pub catalog_uuid: Option<EcoString>,
    /// The version of the code that the catalog was made of.
    pub code_id: Option<EcoString>,
    /// The job that asked for the run.
    pub job_id: Option<EcoString>,
    /// Whether the catalog came from a cache: `not_used`, `explicitly_requested` or `on_failure`.
    pub cached_catalog_status: Option<EcoString>,
    /// Leaves out resources that were as they should be, as Puppet 8 does.
    pub exclude_unchanged_resources: bool,
}

impl Default for About {
    fn default() -> About {
        About {
            host: EcoString::new(),
            started: SystemTime::UNIX_EPOCH,
            offset: 0,
            configuration_version: Value::Undef,
            transaction_uuid: None,
            puppet_version: EcoString::new(),
            environment: EcoString::new(),
            initial_environment: EcoString::new(),
            run_mode: "user".into(),
            noop: false,
            server_used: None,
            catalog_uuid: None,
            code_id: None,
            job_id: None,
            cached_catalog_status: None,
            exclude_unchanged_resources: true,
        }
    }
}

/// What became of a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// Something went wrong.
    Failed,
    /// Something was changed, and nothing went wrong.
    Changed,
    /// All was as it should be.
    Unchanged,
}

impl RunStatus {
    /// The word in a report.
    pub fn name(self) -> &'static str {
        match self {
            RunStatus::Failed => "failed",
            RunStatus::Changed => "changed",
            RunStatus::Unchanged => "unchanged",
        }
    }
}

/// The report of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The run itself.
    pub about: About,
    /// What became of it.
    pub status: RunStatus,
    /// Whether it came to its end.
    pub transaction_completed: bool,
    /// Whether something would have been changed if that had been allowed.
    pub noop_pending: bool,
    /// Whether something was changed back that an earlier run had brought about.
    pub corrective_change: bool,
    /// What was logged.
    pub logs: Vec<LogRecord>,
    /// What was counted and measured: `resources`, `time`, `changes`, `events`.
    pub metrics: Vec<Metric>,
    /// What became of each resource, in the order of their turns.
    pub statuses: Vec<ResourceStatus>,
    /// How much was asked of providers. Puppet's reports have nothing of this kind.
    pub provider_calls: Vec<ProviderCalls>,
}

impl Report {
    /// The report of what a transaction left.
    ///
    /// `times` are those that are not of resources, in this order and by Puppet's names: `config_retrieval`,
    /// `transaction_evaluation`, `catalog_application`, `total` and others. Tags and places of log lines are found by
    /// their sources.
    pub fn new(
        about: About,
        applied: Applied,
        mut logs: Vec<LogRecord>,
        times: &[(EcoString, Duration)],
        scrubber: &Scrubber,
    ) -> Report {
        let mut statuses = applied.statuses;
        statuses.iter_mut().for_each(|status| hide_secrets(status, scrubber));
        complete(&mut logs, &statuses, scrubber);
        let failed = |status: &ResourceStatus| status.failed || status.failed_to_restart;
        let changes: u64 = statuses.iter().map(|status| u64::from(status.change_count)).sum();
        let status = if applied.failed_to_generate || !applied.completed || statuses.iter().any(failed) {
            RunStatus::Failed
        } else if changes > 0 {
            RunStatus::Changed
        } else {
            RunStatus::Unchanged
        };
        let is_noop = |status: &ResourceStatus| status.events.iter().any(|event| event.status == EventStatus::Noop);
        Report {
            status,
            transaction_completed: applied.completed,
            noop_pending: statuses.iter().any(is_noop),
            corrective_change: statuses.iter().any(|status| status.corrective_change),
            metrics: vec![
                metric::resources(&statuses, applied.left_out),
                metric::times(&applied.times, times),
                metric::changes(changes),
                metric::events(&statuses),
            ],
            about,
            logs,
            statuses,
            provider_calls: applied.provider_calls,
        }
    }

    /// What `--detailed-exitcodes` ends with: 2 when something was changed, 4 when something failed, 6 for both.
    pub fn exit_status(&self) -> u8 {
        let counted = |group: &str, name: &str| self.count(group, name) > 0;
        let changed = counted("changes", "total");
        let failed = counted("resources", "failed") || counted("resources", "failed_to_restart");
        u8::from(changed) * 2 + u8::from(failed) * 4
    }

    /// A number of a metric; zero where it is not counted.
    pub fn count(&self, group: &str, name: &str) -> i64 {
        let metric = self.metrics.iter().find(|metric| metric.name == group);
        metric.and_then(|metric| metric.value(name)).and_then(Value::as_integer).unwrap_or_default()
    }
}

/// Whether a resource is left out of reports without unchanged resources.
fn is_unchanged(status: &ResourceStatus) -> bool {
    !(status.failed || status.failed_to_restart || status.out_of_sync || status.skipped)
}

/// What stands for the values of a property that is secret.
const REDACTED: &str = "[redacted]";

fn hide_secrets(status: &mut ResourceStatus, scrubber: &Scrubber) {
    // Puppet makes a tag of every title that can be one.
    for text in status.tags.iter_mut().chain([&mut status.title]) {
        if let std::borrow::Cow::Owned(scrubbed) = scrubber.scrub_name(text) {
            *text = scrubbed.into();
        }
    }
    for event in &mut status.events {
        if event.redacted {
            event.previous_value = Value::from(REDACTED);
            event.desired_value = Value::from(REDACTED);
        } else {
            event.previous_value = plain(&event.previous_value, scrubber);
            event.desired_value = plain(&event.desired_value, scrubber);
        }
        event.historical_value = match &event.historical_value {
            Value::Undef => Value::Undef,
            _ if event.redacted => Value::from(REDACTED),
            value => plain(value, scrubber),
        };
        event.message = scrubbed(&event.message, scrubber);
    }
}

/// Gives log lines what their sources have: tags, file and line.
fn complete(logs: &mut [LogRecord], statuses: &[ResourceStatus], scrubber: &Scrubber) {
    let by_path: FxHashMap<&str, &ResourceStatus> =
        statuses.iter().map(|status| (status.path.as_str(), status)).collect();
    for record in logs {
        record.message = scrubbed(&record.message, scrubber);
        if !record.tags.is_empty() {
            continue;
        }
        record.tags.push(level_name(record.level).into());
        let Some(source) = &record.source else { continue };
        let whole = by_path.get(source.as_str()).map(|status| (status, None));
        let of_property = || {
            let (path, property) = source.rsplit_once('/')?;
            by_path.get(path).map(|status| (status, Some(property)))
        };
        let Some((status, property)) = whole.or_else(of_property) else { continue };
        record.tags.extend(status.tags.iter().cloned());
        // What a property says besides its event is tagged with its name.
        if let Some(property) = property
            && !status.events.iter().any(|event| event.message == record.message)
            && !record.tags.iter().any(|tag| tag == property)
        {
            record.tags.push(property.into());
        }
        record.file = status.file.clone();
        record.line = status.line;
    }
}

fn scrubbed(text: &EcoString, scrubber: &Scrubber) -> EcoString {
    match scrubber.scrub(text) {
        std::borrow::Cow::Borrowed(_) => text.clone(),
        std::borrow::Cow::Owned(scrubbed) => scrubbed.into(),
    }
}
