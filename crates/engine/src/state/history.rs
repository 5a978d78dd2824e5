//! `state.yaml`: when resources had their turns, and what audits found.

mod plain_records;

use std::time::{Duration, SystemTime};

use ecow::EcoString;
use pcore::{
    Hash, Value,
    yaml::{self, ParseOptions, WriteOptions, YamlError},
};
use resource_api::secret::Scrubber;

use crate::{
    report::{from_timestamp, plain, to_timestamp},
    transaction::{Record, history::ByReference},
};

const CHECKED: &str = "checked";
const SYNCED: &str = "synced";

/// Reads the records of a file. What has no form that we know is passed over.
pub(super) fn read(text: &str) -> Result<ByReference<Record>, String> {
    match read_entries(text) {
        Some(records) => Ok(records),
        None => read_yaml(text),
    }
}

/// Reads one entry after the other, so that YAML, which takes twenty times the memory of the text, never sees more than one.
/// Nothing where an entry cannot be read alone.
fn read_entries(text: &str) -> Option<ByReference<Record>> {
    let mut rest = text.strip_prefix("---\n")?;
    let entries = rest.lines().filter(|line| !line.starts_with(' ')).count();
    let mut records = ByReference::with_capacity_and_hasher(entries, Default::default());
    while !rest.is_empty() {
        let end = end_of_entry(rest);
        let (entry, others) = rest.split_at(end);
        rest = others;
        match plain_records::read(entry) {
            Some((reference, record)) => drop(records.insert(reference, record)),
            None => records.extend(read_yaml(entry).ok()?),
        }
    }
    Some(records)
}

/// Where the next entry begins: at a line that neither is indented nor goes on with the entry.
fn end_of_entry(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let goes_on = line.starts_with([' ', ':', '-', '#', '\n', '\t', '.']);
        if end > 0 && !goes_on {
            break;
        }
        end += line.len();
    }
    end
}

fn read_yaml(text: &str) -> Result<ByReference<Record>, String> {
    let data =
        yaml::parse_with(text, ParseOptions { times: true, objects: true }).map_err(|error| error.to_string())?;
    let entries = match &data {
        Value::Hash(entries) => entries,
        // A file without content says nothing, as a file that is not there.
        Value::Undef | Value::Boolean(false) => return Ok(ByReference::default()),
        _ => return Err("State got corrupted".into()),
    };
    let mut records = ByReference::default();
    for (reference, values) in entries.iter() {
        if let (Value::String(reference), Value::Hash(values)) = (reference, values) {
            records.insert(reference.clone(), record(values));
        }
    }
    Ok(records)
}

fn record(values: &Hash) -> Record {
    let mut record = Record::default();
    for (key, value) in values.iter() {
        match (key, value) {
            (Value::Symbol(key), Value::Timestamp(time)) if key == CHECKED => record.checked = from_timestamp(*time),
            (Value::Symbol(key), Value::Timestamp(time)) if key == SYNCED => record.synced = from_timestamp(*time),
            (Value::Symbol(property), value) => drop(record.audited.insert(property.clone(), value.clone())),
            _ => {}
        }
    }
    record
}

/// Writes records, without those that are too old.
pub(super) fn write(
    records: &ByReference<Record>,
    now: SystemTime,
    ttl: Option<Duration>,
    offset: i32,
) -> Result<String, YamlError> {
    let oldest = ttl.and_then(|ttl| now.checked_sub(ttl));
    let is_old =
        |record: &Record| matches!((record.checked, oldest), (Some(checked), Some(oldest)) if checked < oldest);
    let mut text = String::from("---\n");
    let mut times = plain_records::Times::new(offset);
    for (reference, record) in records.iter().filter(|(_, record)| !is_old(record)) {
        if !plain_records::write(reference, record, &mut times, &mut text) {
            let one = Value::hash([(Value::String(reference.clone()), data(record))]);
            let written = yaml::write_with(&one, WriteOptions { tag: None, offset: Some(offset) })?;
            // What stands behind the mark of a document is an entry as it would be among others.
            text.push_str(written.strip_prefix("---\n").unwrap_or(&written));
        }
    }
    Ok(if text == "---\n" { "--- {}\n".into() } else { text })
}

fn data(record: &Record) -> Value {
    let mut values = Hash::default();
    let mut put = |key: &str, value: Value| drop(values.insert(Value::Symbol(key.into()), value));
    if let Some(checked) = record.checked {
        put(CHECKED, Value::Timestamp(to_timestamp(checked)));
    }
    for (property, value) in &record.audited {
        // Of a secret not even that it is one is kept: the next run would take the mark for a value.
        if !value.holds_secret() {
            put(property, kept(value));
        }
    }
    if let Some(synced) = record.synced {
        put(SYNCED, Value::Timestamp(to_timestamp(synced)));
    }
    Value::from(values)
}

/// A value that is read as it was written. Symbols stay symbols; what YAML has no form for becomes a text.
pub(super) fn kept(value: &Value) -> Value {
    match value {
        Value::Symbol(_) | Value::Timestamp(_) => value.clone(),
        other => plain(other, &Scrubber::default()),
    }
}

/// The name of a property, which YAML may have as a symbol or a text.
pub(super) fn name(key: &Value) -> Option<&EcoString> {
    match key {
        Value::String(name) | Value::Symbol(name) => Some(name),
        _ => None,
    }
}
