//! `state.yaml`: when resources were evaluated, and what audits found.

#[cfg(test)]
mod tests;

use std::time::{Duration, SystemTime};

use ecow::EcoString;
use pcore::{
    Hash, Value, never,
    yaml::{self, ParseOptions, WriteOptions, YamlError},
};
use resource_api::secret::Scrubber;

use crate::{
    report::plain,
    transaction::{Record, history::ByReference},
};

const CHECKED: &str = "checked";
const SYNCED: &str = "synced";

/// Reads the records of a file. Unknown entries are ignored.
pub(super) fn read(text: &str) -> Result<ByReference<Record>, String> {
    match read_entries(text) {
        Some(records) => Ok(records),
        None => read_yaml(text),
    }
}

/// Reads one entry after the other, because parsed YAML takes twenty times the memory of its text. Returns `None` if an entry
/// cannot be read on its own.
fn read_entries(text: &str) -> Option<ByReference<Record>> {
    let mut rest = text.strip_prefix("---\n")?;
    let entries = rest.lines().filter(|line| !line.starts_with(' ')).count();
    let mut records = ByReference::with_capacity_and_hasher(entries, Default::default());
    while !rest.is_empty() {
        let end = end_of_entry(rest);
        let (entry, others) = rest.split_at(end);
        rest = others;
        match read_plain(entry) {
            Some((reference, record)) => drop(records.insert(reference, record)),
            None => records.extend(read_yaml(entry).ok()?),
        }
    }
    Some(records)
}

/// Reads an entry in the form that nearly all have, or returns `None`. Through YAML, 10,000 of them would cost more than
/// all the rest of a run in which 10,000 files are in sync.
///
/// ```yaml
/// File[/etc/motd]:
///   :checked: 2026-11-15 22:57:00.123456789 +00:00
/// ```
fn read_plain(entry: &str) -> Option<(EcoString, Record)> {
    let is_harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./[]@+=:".contains(&byte);
    let is_plain = |reference: &str| {
        reference.starts_with(|first: char| first.is_ascii_uppercase())
            && reference.ends_with(']')
            && reference.bytes().all(is_harmless)
    };
    let mut lines = entry.lines();
    let reference = lines.next()?.strip_suffix(':').filter(|reference| is_plain(reference))?;
    let mut record = Record::default();
    for line in lines {
        let (name, time) = line.strip_prefix("  :")?.split_once(": ")?;
        let time = Some(SystemTime::try_from(yaml::parse_time(time)?.0).ok()?);
        match name {
            CHECKED => record.checked = time,
            SYNCED => record.synced = time,
            _ => return None,
        }
    }
    Some((reference.into(), record))
}

/// The start of the next entry: a line that is not indented and does not continue the entry.
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
        // An empty file is treated like a missing one.
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
            (Value::Symbol(key), Value::Timestamp(time)) if key == CHECKED => {
                record.checked = SystemTime::try_from(*time).ok()
            }
            (Value::Symbol(key), Value::Timestamp(time)) if key == SYNCED => {
                record.synced = SystemTime::try_from(*time).ok()
            }
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
    let mut text = String::from(BEGINNING);
    let mut records = records.iter().filter(|(_, record)| !is_old(record)).peekable();
    while records.peek().is_some() {
        // A few at a time, because values take several times the memory of their text.
        let entry = |(reference, record): (&EcoString, &Record)| (Value::String(reference.clone()), data(record));
        let batch = Value::hash(records.by_ref().take(BATCH_SIZE).map(entry));
        let written = yaml::write_with(&batch, WriteOptions { tag: None, offset: Some(offset) })?;
        text.push_str(written.strip_prefix(BEGINNING).unwrap_or_else(|| never!("a hash has lines", &written)));
    }
    Ok(if text == BEGINNING { "--- {}\n".into() } else { text })
}

/// How a document with several lines begins.
const BEGINNING: &str = "---\n";

/// How many records are written at once.
const BATCH_SIZE: usize = 256;

fn data(record: &Record) -> Value {
    let mut values = Hash::default();
    let mut put = |key: &str, value: Value| drop(values.insert(Value::Symbol(key.into()), value));
    if let Some(checked) = record.checked {
        put(CHECKED, Value::Timestamp(checked.into()));
    }
    for (property, value) in &record.audited {
        // Not even the mark of a secret is recorded: the next run would take it for a value.
        if !value.holds_secret() {
            put(property, recordable(value));
        }
    }
    if let Some(synced) = record.synced {
        put(SYNCED, Value::Timestamp(synced.into()));
    }
    Value::from(values)
}

/// A value that is read as it was written: symbols are kept, and values without a YAML form become strings.
pub(super) fn recordable(value: &Value) -> Value {
    match value {
        Value::Symbol(_) | Value::Timestamp(_) => value.clone(),
        other => plain(other, &Scrubber::default()),
    }
}

/// The name of a property, which is a symbol or a string in YAML.
pub(super) fn name(key: &Value) -> Option<&EcoString> {
    match key {
        Value::String(name) | Value::Symbol(name) => Some(name),
        _ => None,
    }
}
