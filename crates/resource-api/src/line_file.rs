//! Files made of lines, of which some are records: `/etc/hosts`, `/etc/fstab`, crontabs.
//!
//! Whoever manages such a file is not alone with it. Comments, empty lines, the order of everything, records that are
//! nobody's business and lines that nobody understands stay as they are, byte for byte; only a record that is changed is
//! written anew, in its old place. A new record comes to the end.
//!
//! An author says what a record is by a [`LineFormat`]: how a line is read, and how a record is written. A [`LineFile`]
//! is one file in memory, [`LineFiles`] are files on the disk, which are read when they are needed and written whole.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("ports");
//! use resource_api::line_file::{Line, LineFiles, LineFormat};
//!
//! /// Ports and what listens there: `22 ssh`.
//! #[derive(Clone)]
//! struct Ports;
//!
//! #[derive(Clone, Debug, PartialEq)]
//! struct Port {
//!     number: u16,
//!     service: String,
//! }
//!
//! impl LineFormat for Ports {
//!     type Record = Port;
//!
//!     fn parse(&self, line: &str) -> Line<Port> {
//!         if line.trim_start().starts_with('#') || line.trim().is_empty() {
//!             return Line::Other;
//!         }
//!         match line.split_once(' ').map(|(number, service)| (number.parse(), service)) {
//!             Some((Ok(number), service)) => Line::Record(Port { number, service: service.trim().to_owned() }),
//!             _ => Line::Bad("expected a number and a service".into()),
//!         }
//!     }
//!
//!     fn print(&self, record: &Port) -> String {
//!         format!("{} {}", record.number, record.service)
//!     }
//! }
//!
//! std::fs::write(&path, "# our ports\r\n22   ssh\r\n80 http\r\nwhat?\r\n").unwrap();
//! let mut files = LineFiles::new(Ports);
//! let ports = files.open(&path)?;
//! assert_eq!(ports.problems()[0].to_string(), "line 4: expected a number and a service");
//!
//! let (web, _) = ports.records().find(|(_, port)| port.service == "http").unwrap();
//! ports.change(web, Port { number: 8080, service: "http".into() });
//! ports.add(Port { number: 25, service: "smtp".into() });
//! files.save(&path)?;
//! let text = std::fs::read_to_string(&path).unwrap();
//! assert_eq!(text, "# our ports\r\n22   ssh\r\n8080 http\r\nwhat?\r\n25 smtp\r\n");
//! # Ok::<(), resource_api::line_file::LineFileError>(())
//! ```

mod files;
mod lock;

#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

pub use self::{
    files::{LineFileError, LineFiles, MOST_BYTES, read, read_existing},
    lock::{FileLock, FileLocks},
};

/// How the lines of a file are read and written.
pub trait LineFormat {
    /// What a record holds.
    type Record;

    /// Reads a line, which comes without its end.
    fn parse(&self, line: &str) -> Line<Self::Record>;

    /// Writes a record, without the end of its line. A record of several lines has `\n` between them.
    fn print(&self, record: &Self::Record) -> String;

    /// Finds the records of a whole file: for formats whose records take several lines.
    ///
    /// A line that is not UTF-8 is `None`.
    fn find(&self, lines: &[Option<&str>]) -> Vec<Found<Self::Record>> {
        let mut found = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            let content = match line.map_or_else(|| Line::Bad("it is not UTF-8".into()), |line| self.parse(line)) {
                Line::Other => continue,
                Line::Record(record) => Ok(record),
                Line::Bad(reason) => Err(reason),
            };
            found.push(Found { lines: vec![place], content });
        }
        found
    }
}

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<R> {
    /// Nothing to manage: a comment, an empty line.
    Other,
    /// A record.
    Record(R),
    /// A line that should be a record and is none, with the reason. It stays as it is.
    Bad(String),
}

/// A record, or a line that should be one, with the lines that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<R> {
    /// The places of the lines, the first of the file being 0, in ascending order. When the record is changed, it is
    /// written where the last of them stood.
    pub lines: Vec<usize>,
    /// The record, or why there is none.
    pub content: Result<R, String>,
}

/// Which record of a [`LineFile`] is meant. It means nothing to any other, nor to the same file when it was read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId {
    reading: u64,
    place: usize,
}

/// How often a file was read.
static READINGS: AtomicU64 = AtomicU64::new(0);

/// A line that should be a record and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The number of the line, the first being 1.
    pub line: usize,
    /// Why it is none.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason)
    }
}

/// A file made of lines.
pub struct LineFile<F: LineFormat> {
    format: F,
    lines: Vec<StoredLine>,
    records: Vec<Option<StoredRecord<F::Record>>>,
    problems: Vec<Problem>,
    /// What ends a line here.
    line_end: &'static str,
    changed: bool,
    /// Tells this from what else was read.
    reading: u64,
}

struct StoredLine {
    /// With its end; the last line of a file may have none.
    text: Vec<u8>,
    /// The record that the line is part of.
    record: Option<usize>,
}

struct StoredRecord<R> {
    record: R,
    /// The line in whose place a changed record is written.
    last: usize,
    /// Whether the lines are not what the record says.
    changed: bool,
    /// Whether the file has it as it was changed.
    saved: bool,
}

impl<F: LineFormat> LineFile<F> {
    /// Reads what a file holds.
    pub fn parse(format: F, content: &[u8]) -> LineFile<F> {
        LineFile::without_lines(format, content, |_| false)
    }

    /// As [`parse`](LineFile::parse), as if some lines were not there: a header that is written anew each time. That
    /// they are gone is no change.
    pub fn without_lines(format: F, content: &[u8], is_ignored: impl Fn(&str) -> bool) -> LineFile<F> {
        let (mut lines, mut numbers): (Vec<StoredLine>, Vec<usize>) = (Vec::new(), Vec::new());
        for (place, text) in content.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if !as_text(text).is_some_and(&is_ignored) {
                numbers.push(place + 1);
                lines.push(StoredLine { text: text.to_owned(), record: None });
            }
        }
        let line_end = if lines.first().is_some_and(|line| line.text.ends_with(b"\r\n")) { "\r\n" } else { "\n" };
        let texts: Vec<Option<&str>> = lines.iter().map(|line| as_text(&line.text)).collect();
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        let mut owned = Vec::new();
        for Found { lines: places, content } in format.find(&texts) {
            let Some(last) = places.last().copied().filter(|last| *last < texts.len()) else { continue };
            match content {
                Err(reason) => problems.push(Problem { line: numbers.get(last).copied().unwrap_or_default(), reason }),
                Ok(record) => {
                    owned.extend(places.into_iter().map(|place| (place, records.len())));
                    records.push(Some(StoredRecord { record, last, changed: false, saved: false }));
                }
            }
        }
        for (place, record) in owned {
            if let Some(line) = lines.get_mut(place) {
                line.record = Some(record);
            }
        }
        let reading = READINGS.fetch_add(1, Ordering::Relaxed);
        LineFile { format, lines, records, problems, line_end, changed: false, reading }
    }

    /// The records, in the order of the file. Several may be equal: which of them counts is for whoever asks to say.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = (RecordId, &F::Record)> {
        let stored = self.records.iter().enumerate();
        let reading = self.reading;
        stored.filter_map(move |(place, stored)| Some((RecordId { reading, place }, &stored.as_ref()?.record)))
    }

    /// A number that no other file has, nor the same file when it was read again.
    pub fn reading(&self) -> u64 {
        self.reading
    }

    fn stored_mut(&mut self, id: RecordId) -> Option<&mut Option<StoredRecord<F::Record>>> {
        if id.reading == self.reading { self.records.get_mut(id.place) } else { None }
    }

    /// A record; nothing when it was removed, or is one of another file.
    pub fn record(&self, id: RecordId) -> Option<&F::Record> {
        let stored = self.records.get(id.place).filter(|_| id.reading == self.reading);
        stored?.as_ref().map(|stored| &stored.record)
    }

    /// The lines that should be records and are none.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Writes another record in the place of one, and returns whether there is that one: one that was removed stays
    /// removed.
    pub fn change(&mut self, id: RecordId, record: F::Record) -> bool {
        let Some(Some(stored)) = self.stored_mut(id) else { return false };
        stored.record = record;
        stored.changed = true;
        stored.saved = false;
        self.changed = true;
        true
    }

    /// Adds a record behind everything else.
    pub fn add(&mut self, record: F::Record) -> RecordId {
        let id = self.records.len();
        self.records.push(Some(StoredRecord { record, last: self.lines.len(), changed: true, saved: false }));
        self.lines.push(StoredLine { text: Vec::new(), record: Some(id) });
        self.changed = true;
        RecordId { reading: self.reading, place: id }
    }

    /// Takes a record away, with all its lines.
    pub fn remove(&mut self, id: RecordId) -> Option<F::Record> {
        let removed = self.stored_mut(id)?.take()?;
        self.changed = true;
        Some(removed.record)
    }

    /// Whether something was changed since the file was read.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// What is to be in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::new();
        for (place, line) in self.lines.iter().enumerate() {
            let record = line.record.map(|record| self.records.get(record).and_then(Option::as_ref));
            let text = match record {
                None => Some(line.text.clone()),
                // It was removed.
                Some(None) => None,
                Some(Some(stored)) if !stored.changed => Some(line.text.clone()),
                Some(Some(stored)) => (stored.last == place).then(|| self.printed(&stored.record)),
            };
            let Some(text) = text else { continue };
            // The last line of a file may lack its end; what comes behind it does not belong to it.
            if !bytes.is_empty() && !bytes.ends_with(b"\n") {
                bytes.extend(self.line_end.as_bytes());
            }
            bytes.extend(text);
        }
        bytes
    }

    /// Says that what was changed is in the file now. Records are what would be read.
    pub(crate) fn saved(&mut self) {
        for stored in self.records.iter_mut().flatten().filter(|stored| stored.changed && !stored.saved) {
            let text = self.format.print(&stored.record);
            let lines: Vec<Option<&str>> = text.split('\n').map(Some).collect();
            let mut found = self.format.find(&lines).into_iter();
            if let (Some(Found { content: Ok(record), .. }), None) = (found.next(), found.next()) {
                stored.record = record;
            }
            stored.saved = true;
        }
        self.changed = false;
    }

    fn printed(&self, record: &F::Record) -> Vec<u8> {
        let mut text = self.format.print(record);
        if self.line_end != "\n" {
            text = text.replace('\n', self.line_end);
        }
        text.push_str(self.line_end);
        text.into_bytes()
    }

    /// How lines are read and written.
    pub fn format(&self) -> &F {
        &self.format
    }
}

/// The text of a line without its end; nothing when it is not UTF-8.
fn as_text(line: &[u8]) -> Option<&str> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).ok()
}
