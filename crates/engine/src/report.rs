//! The report of a run, in Puppet's format 12.
//!
//! [`Report::new`] makes one of the results of a transaction. It is written as data, JSON and YAML (`report/write.rs`) and
//! read again (`report/read.rs`), both by the tables of `report/fields.rs`; `report/summary.rs` makes its short forms, and `report/metric.rs` counts.
//!
//! A report holds no secrets: `Sensitive` values and every text that the scrubber of the run knows are redacted when it is
//! made.

mod fields;
mod log;
mod metric;
mod plain;
mod read;
mod summary;
mod write;

use std::time::Duration;

use ecow::EcoString;
use pcore::{Value, time::Timestamp};
use resource_api::secret::Scrubber;
use rustc_hash::FxHashMap;

pub(crate) use self::plain::plain;
pub use self::{
    log::{LogRecord, ReportLog},
    metric::{Metric, label},
    read::ReportError,
};
use crate::transaction::{Applied, EventStatus, ProviderCalls, ResourceStatus};

/// The version of the report format.
pub const REPORT_FORMAT: i64 = 12;

/// The run that a report is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The machine.
    pub host: EcoString,
    /// When the run began.
    pub started: Timestamp,
    /// How many seconds the time zone of the report is ahead of UTC.
    pub offset: i32,
    /// The version of the catalog.
    pub configuration_version: Value,
    /// The unique id of the run.
    pub transaction_uuid: Option<EcoString>,
    /// The version of Puppet that this program is compatible with.
    pub puppet_version: EcoString,
    /// The environment of the catalog.
    pub environment: EcoString,
    /// The environment that the run began with.
    pub initial_environment: EcoString,
    /// `user` or `agent`.
    pub run_mode: EcoString,
    /// Whether it was a noop run.
    pub noop: bool,
    /// The server that the catalog came from.
    pub server_used: Option<EcoString>,
    /// The unique id of the catalog.
    pub catalog_uuid: Option<EcoString>,
    /// The version of the code that the catalog was compiled from.
    pub code_id: Option<EcoString>,
    /// The job that started the run.
    pub job_id: Option<EcoString>,
    /// Whether the catalog came from a cache: `not_used`, `explicitly_requested` or `on_failure`.
    pub cached_catalog_status: Option<EcoString>,
    /// Whether unchanged resources are omitted, as Puppet 8 does.
    pub exclude_unchanged_resources: bool,
}

/// The result of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunStatus {
    /// Something went wrong.
    Failed,
    /// Something was changed, and nothing went wrong.
    Changed,
    /// Everything was in sync.
    #[default]
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
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The run itself.
    pub about: About,
    /// Its result.
    pub status: RunStatus,
    /// Whether it was completed.
    pub transaction_completed: bool,
    /// Whether something would have been changed without noop.
    pub noop_pending: bool,
    /// Whether a change restored what an earlier run had set.
    pub corrective_change: bool,
    /// What was logged.
    pub logs: Vec<LogRecord>,
    /// What was counted and measured: `resources`, `time`, `changes`, `events`.
    pub metrics: Vec<Metric>,
    /// The result for each resource, in the order of evaluation.
    pub statuses: Vec<ResourceStatus>,
    /// The calls of providers, which Puppet's reports do not have.
    pub provider_calls: Vec<ProviderCalls>,
}

impl Report {
    /// The report of a transaction.
    ///
    /// `times` are those that are not of resources, in this order and with Puppet's names: `config_retrieval`,
    /// `transaction_evaluation`, `catalog_application`, `total` and others. Log lines get the tags and locations of
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
                metric::resources(&statuses, applied.unreported),
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

    /// The exit code with `--detailed-exitcodes`: 2 if something was changed, 4 if something failed, 6 for both.
    pub fn exit_status(&self) -> u8 {
        let counted = |group: &str, name: &str| self.count(group, name) > 0;
        let changed = counted("changes", "total");
        let failed = counted("resources", "failed") || counted("resources", "failed_to_restart");
        u8::from(changed) * 2 + u8::from(failed) * 4
    }

    /// A number of a metric; zero if it is not counted.
    pub fn count(&self, group: &str, name: &str) -> i64 {
        let metric = self.metrics.iter().find(|metric| metric.name == group);
        metric.and_then(|metric| metric.value(name)).and_then(Value::as_integer).unwrap_or_default()
    }
}

/// Whether a resource is omitted from reports without unchanged resources.
fn is_unchanged(status: &ResourceStatus) -> bool {
    !(status.failed || status.failed_to_restart || status.out_of_sync || status.skipped)
}

/// The text that replaces the values of a secret property.
const REDACTED: &str = "[redacted]";

fn hide_secrets(status: &mut ResourceStatus, scrubber: &Scrubber) {
    // Puppet makes a tag of every title that can be one.
    for text in status.tags.iter_mut().chain([&mut status.title]) {
        if let std::borrow::Cow::Owned(scrubbed) = scrubber.scrub_name(text) {
            *text = scrubbed.into();
        }
    }
    for event in &mut status.events {
        let is_redacted = event.redacted;
        let shown = |value: &Value| if is_redacted { Value::from(REDACTED) } else { plain(value, scrubber) };
        event.previous_value = shown(&event.previous_value);
        event.desired_value = shown(&event.desired_value);
        if !event.historical_value.is_undef() {
            event.historical_value = shown(&event.historical_value);
        }
        event.message = scrubbed(&event.message, scrubber);
    }
}

/// Adds the tags, file and line of their sources to log lines.
fn complete(logs: &mut [LogRecord], statuses: &[ResourceStatus], scrubber: &Scrubber) {
    let by_path: FxHashMap<&str, &ResourceStatus> =
        statuses.iter().map(|status| (status.path.as_str(), status)).collect();
    for record in logs {
        record.message = scrubbed(&record.message, scrubber);
        if !record.tags.is_empty() {
            continue;
        }
        record.tags.push(record.level.name().into());
        let Some(source) = &record.source else { continue };
        let whole = by_path.get(source.as_str()).map(|status| (status, None));
        let of_property = || {
            let (path, property) = source.rsplit_once('/')?;
            by_path.get(path).map(|status| (status, Some(property)))
        };
        let Some((status, property)) = whole.or_else(of_property) else { continue };
        record.tags.extend(status.tags.iter().cloned());
        // Other lines about a property than its event are tagged with its name.
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
