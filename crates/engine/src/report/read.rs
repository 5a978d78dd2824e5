//! Reads reports, by us or by Puppet.

use std::time::{Duration, SystemTime};

use ecow::{EcoString, eco_format};
use pcore::{
    Hash, Value,
    json::{self, JsonError},
    yaml::{self, ParseOptions, YamlError},
};

use super::{
    About, LogRecord, Metric, Report, RunStatus, log, time,
    write::{OWN_KEY, PUPPET},
};
use crate::transaction::{EventStatus, ProviderCalls, ResourceEvent, ResourceStatus};

/// Why a text is not a valid report.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// It is not valid YAML.
    #[error("the report is not valid YAML: {0}")]
    Yaml(#[from] YamlError),
    /// It is not valid JSON.
    #[error("the report is not valid JSON: {0}")]
    Json(#[from] JsonError),
    /// A value has an unexpected form.
    #[error("the report has no {expected} at '{path}'")]
    Form {
        /// The path of the value: `resource_statuses.File[/x].time`.
        path: EcoString,
        /// What was expected.
        expected: &'static str,
    },
}

impl Report {
    /// Reads the YAML of `last_run_report.yaml`.
    pub fn from_yaml(text: &str) -> Result<Report, ReportError> {
        Report::from_data(&yaml::parse_with(text, ParseOptions { times: false, objects: true })?)
    }

    /// Reads the JSON that is sent to servers.
    pub fn from_json(text: &str) -> Result<Report, ReportError> {
        Report::from_data(&json::parse(text)?)
    }

    /// Reads the result of [`to_data`](Report::to_data). Missing values are empty.
    pub fn from_data(data: &Value) -> Result<Report, ReportError> {
        let report = Entries::of(data, "")?;
        let (started, offset) = report.time("time")?;
        let text = |key: &str| report.text(key).map(Option::unwrap_or_default);
        let statuses = report.hash("resource_statuses")?;
        let metrics = report.hash("metrics")?;
        let own = report.hash(OWN_KEY)?;
        Ok(Report {
            about: About {
                host: text("host")?,
                started,
                offset,
                configuration_version: report.value("configuration_version"),
                transaction_uuid: report.text("transaction_uuid")?,
                puppet_version: text("puppet_version")?,
                environment: text("environment")?,
                initial_environment: EcoString::new(),
                run_mode: EcoString::new(),
                noop: report.flag("noop")?,
                server_used: report.text("server_used")?,
                catalog_uuid: report.text("catalog_uuid")?,
                code_id: report.text("code_id")?,
                job_id: report.text("job_id")?,
                cached_catalog_status: report.text("cached_catalog_status")?,
                // The resources were filtered when it was written.
                exclude_unchanged_resources: false,
            },
            status: match report.text("status")?.as_deref() {
                Some("failed") => RunStatus::Failed,
                Some("changed") => RunStatus::Changed,
                Some("unchanged") => RunStatus::Unchanged,
                _ => return Err(report.wrong("status", "status of a run")),
            },
            transaction_completed: report.flag("transaction_completed")?,
            noop_pending: report.flag("noop_pending")?,
            corrective_change: report.flag("corrective_change")?,
            logs: report.each("logs", |entry| log_record(&entry))?,
            metrics: metrics.iter().map(|entry| metric(&entry?)).collect::<Result<_, _>>()?,
            statuses: statuses.iter().map(|entry| status(&entry?)).collect::<Result<_, _>>()?,
            provider_calls: own.each("provider_calls", |entry| provider_calls(&entry))?,
        })
    }
}

fn log_record(log: &Entries<'_>) -> Result<LogRecord, ReportError> {
    let level = log.text("level")?.and_then(|name| log::level(&name));
    Ok(LogRecord {
        level: level.ok_or_else(|| log.wrong("level", "level of a log line"))?,
        message: log.text("message")?.unwrap_or_default(),
        source: log.text("source")?.filter(|source| source != PUPPET),
        tags: log.texts("tags")?,
        time: log.time("time")?.0,
        file: log.text("file")?,
        line: log.line("line")?,
    })
}

fn metric(metric: &Entries<'_>) -> Result<Metric, ReportError> {
    let mut values = Vec::new();
    for value in metric.list("values")? {
        let [Value::String(name), Value::String(label), value] = value.as_array().unwrap_or_default() else {
            return Err(metric.wrong("values", "list of name, label and value"));
        };
        values.push((name.clone(), label.clone(), value.clone()));
    }
    let text = |key: &str| metric.text(key).map(Option::unwrap_or_default);
    Ok(Metric { name: text("name")?, label: text("label")?, values })
}

fn status(status: &Entries<'_>) -> Result<ResourceStatus, ReportError> {
    let text = |key: &str| status.text(key).map(Option::unwrap_or_default);
    let containment_path = status.texts("containment_path")?;
    let (time, _) = status.time("time")?;
    Ok(ResourceStatus {
        type_name: text("resource_type")?,
        title: text("title")?,
        reference: text("resource")?,
        path: eco_format!("/{}", containment_path.join("/")),
        containment_path,
        file: status.text("file")?,
        line: status.line("line")?,
        tags: status.texts("tags")?,
        provider_used: status.text("provider_used")?,
        time,
        evaluation_time: status.duration("evaluation_time")?,
        failed: status.flag("failed")?,
        failed_to_restart: status.flag("failed_to_restart")?,
        // Reports only count these.
        restarted: false,
        scheduled: false,
        changed: status.flag("changed")?,
        out_of_sync: status.flag("out_of_sync")?,
        skipped: status.flag("skipped")?,
        corrective_change: status.flag("corrective_change")?,
        change_count: status.line("change_count")?.unwrap_or_default(),
        out_of_sync_count: status.line("out_of_sync_count")?.unwrap_or_default(),
        events: status.each("events", |entry| event(&entry))?,
    })
}

fn event(event: &Entries<'_>) -> Result<ResourceEvent, ReportError> {
    Ok(ResourceEvent {
        name: event.text("name")?.unwrap_or_default(),
        property: event.text("property")?,
        previous_value: event.value("previous_value"),
        desired_value: event.value("desired_value"),
        historical_value: event.value("historical_value"),
        message: event.text("message")?.unwrap_or_default(),
        status: match event.text("status")?.as_deref() {
            Some("success") => EventStatus::Success,
            Some("failure") => EventStatus::Failure,
            Some("noop") => EventStatus::Noop,
            Some("audit") => EventStatus::Audit,
            _ => return Err(event.wrong("status", "status of an event")),
        },
        time: event.time("time")?.0,
        audited: event.flag("audited")?,
        redacted: event.flag("redacted")?,
        corrective_change: event.flag("corrective_change")?,
    })
}

fn provider_calls(calls: &Entries<'_>) -> Result<ProviderCalls, ReportError> {
    Ok(ProviderCalls {
        type_name: calls.text("type")?.unwrap_or_default(),
        gets: calls.count("get")?,
        sets: calls.count("set")?,
        canonicalizations: calls.count("canonicalize")?,
    })
}

/// A hash of a report, with its path.
struct Entries<'d> {
    entries: Option<&'d Hash>,
    path: EcoString,
}

impl<'d> Entries<'d> {
    fn of(data: &'d Value, path: &str) -> Result<Entries<'d>, ReportError> {
        let none = || ReportError::Form { path: path.into(), expected: "hash" };
        Ok(Entries { entries: Some(data.as_hash().ok_or_else(none)?), path: path.into() })
    }

    fn get(&self, key: &str) -> Option<&'d Value> {
        self.entries?.get_str(key).filter(|value| !value.is_undef())
    }

    fn value(&self, key: &str) -> Value {
        self.get(key).cloned().unwrap_or_default()
    }

    fn text(&self, key: &str) -> Result<Option<EcoString>, ReportError> {
        self.read(key, "text", |value| match value {
            Value::String(text) => Some(text.clone()),
            // Quotes may be missing in YAML that was edited.
            Value::Integer(_) | Value::Float(_) => Some(eco_format!("{value}")),
            _ => None,
        })
    }

    fn flag(&self, key: &str) -> Result<bool, ReportError> {
        let read = |value: &Value| if let Value::Boolean(flag) = value { Some(*flag) } else { None };
        self.read(key, "true or false", read).map(Option::unwrap_or_default)
    }

    fn line(&self, key: &str) -> Result<Option<u32>, ReportError> {
        self.read(key, "number", |value| u32::try_from(value.as_integer()?).ok())
    }

    fn count(&self, key: &str) -> Result<u64, ReportError> {
        let read = |value: &Value| u64::try_from(value.as_integer()?).ok();
        self.read(key, "number", read).map(Option::unwrap_or_default)
    }

    fn duration(&self, key: &str) -> Result<Option<Duration>, ReportError> {
        self.read(key, "number of seconds", |value| match value {
            Value::Integer(seconds) => u64::try_from(*seconds).ok().map(Duration::from_secs),
            Value::Float(seconds) => Duration::try_from_secs_f64(*seconds).ok(),
            _ => None,
        })
    }

    fn time(&self, key: &str) -> Result<(SystemTime, i32), ReportError> {
        let read = self.read(key, "point in time", |value| time::read(value.as_str()?))?;
        read.ok_or_else(|| self.wrong(key, "point in time"))
    }

    fn list(&self, key: &str) -> Result<&'d [Value], ReportError> {
        match self.get(key) {
            None => Ok(&[]),
            Some(value) => value.as_array().ok_or_else(|| self.wrong(key, "list")),
        }
    }

    fn texts(&self, key: &str) -> Result<Vec<EcoString>, ReportError> {
        let text = |value: &Value| if let Value::String(text) = value { Some(text.clone()) } else { None };
        let texts: Option<Vec<EcoString>> = self.list(key)?.iter().map(text).collect();
        texts.ok_or_else(|| self.wrong(key, "list of texts"))
    }

    fn hash(&self, key: &str) -> Result<Entries<'d>, ReportError> {
        match self.get(key) {
            None => Ok(Entries { entries: None, path: self.at(key) }),
            Some(value) => Entries::of(value, &self.at(key)),
        }
    }

    /// The hashes in this one.
    fn iter(&self) -> impl Iterator<Item = Result<Entries<'d>, ReportError>> {
        let entries = self.entries.into_iter().flat_map(Hash::iter);
        entries.map(|(key, value)| Entries::of(value, &self.at(key.as_str().unwrap_or_default())))
    }

    fn each<T>(&self, key: &str, read: impl Fn(Entries<'d>) -> Result<T, ReportError>) -> Result<Vec<T>, ReportError> {
        let path = self.at(key);
        self.list(key)?.iter().map(|value| read(Entries::of(value, &path)?)).collect()
    }

    fn read<T>(
        &self,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, ReportError> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| self.wrong(key, expected)),
        }
    }

    fn wrong(&self, key: &str, expected: &'static str) -> ReportError {
        ReportError::Form { path: self.at(key), expected }
    }

    fn at(&self, key: &str) -> EcoString {
        if self.path.is_empty() { key.into() } else { eco_format!("{}.{key}", self.path) }
    }
}
