//! Log lines as data, and log sinks.

mod console;
mod reference;

#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use ecow::EcoString;

pub use self::{
    console::{Colour, Console, Plain, Stream, Verbosity},
    reference::{capitalized, path, property_path, reference},
};
use crate::secret::Scrubber;

/// The severity of a log line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// For debugging.
    Debug,
    /// Additional information.
    Info,
    /// Changes.
    #[default]
    Notice,
    /// Potential problems.
    Warning,
    /// Errors.
    Err,
    /// Worse than an error.
    Critical,
    /// Immediate action is required.
    Alert,
    /// The system is unusable.
    Emergency,
}

impl Level {
    /// All levels, the lowest first.
    pub const ALL: [Level; 8] = [
        Level::Debug,
        Level::Info,
        Level::Notice,
        Level::Warning,
        Level::Err,
        Level::Critical,
        Level::Alert,
        Level::Emergency,
    ];

    /// The level of this [name](Level::name).
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// One log entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The severity.
    pub level: Level,
    /// The source, for example `/Stage[main]/Main/User[alice]/uid`. Providers have no source.
    pub source: Option<EcoString>,
    /// The message, which may have several lines.
    pub message: EcoString,
}

/// A destination for log entries: a terminal, a report, a test.
pub trait LogSink: Send + Sync {
    /// Writes an entry, which contains no secrets.
    fn write(&self, entry: &LogEntry);

    /// Whether entries of a level are used at all. If not, they need not be formatted.
    fn wants(&self, _level: Level) -> bool {
        true
    }
}

/// A log sink with the scrubber that every entry passes through.
#[derive(Clone)]
pub struct Log {
    sink: Arc<dyn LogSink>,
    scrubber: Arc<Scrubber>,
}

impl Log {
    /// Creates a log that scrubs entries with `scrubber` and writes them to `sink`.
    pub fn new(sink: Arc<dyn LogSink>, scrubber: Arc<Scrubber>) -> Log {
        Log { sink, scrubber }
    }

    /// Writes an entry without a source.
    pub fn line(&self, level: Level, message: &str) {
        self.write(level, None, message);
    }

    /// Whether entries of a level are used. Check it before formatting an expensive message.
    pub fn wants(&self, level: Level) -> bool {
        self.sink.wants(level)
    }

    /// Writes an entry.
    pub fn write(&self, level: Level, source: Option<&str>, message: &str) {
        if !self.wants(level) {
            return;
        }
        self.sink.write(&LogEntry {
            level,
            source: source.map(|source| self.scrubber.scrub(source).into()),
            message: self.scrubber.scrub(message).into(),
        });
    }

    /// The sink that receives scrubbed entries.
    pub fn sink(&self) -> &Arc<dyn LogSink> {
        &self.sink
    }

    /// The scrubber that removes secrets.
    pub fn scrubber(&self) -> &Arc<Scrubber> {
        &self.scrubber
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Log").field("scrubber", &self.scrubber).finish_non_exhaustive()
    }
}

/// A log sink that records every entry, for tests and reports.
///
/// ```
/// use std::sync::Arc;
/// use resource_api::log::{Level, Log, Recorder};
///
/// let recorder = Arc::new(Recorder::default());
/// Log::new(recorder.clone(), Arc::default()).line(Level::Notice, "hello");
/// assert_eq!(recorder.entries()[0].message, "hello");
/// ```
#[derive(Default)]
pub struct Recorder {
    entries: Mutex<Vec<LogEntry>>,
}

impl Recorder {
    /// Returns all entries so far.
    pub fn entries(&self) -> Vec<LogEntry> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns and removes all entries.
    pub fn take(&self) -> Vec<LogEntry> {
        std::mem::take(&mut self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl LogSink for Recorder {
    fn write(&self, entry: &LogEntry) {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).push(entry.clone());
    }
}
