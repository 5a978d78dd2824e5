//! The keys of reports: one table per struct, with a row for each key in Puppet's order. They are written and read by these
//! tables, so a new field of a report is one row.

use std::{fmt, time::Duration};

use ecow::{EcoString, eco_format};
use pcore::{Hash, Value, time::Timestamp, yaml};
use resource_api::log::Level;

use super::{LogRecord, Metric, REPORT_FORMAT, Report, ReportError, RunStatus, is_unchanged};
use crate::transaction::{EventStatus, ProviderCalls, ResourceEvent, ResourceStatus};

/// The key of what Puppet's reports do not have. Their readers ignore it.
const OWN_KEY: &str = "bunraku";

/// The source of log lines without one.
const PUPPET: &str = "Puppet";

/// A struct that is a hash in reports.
pub(super) trait Record: Default + 'static {
    const FIELDS: &'static [Field<Self>];
}

/// A key of a hash.
pub(super) struct Field<T> {
    pub(super) key: &'static str,
    /// Whether the key is omitted if its value is `undef`.
    is_optional: bool,
    /// Its value, with times at this offset from UTC.
    write: fn(&T, i32) -> Value,
    /// Reads its value, unless that is missing or `undef`.
    read: fn(&mut T, Option<&Value>, &Path<'_>) -> Result<(), ReportError>,
}

impl<T> Field<T> {
    /// Its value, unless the key is omitted.
    pub(super) fn written(&self, record: &T, offset: i32) -> Option<Value> {
        let value = (self.write)(record, offset);
        (!(self.is_optional && value.is_undef())).then_some(value)
    }
}

/// A row for a field of the struct.
macro_rules! field {
    ($key:literal, $($field:ident).+) => {
        Field {
            key: $key,
            is_optional: false,
            write: |record, offset| record.$($field).+.write(offset),
            read: |record, value, path| fill(&mut record.$($field).+, value, path),
        }
    };
    (optional $key:literal, $($field:ident).+) => {
        Field { is_optional: true, ..field!($key, $($field).+) }
    };
}

impl Record for Report {
    const FIELDS: &'static [Field<Report>] = &[
        field!("host", about.host),
        Field {
            read: |report, value, path| {
                fill(&mut report.about.started, value, path)?;
                let time = value.and_then(|value| yaml::parse_time(value.as_str()?));
                report.about.offset = time.map_or(0, |(_, offset)| offset);
                Ok(())
            },
            ..field!("time", about.started)
        },
        field!("configuration_version", about.configuration_version),
        field!("transaction_uuid", about.transaction_uuid),
        Field { key: "report_format", is_optional: false, write: |_, _| REPORT_FORMAT.into(), read: |_, _, _| Ok(()) },
        field!("puppet_version", about.puppet_version),
        field!("status", status),
        field!("transaction_completed", transaction_completed),
        field!("noop", about.noop),
        field!("noop_pending", noop_pending),
        field!("environment", about.environment),
        field!("logs", logs),
        Field {
            write: |report, offset| {
                Value::hash(report.metrics.iter().map(|metric| named(&metric.name, metric, offset)))
            },
            read: |report, value, path| each(value, path, |metric| report.metrics.push(metric)),
            ..field!("metrics", metrics)
        },
        Field {
            write: |report, offset| {
                Value::hash(report.reported_statuses().map(|status| named(&status.reference, status, offset)))
            },
            read: |report, value, path| each(value, path, |status| report.statuses.push(status)),
            ..field!("resource_statuses", statuses)
        },
        field!("corrective_change", corrective_change),
        field!(optional "server_used", about.server_used),
        field!(optional "catalog_uuid", about.catalog_uuid),
        field!(optional "code_id", about.code_id),
        field!(optional "job_id", about.job_id),
        field!(optional "cached_catalog_status", about.cached_catalog_status),
        Field {
            key: OWN_KEY,
            is_optional: true,
            write: |report, offset| match report.provider_calls.is_empty() {
                true => Value::Undef,
                false => Value::hash([("provider_calls".into(), report.provider_calls.write(offset))]),
            },
            read: |report, value, path| {
                let Some(value) = value else { return Ok(()) };
                let (calls, path) = (entries(value, path)?.get_str("provider_calls"), path.to("provider_calls"));
                fill(&mut report.provider_calls, calls, &path)
            },
        },
    ];
}

impl Report {
    /// The statuses that are part of the report.
    pub(super) fn reported_statuses(&self) -> impl Iterator<Item = &ResourceStatus> {
        let is_reported = |status: &&ResourceStatus| !(self.about.exclude_unchanged_resources && is_unchanged(status));
        self.statuses.iter().filter(is_reported)
    }
}

impl Record for LogRecord {
    const FIELDS: &'static [Field<LogRecord>] = &[
        field!("level", level),
        field!("message", message),
        Field {
            write: |log, _| Value::String(log.source.clone().unwrap_or_else(|| PUPPET.into())),
            read: |log, value, path| {
                fill(&mut log.source, value, path)?;
                log.source.take_if(|source| source == PUPPET);
                Ok(())
            },
            ..field!("source", source)
        },
        field!("tags", tags),
        field!("time", time),
        field!("file", file),
        field!("line", line),
    ];
}

impl Record for Metric {
    const FIELDS: &'static [Field<Metric>] = &[field!("name", name), field!("label", label), field!("values", values)];
}

impl Record for ResourceStatus {
    const FIELDS: &'static [Field<ResourceStatus>] = &[
        field!("title", title),
        field!("file", file),
        field!("line", line),
        field!("resource", reference),
        Field {
            write: |status, _| pcore::names::capitalize(&status.type_name).into(),
            ..field!("resource_type", type_name)
        },
        field!("provider_used", provider_used),
        Field {
            read: |status, value, path| {
                fill(&mut status.containment_path, value, path)?;
                status.path = eco_format!("/{}", status.containment_path.join("/"));
                Ok(())
            },
            ..field!("containment_path", containment_path)
        },
        field!("evaluation_time", evaluation_time),
        field!("tags", tags),
        field!("time", time),
        field!("failed", failed),
        field!("failed_to_restart", failed_to_restart),
        field!("changed", changed),
        field!("out_of_sync", out_of_sync),
        field!("skipped", skipped),
        field!("change_count", change_count),
        field!("out_of_sync_count", out_of_sync_count),
        field!("events", events),
        field!("corrective_change", corrective_change),
    ];
}

impl Record for ResourceEvent {
    const FIELDS: &'static [Field<ResourceEvent>] = &[
        field!("audited", audited),
        field!("property", property),
        field!("previous_value", previous_value),
        field!("desired_value", desired_value),
        field!("historical_value", historical_value),
        field!("message", message),
        field!("name", name),
        field!("status", status),
        field!("time", time),
        Field {
            // Puppet has nothing here for properties that are not secret, and `false` for resources as a whole.
            write: |event, _| match event.property.is_some() && !event.redacted {
                true => Value::Undef,
                false => Value::Boolean(event.redacted),
            },
            ..field!("redacted", redacted)
        },
        field!("corrective_change", corrective_change),
    ];
}

impl Record for ProviderCalls {
    const FIELDS: &'static [Field<ProviderCalls>] = &[
        field!("type", type_name),
        field!("get", calls.gets),
        field!("set", calls.sets),
        field!("canonicalize", calls.canonicalizations),
    ];
}

/// Something that is a value in reports.
pub(super) trait ReportValue: Sized {
    /// What its values are, for errors.
    const EXPECTED: &'static str;
    /// Whether it must not be missing.
    const IS_REQUIRED: bool = false;

    /// The value, with times at this offset from UTC.
    fn write(&self, offset: i32) -> Value;

    /// Reads a value; `None` if it has another form.
    fn parse(_value: &Value) -> Option<Self> {
        None
    }

    /// Reads the value at a path.
    fn read(value: &Value, path: &Path<'_>) -> Result<Self, ReportError> {
        Self::parse(value).ok_or_else(|| path.wrong(Self::EXPECTED))
    }
}

impl<T: Record> ReportValue for T {
    const EXPECTED: &'static str = "hash";

    fn write(&self, offset: i32) -> Value {
        let mut hash = Hash::with_capacity(T::FIELDS.len());
        for field in T::FIELDS {
            if let Some(value) = field.written(self, offset) {
                hash.insert(field.key.into(), value);
            }
        }
        Value::from(hash)
    }

    fn read(value: &Value, path: &Path<'_>) -> Result<T, ReportError> {
        let (entries, mut record) = (entries(value, path)?, T::default());
        for field in T::FIELDS {
            let value = entries.get_str(field.key).filter(|value| !value.is_undef());
            (field.read)(&mut record, value, &path.to(field.key))?;
        }
        Ok(record)
    }
}

impl<T: ReportValue> ReportValue for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn write(&self, offset: i32) -> Value {
        self.as_ref().map_or(Value::Undef, |value| value.write(offset))
    }

    fn read(value: &Value, path: &Path<'_>) -> Result<Option<T>, ReportError> {
        T::read(value, path).map(Some)
    }
}

impl<T: ReportValue> ReportValue for Vec<T> {
    const EXPECTED: &'static str = "list";

    fn write(&self, offset: i32) -> Value {
        self.iter().map(|item| item.write(offset)).collect()
    }

    fn read(value: &Value, path: &Path<'_>) -> Result<Vec<T>, ReportError> {
        value.as_array().ok_or_else(|| path.wrong("list"))?.iter().map(|item| T::read(item, path)).collect()
    }
}

/// Values that are read and written by one expression each.
macro_rules! values {
    ($($type:ty: $expected:literal $($is_required:ident)?, |$value:ident, $offset:pat_param| $write:expr, $parse:expr;)+) => {
        $(impl ReportValue for $type {
            const EXPECTED: &'static str = $expected;
            $(const IS_REQUIRED: bool = is_required!($is_required);)?

            fn write(&self, $offset: i32) -> Value {
                let $value = self;
                $write
            }

            fn parse(value: &Value) -> Option<$type> {
                let parse: fn(&Value) -> Option<$type> = $parse;
                parse(value)
            }
        })+
    };
}

macro_rules! is_required {
    (required) => {
        true
    };
}

values! {
    Value: "value", |value, _| value.clone(), |value| Some(value.clone());
    bool: "true or false", |value, _| Value::Boolean(*value), |value| match value {
        Value::Boolean(flag) => Some(*flag),
        _ => None,
    };
    u32: "number", |value, _| Value::from(*value), |value| value.as_integer()?.try_into().ok();
    u64: "number", |value, _| Value::Integer(i64::try_from(*value).unwrap_or(i64::MAX)), |value| {
        value.as_integer()?.try_into().ok()
    };
    EcoString: "text", |value, _| Value::String(value.clone()), |value| match value {
        Value::String(text) => Some(text.clone()),
        // Quotes may be missing in YAML that was edited.
        Value::Integer(_) | Value::Float(_) => Some(eco_format!("{value}")),
        _ => None,
    };
    Duration: "number of seconds", |value, _| Value::Float(value.as_secs_f64()), |value| match value {
        Value::Integer(seconds) => u64::try_from(*seconds).ok().map(Duration::from_secs),
        Value::Float(seconds) => Duration::try_from_secs_f64(*seconds).ok(),
        _ => None,
    };
    Timestamp: "point in time" required, |value, offset| value.format_at("%FT%T.%N%:z", offset).into(), |value| {
        yaml::parse_time(value.as_str()?).map(|(time, _)| time)
    };
    RunStatus: "status of a run" required, |value, _| value.name().into(), |value| {
        named_so([RunStatus::Failed, RunStatus::Changed, RunStatus::Unchanged], RunStatus::name, value)
    };
    EventStatus: "status of an event" required, |value, _| value.name().into(), |value| {
        let all = [EventStatus::Success, EventStatus::Failure, EventStatus::Noop, EventStatus::Audit];
        named_so(all, EventStatus::name, value)
    };
    Level: "level of a log line" required, |value, _| value.name().into(), |value| Level::named(value.as_str()?);
    (EcoString, EcoString, Value): "list of name, label and value",
        |value, offset| Value::array([value.0.write(offset), value.1.write(offset), value.2.clone()]),
        |value| match value.as_array()? {
            [Value::String(name), Value::String(label), value] => Some((name.clone(), label.clone(), value.clone())),
            _ => None,
        };
}

/// The one with this name.
fn named_so<T: Copy, const N: usize>(all: [T; N], name: fn(T) -> &'static str, word: &Value) -> Option<T> {
    all.into_iter().find(|one| Some(name(*one)) == word.as_str())
}

/// Reads a field. One that is missing stays as it is.
fn fill<T: ReportValue>(field: &mut T, value: Option<&Value>, path: &Path<'_>) -> Result<(), ReportError> {
    match value {
        Some(value) => *field = T::read(value, path)?,
        None if T::IS_REQUIRED => return Err(path.wrong(T::EXPECTED)),
        None => {}
    }
    Ok(())
}

/// An entry of a hash of records.
pub(super) fn named(name: &EcoString, record: &impl Record, offset: i32) -> (Value, Value) {
    (Value::String(name.clone()), record.write(offset))
}

/// Reads a hash of records.
fn each<T: Record>(value: Option<&Value>, path: &Path<'_>, mut put: impl FnMut(T)) -> Result<(), ReportError> {
    let Some(value) = value else { return Ok(()) };
    for (name, value) in entries(value, path)?.iter() {
        put(T::read(value, &path.to(name.as_str().unwrap_or_default()))?);
    }
    Ok(())
}

fn entries<'v>(value: &'v Value, path: &Path<'_>) -> Result<&'v Hash, ReportError> {
    value.as_hash().ok_or_else(|| path.wrong("hash"))
}

/// The path of a value in a report: `resource_statuses.File[/x].time`.
#[derive(Clone, Copy, Default)]
pub(super) struct Path<'p> {
    outer: Option<&'p Path<'p>>,
    key: &'p str,
}

impl Path<'_> {
    fn to<'p>(&'p self, key: &'p str) -> Path<'p> {
        Path { outer: Some(self), key }
    }

    fn wrong(&self, expected: &'static str) -> ReportError {
        ReportError(format!("the report has no {expected} at '{self}'"))
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The report itself has no name.
        if let Some(outer) = self.outer.filter(|outer| outer.outer.is_some()) {
            write!(formatter, "{outer}.")?;
        }
        formatter.write_str(self.key)
    }
}
