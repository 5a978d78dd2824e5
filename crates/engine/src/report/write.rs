//! A report as data, JSON and YAML.

use std::io::{self, Write};

use pcore::{
    Value,
    json::{self, WriteError},
    yaml,
};

use super::{
    Report,
    fields::{Record as _, ReportValue as _, named},
};

/// The class of reports in Puppet, which YAML names.
const CLASS: &str = "!ruby/object:Puppet::Transaction::Report";

impl Report {
    /// The report as plain data, with the keys of Puppet in its order.
    pub fn to_data(&self) -> Value {
        self.write(self.about.offset)
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
        let offset = self.about.offset;
        writeln!(file, "--- {CLASS}")?;
        for field in Report::FIELDS {
            let mut pieces = Pieces { name: field.key, is_begun: false };
            match field.key {
                "logs" => {
                    self.logs.iter().try_for_each(|log| pieces.write(file, Value::array([log.write(offset)])))?;
                    pieces.end(file, "[]")?;
                }
                "resource_statuses" => {
                    for status in self.reported_statuses() {
                        pieces.write(file, Value::hash([named(&status.reference, status, offset)]))?;
                    }
                    pieces.end(file, "{}")?;
                }
                _ => field.written(self, offset).map_or(Ok(()), |value| pieces.write(file, value))?,
            }
        }
        Ok(())
    }
}

/// A value of the report that is written piece by piece.
struct Pieces {
    name: &'static str,
    /// Whether the name was written.
    is_begun: bool,
}

impl Pieces {
    /// Writes a value, or another array or hash with one entry.
    fn write(&mut self, file: &mut dyn Write, piece: Value) -> io::Result<()> {
        let text = entry(self.name, piece)?;
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

/// The entry of a hash as lines of YAML.
fn entry(key: &str, value: Value) -> io::Result<String> {
    let mut text = yaml::write(&Value::hash([(Value::from(key), value)])).map_err(io::Error::other)?;
    if text.starts_with(BEGINNING) {
        text.drain(..BEGINNING.len());
    }
    Ok(text)
}
