//! Log lines as a report keeps them.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use ecow::EcoString;
use pcore::time::Timestamp;
use resource_api::log::{Level, LogEntry, LogSink};

use crate::transaction::WallClock;

/// One line of the log of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogRecord {
    /// The level.
    pub level: Level,
    /// The message.
    pub message: EcoString,
    /// The source; `None` is Puppet itself.
    pub source: Option<EcoString>,
    /// The level, and the tags of the source.
    pub tags: Vec<EcoString>,
    /// When it was logged.
    pub time: Timestamp,
    /// The file that declares the source.
    pub file: Option<EcoString>,
    /// The line that declares the source.
    pub line: Option<u32>,
}

impl LogRecord {
    /// A line that was logged at this time. Tags and location are added when a report is made.
    pub fn new(entry: &LogEntry, time: SystemTime) -> LogRecord {
        LogRecord {
            level: entry.level,
            message: entry.message.clone(),
            source: entry.source.clone(),
            time: time.into(),
            ..LogRecord::default()
        }
    }
}

/// A sink that records lines for a report, with their times.
pub struct ReportLog {
    min_level: Level,
    clock: Arc<dyn WallClock>,
    records: Mutex<Vec<LogRecord>>,
}

impl ReportLog {
    /// Records lines of this level and above.
    pub fn new(min_level: Level, clock: Arc<dyn WallClock>) -> ReportLog {
        ReportLog { min_level, clock, records: Mutex::default() }
    }

    /// All lines since the last call.
    pub fn take(&self) -> Vec<LogRecord> {
        std::mem::take(&mut self.records.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl LogSink for ReportLog {
    fn wants(&self, level: Level) -> bool {
        level >= self.min_level
    }

    fn write(&self, entry: &LogEntry) {
        if entry.level >= self.min_level {
            let record = LogRecord::new(entry, self.clock.now());
            self.records.lock().unwrap_or_else(PoisonError::into_inner).push(record);
        }
    }
}
