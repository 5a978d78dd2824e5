//! Files with one record per line, such as `/etc/hosts`, `/etc/fstab` and crontabs.
//!
//! Such a file has other editors, too. Comments, empty lines, the order, records that nobody manages and malformed
//! lines are preserved byte for byte. Only a changed record is rewritten, where it was. New records are appended.
//!
//! A [`LineFormat`] defines how a line is parsed and how a record is printed. A [`LineFile`] is one file in memory.
//! [`LineFiles`] are files on disk, which are read on demand and replaced as a whole.
//!
//! ```
//! # let dir = tempfile::tempdir().unwrap();
//! # let path = dir.path().join("ports");
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
    files::{LineFileError, LineFiles, MAX_BYTES, read, read_existing},
    lock::{FileLock, FileLocks},
};

/// Parses and prints the lines of a file.
pub trait LineFormat {
    /// The content of a record.
    type Record;

    /// Parses a line, given without its line ending.
    fn parse(&self, line: &str) -> Line<Self::Record>;

    /// Prints a record without a final newline. The lines of a multi-line record are separated by `\n`.
    fn print(&self, record: &Self::Record) -> String;

    /// Finds the records of a whole file. Override it for formats with multi-line records.
    ///
    /// A line that is not UTF-8 is `None`.
    fn find(&self, lines: &[Option<&str>]) -> Vec<ParsedRecord<Self::Record>> {
        let mut found = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let content = match line.map_or_else(|| Line::Bad("it is not UTF-8".into()), |line| self.parse(line)) {
                Line::Other => continue,
                Line::Record(record) => Ok(record),
                Line::Bad(reason) => Err(reason),
            };
            found.push(ParsedRecord { lines: vec![index], content });
        }
        found
    }
}

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<R> {
    /// Not a record: a comment or an empty line.
    Other,
    /// A record.
    Record(R),
    /// A malformed record, with the reason. It is preserved.
    Bad(String),
}

/// A record or a malformed record, with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedRecord<R> {
    /// The indices of its lines in ascending order, starting at 0. A changed record is written where the last of them
    /// was.
    pub lines: Vec<usize>,
    /// The record, or why it is malformed.
    pub content: Result<R, String>,
}

/// Identifies a record of a [`LineFile`]. It is not valid for other files, nor for the same file after it was read
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId {
    reading: u64,
    index: usize,
}

/// Counts how often files were read.
static READINGS: AtomicU64 = AtomicU64::new(0);

/// A malformed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line number, starting at 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason)
    }
}

/// A file that consists of lines.
pub struct LineFile<F: LineFormat> {
    format: F,
    lines: Vec<StoredLine>,
    records: Vec<Option<StoredRecord<F::Record>>>,
    problems: Vec<Problem>,
    /// The line ending of this file.
    line_end: &'static str,
    changed: bool,
    /// Identifies this reading of the file.
    reading: u64,
}

struct StoredLine {
    /// Includes the line ending, which the last line may lack.
    text: Vec<u8>,
    /// The record that the line belongs to.
    record: Option<usize>,
}

struct StoredRecord<R> {
    record: R,
    /// The index of the line where a changed record is written.
    last: usize,
    /// Whether the record differs from its lines.
    changed: bool,
    /// Whether the changed record has been written to disk.
    saved: bool,
}

impl<F: LineFormat> LineFile<F> {
    /// Parses the content of a file.
    pub fn parse(format: F, content: &[u8]) -> LineFile<F> {
        LineFile::without_lines(format, content, |_| false)
    }

    /// Like [`parse`](LineFile::parse), but drops some lines, such as a header that is rewritten each time. Dropping
    /// them does not count as a change.
    pub fn without_lines(format: F, content: &[u8], is_ignored: impl Fn(&str) -> bool) -> LineFile<F> {
        let (mut lines, mut numbers): (Vec<StoredLine>, Vec<usize>) = (Vec::new(), Vec::new());
        for (index, text) in content.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if !as_text(text).is_some_and(&is_ignored) {
                numbers.push(index + 1);
                lines.push(StoredLine { text: text.to_owned(), record: None });
            }
        }
        let line_end = if lines.first().is_some_and(|line| line.text.ends_with(b"\r\n")) { "\r\n" } else { "\n" };
        let texts: Vec<Option<&str>> = lines.iter().map(|line| as_text(&line.text)).collect();
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        let mut owned = Vec::new();
        for ParsedRecord { lines: indices, content } in format.find(&texts) {
            let Some(last) = indices.last().copied().filter(|last| *last < texts.len()) else { continue };
            match content {
                Err(reason) => problems.push(Problem { line: numbers.get(last).copied().unwrap_or_default(), reason }),
                Ok(record) => {
                    owned.extend(indices.into_iter().map(|index| (index, records.len())));
                    records.push(Some(StoredRecord { record, last, changed: false, saved: false }));
                }
            }
        }
        for (index, record) in owned {
            if let Some(line) = lines.get_mut(index) {
                line.record = Some(record);
            }
        }
        let reading = READINGS.fetch_add(1, Ordering::Relaxed);
        LineFile { format, lines, records, problems, line_end, changed: false, reading }
    }

    /// Iterates over the records in file order. If several are equal, the caller decides which one counts.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = (RecordId, &F::Record)> {
        let stored = self.records.iter().enumerate();
        let reading = self.reading;
        stored.filter_map(move |(index, stored)| Some((RecordId { reading, index }, &stored.as_ref()?.record)))
    }

    /// A number that identifies this reading of the file.
    pub fn reading(&self) -> u64 {
        self.reading
    }

    fn stored_mut(&mut self, id: RecordId) -> Option<&mut Option<StoredRecord<F::Record>>> {
        if id.reading == self.reading { self.records.get_mut(id.index) } else { None }
    }

    /// Returns a record; `None` if it was removed or belongs to another file.
    pub fn record(&self, id: RecordId) -> Option<&F::Record> {
        let stored = self.records.get(id.index).filter(|_| id.reading == self.reading);
        stored?.as_ref().map(|stored| &stored.record)
    }

    /// The malformed records.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Replaces a record. Returns whether it exists: a removed record stays removed.
    pub fn change(&mut self, id: RecordId, record: F::Record) -> bool {
        let Some(Some(stored)) = self.stored_mut(id) else { return false };
        stored.record = record;
        stored.changed = true;
        stored.saved = false;
        self.changed = true;
        true
    }

    /// Appends a record.
    pub fn add(&mut self, record: F::Record) -> RecordId {
        let id = self.records.len();
        self.records.push(Some(StoredRecord { record, last: self.lines.len(), changed: true, saved: false }));
        self.lines.push(StoredLine { text: Vec::new(), record: Some(id) });
        self.changed = true;
        RecordId { reading: self.reading, index: id }
    }

    /// Removes a record with all its lines.
    pub fn remove(&mut self, id: RecordId) -> Option<F::Record> {
        let removed = self.stored_mut(id)?.take()?;
        self.changed = true;
        Some(removed.record)
    }

    /// Whether anything changed since the file was read.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Returns the new content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let record = line.record.map(|record| self.records.get(record).and_then(Option::as_ref));
            let text = match record {
                None => Some(line.text.clone()),
                // The record was removed.
                Some(None) => None,
                Some(Some(stored)) if !stored.changed => Some(line.text.clone()),
                Some(Some(stored)) => (stored.last == index).then(|| self.printed(&stored.record)),
            };
            let Some(text) = text else { continue };
            // The last line of a file may lack its line ending.
            if !bytes.is_empty() && !bytes.ends_with(b"\n") {
                bytes.extend(self.line_end.as_bytes());
            }
            bytes.extend(text);
        }
        bytes
    }

    /// Marks all changes as written. Records are replaced by what would be read from the file.
    pub(crate) fn saved(&mut self) {
        for stored in self.records.iter_mut().flatten().filter(|stored| stored.changed && !stored.saved) {
            let text = self.format.print(&stored.record);
            let lines: Vec<Option<&str>> = text.split('\n').map(Some).collect();
            let mut found = self.format.find(&lines).into_iter();
            if let (Some(ParsedRecord { content: Ok(record), .. }), None) = (found.next(), found.next()) {
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

    /// The format of the lines.
    pub fn format(&self) -> &F {
        &self.format
    }
}

/// Returns the text of a line without its line ending; `None` if it is not UTF-8.
fn as_text(line: &[u8]) -> Option<&str> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).ok()
}
