//! A report as data, JSON and YAML.

use std::{
    io::{self, Write},
    time::SystemTime,
};

use ecow::EcoString;
use pcore::{
    Hash, Value,
    json::{self, WriteError},
    yaml,
};

use super::{LogRecord, Metric, REPORT_FORMAT, Report, is_unchanged, level_name, metric::capitalized, time};
use crate::transaction::{ProviderCalls, ResourceEvent, ResourceStatus};

/// The class of reports in Puppet, which YAML names.
const CLASS: &str = "!ruby/object:Puppet::Transaction::Report";

/// The key of what Puppet's reports do not have. Their readers ignore it.
pub(super) const OWN_KEY: &str = "bunraku";

/// The source of log lines without one.
pub(super) const PUPPET: &str = "Puppet";

impl Report {
    /// The report as plain data, with the keys of Puppet in its order.
    pub fn to_data(&self) -> Value {
        let times = &mut time::Writer::new(self.about.offset);
        let mut report = self.beginning(times);
        report.put("logs", self.logs.iter().map(|record| log(record, times)).collect());
        report.put("metrics", self.metrics());
        let status =
            |status: &ResourceStatus| (Value::String(status.reference.clone()), resource_status(status, times));
        report.put("resource_statuses", Value::hash(self.reported_statuses().map(status)));
        report.entries.extend(self.end().entries);
        report.into_value()
    }

    /// The entries before the log.
    fn beginning(&self, times: &mut time::Writer) -> Object {
        let about = &self.about;
        let mut report = Object::default();
        report.text("host", &about.host);
        report.put("time", moment(times, about.started));
        report.put("configuration_version", about.configuration_version.clone());
        report.optional("transaction_uuid", about.transaction_uuid.as_ref());
        report.put("report_format", Value::Integer(REPORT_FORMAT));
        report.text("puppet_version", &about.puppet_version);
        report.put("status", Value::from(self.status.name()));
        report.put("transaction_completed", Value::Boolean(self.transaction_completed));
        report.put("noop", Value::Boolean(about.noop));
        report.put("noop_pending", Value::Boolean(self.noop_pending));
        report.text("environment", &about.environment);
        report
    }

    /// The entries after the resources.
    fn end(&self) -> Object {
        let about = &self.about;
        let mut report = Object::default();
        report.put("corrective_change", Value::Boolean(self.corrective_change));
        report.known("server_used", about.server_used.as_ref());
        report.known("catalog_uuid", about.catalog_uuid.as_ref());
        report.known("code_id", about.code_id.as_ref());
        report.known("job_id", about.job_id.as_ref());
        report.known("cached_catalog_status", about.cached_catalog_status.as_ref());
        if !self.provider_calls.is_empty() {
            let calls = Value::array(self.provider_calls.iter().map(provider_calls));
            report.put(OWN_KEY, Value::hash([(Value::from("provider_calls"), calls)]));
        }
        report
    }

    /// The report as it is sent to a server.
    pub fn to_json(&self) -> Result<String, WriteError> {
        json::write(&self.to_data())
    }

    /// The report as `last_run_report.yaml` has it.
    pub fn to_yaml(&self) -> io::Result<String> {
        let mut text = Vec::new();
        self.write_yaml(&mut text)?;
        String::from_utf8(text).map_err(io::Error::other)
    }

    /// Writes the report as `last_run_report.yaml` has it, one log line and one resource after the other: as one value it would
    /// take several times the memory.
    pub fn write_yaml(&self, file: &mut dyn Write) -> io::Result<()> {
        let times = &mut time::Writer::new(self.about.offset);
        writeln!(file, "--- {CLASS}")?;
        file.write_all(entries(self.beginning(times))?.as_bytes())?;

        let mut logs = Pieces { name: "logs", is_begun: false };
        for record in &self.logs {
            logs.write(file, Value::array([log(record, times)]))?;
        }
        logs.end(file, "[]")?;

        file.write_all(entries(Object::with("metrics", self.metrics()))?.as_bytes())?;
        let mut statuses = Pieces { name: "resource_statuses", is_begun: false };
        for status in self.reported_statuses() {
            let key = Value::String(status.reference.clone());
            statuses.write(file, Value::hash([(key, resource_status(status, times))]))?;
        }
        statuses.end(file, "{}")?;
        file.write_all(entries(self.end())?.as_bytes())
    }

    /// The statuses that are part of the report.
    fn reported_statuses(&self) -> impl Iterator<Item = &ResourceStatus> {
        let is_reported = |status: &&ResourceStatus| !(self.about.exclude_unchanged_resources && is_unchanged(status));
        self.statuses.iter().filter(is_reported)
    }

    fn metrics(&self) -> Value {
        Value::hash(self.metrics.iter().map(|metric| (Value::String(metric.name.clone()), metric.to_data())))
    }
}

/// An array or a hash of the report that is written piece by piece.
struct Pieces {
    name: &'static str,
    /// Whether the name was written.
    is_begun: bool,
}

impl Pieces {
    /// Writes an array or a hash with one entry.
    fn write(&mut self, file: &mut dyn Write, piece: Value) -> io::Result<()> {
        let text = entries(Object::with(self.name, piece))?;
        let entry = text.split_once('\n').map_or("", |(_, entry)| entry);
        file.write_all(if self.is_begun { entry } else { &text }.as_bytes())?;
        self.is_begun = true;
        Ok(())
    }

    fn end(self, file: &mut dyn Write, empty: &str) -> io::Result<()> {
        if self.is_begun { Ok(()) } else { writeln!(file, "{}: {empty}", self.name) }
    }
}

/// How a YAML document begins.
const BEGINNING: &str = "---\n";

/// The entries of a hash as lines of YAML.
fn entries(object: Object) -> io::Result<String> {
    let mut text = yaml::write(&object.into_value()).map_err(io::Error::other)?;
    if text.starts_with(BEGINNING) {
        text.drain(..BEGINNING.len());
    }
    Ok(text)
}

impl Metric {
    fn to_data(&self) -> Value {
        let value = |(name, label, value): &(EcoString, EcoString, Value)| {
            Value::array([Value::String(name.clone()), Value::String(label.clone()), value.clone()])
        };
        let mut data = Object::default();
        data.text("name", &self.name);
        data.text("label", &self.label);
        data.put("values", self.values.iter().map(value).collect());
        data.into_value()
    }
}

fn log(record: &LogRecord, times: &mut time::Writer) -> Value {
    let mut data = Object::default();
    data.put("level", Value::from(level_name(record.level)));
    data.text("message", &record.message);
    data.put(
        "source",
        record.source.as_ref().map_or_else(|| Value::from(PUPPET), |source| Value::String(source.clone())),
    );
    data.put("tags", texts(&record.tags));
    data.put("time", moment(times, record.time));
    data.optional("file", record.file.as_ref());
    data.put("line", line(record.line));
    data.into_value()
}

fn resource_status(status: &ResourceStatus, times: &mut time::Writer) -> Value {
    let mut data = Object::default();
    data.text("title", &status.title);
    data.optional("file", status.file.as_ref());
    data.put("line", line(status.line));
    data.text("resource", &status.reference);
    data.put("resource_type", Value::from(capitalized(&status.type_name)));
    data.optional("provider_used", status.provider_used.as_ref());
    data.put("containment_path", texts(&status.containment_path));
    data.put("evaluation_time", status.evaluation_time.map_or(Value::Undef, |time| time.as_secs_f64().into()));
    data.put("tags", texts(&status.tags));
    data.put("time", moment(times, status.time));
    data.put("failed", Value::Boolean(status.failed));
    data.put("failed_to_restart", Value::Boolean(status.failed_to_restart));
    data.put("changed", Value::Boolean(status.changed));
    data.put("out_of_sync", Value::Boolean(status.out_of_sync));
    data.put("skipped", Value::Boolean(status.skipped));
    data.put("change_count", Value::from(status.change_count));
    data.put("out_of_sync_count", Value::from(status.out_of_sync_count));
    data.put("events", status.events.iter().map(|happened| event(happened, times)).collect());
    data.put("corrective_change", Value::Boolean(status.corrective_change));
    data.into_value()
}

fn event(event: &ResourceEvent, times: &mut time::Writer) -> Value {
    let mut data = Object::default();
    data.put("audited", Value::Boolean(event.audited));
    data.optional("property", event.property.as_ref());
    data.put("previous_value", event.previous_value.clone());
    data.put("desired_value", event.desired_value.clone());
    data.put("historical_value", event.historical_value.clone());
    data.text("message", &event.message);
    data.text("name", &event.name);
    data.put("status", Value::from(event.status.name()));
    data.put("time", moment(times, event.time));
    // Puppet has nothing here for properties that are not secret, and `false` for resources as a whole.
    let is_undef = event.property.is_some() && !event.redacted;
    data.put("redacted", if is_undef { Value::Undef } else { Value::Boolean(event.redacted) });
    data.put("corrective_change", Value::Boolean(event.corrective_change));
    data.into_value()
}

fn moment(times: &mut time::Writer, time: SystemTime) -> Value {
    Value::String(times.write(time))
}

fn provider_calls(calls: &ProviderCalls) -> Value {
    let number = |count: u64| Value::Integer(i64::try_from(count).unwrap_or(i64::MAX));
    let mut data = Object::default();
    data.text("type", &calls.type_name);
    data.put("get", number(calls.gets));
    data.put("set", number(calls.sets));
    data.put("canonicalize", number(calls.canonicalizations));
    data.into_value()
}

fn line(line: Option<u32>) -> Value {
    line.map_or(Value::Undef, Value::from)
}

fn texts(texts: &[EcoString]) -> Value {
    texts.iter().cloned().map(Value::String).collect()
}

/// A hash that is being filled.
#[derive(Default)]
struct Object {
    entries: Hash,
}

impl Object {
    fn with(key: &str, value: Value) -> Object {
        let mut object = Object::default();
        object.put(key, value);
        object
    }

    fn put(&mut self, key: &str, value: Value) {
        self.entries.insert(Value::from(key), value);
    }

    fn text(&mut self, key: &str, text: &EcoString) {
        self.put(key, Value::String(text.clone()));
    }

    /// Puts a string or `undef`.
    fn optional(&mut self, key: &str, text: Option<&EcoString>) {
        self.put(key, text.map_or(Value::Undef, |text| Value::String(text.clone())));
    }

    /// Puts a string; without one, the key is omitted.
    fn known(&mut self, key: &str, text: Option<&EcoString>) {
        if let Some(text) = text {
            self.text(key, text);
        }
    }

    fn into_value(self) -> Value {
        Value::from(self.entries)
    }
}
