//! Log lines as data, and where they go.

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

/// How important a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// For whoever looks for a mistake.
    Debug,
    /// Good to know.
    Info,
    /// What changed.
    Notice,
    /// What may go wrong.
    Warning,
    /// What went wrong.
    Err,
    /// Worse than an error.
    Critical,
    /// Somebody must act.
    Alert,
    /// The system is unusable.
    Emergency,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// How important it is.
    pub level: Level,
    /// What speaks, such as `/Stage[main]/Main/User[alice]/uid`; providers have no source.
    pub source: Option<EcoString>,
    /// What it says; may have several lines.
    pub message: EcoString,
}

/// Where log lines go: a terminal, a report, a test.
pub trait LogSink: Send + Sync {
    /// Takes one line. It holds no secret any more.
    fn write(&self, entry: &LogEntry);

    /// Whether lines of a level are of any use here. What nobody reads need not be put into words.
    fn wants(&self, _level: Level) -> bool {
        true
    }
}

/// A sink with the scrubber that every line passes on its way there.
#[derive(Clone)]
pub struct Log {
    sink: Arc<dyn LogSink>,
    scrubber: Arc<Scrubber>,
}

impl Log {
    /// A log that writes to `sink` what `scrubber` lets through.
    pub fn new(sink: Arc<dyn LogSink>, scrubber: Arc<Scrubber>) -> Log {
        Log { sink, scrubber }
    }

    /// Writes a line without a source.
    pub fn line(&self, level: Level, message: &str) {
        self.write(level, None, message);
    }

    /// Whether anybody reads lines of a level: asked before a costly one is put into words.
    pub fn wants(&self, level: Level) -> bool {
        self.sink.wants(level)
    }

    /// Writes a line.
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

    /// Where lines go once they hold no secret any more.
    pub fn sink(&self) -> &Arc<dyn LogSink> {
        &self.sink
    }

    /// What keeps secrets out of this log.
    pub fn scrubber(&self) -> &Arc<Scrubber> {
        &self.scrubber
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Log").field("scrubber", &self.scrubber).finish_non_exhaustive()
    }
}

/// A sink that remembers every line, for tests and for reports.
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
    /// All lines so far.
    pub fn entries(&self) -> Vec<LogEntry> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// All lines since the last call.
    pub fn take(&self) -> Vec<LogEntry> {
        std::mem::take(&mut self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl LogSink for Recorder {
    fn write(&self, entry: &LogEntry) {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).push(entry.clone());
    }
}
