//! Log lines as a report keeps them.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use ecow::EcoString;
use resource_api::log::{Level, LogEntry, LogSink};

use crate::transaction::WallClock;

/// One line of the log of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRecord {
    /// How important it is.
    pub level: Level,
    /// What it says.
    pub message: EcoString,
    /// What speaks; nothing is Puppet itself.
    pub source: Option<EcoString>,
    /// The level, and the tags of the resource that speaks.
    pub tags: Vec<EcoString>,
    /// When it was said.
    pub time: SystemTime,
    /// The file that declares what speaks.
    pub file: Option<EcoString>,
    /// The line that declares what speaks.
    pub line: Option<u32>,
}

impl LogRecord {
    /// A line that was said at some time. Tags and place are added when a report is made of it.
    pub fn new(entry: &LogEntry, time: SystemTime) -> LogRecord {
        LogRecord {
            level: entry.level,
            message: entry.message.clone(),
            source: entry.source.clone(),
            tags: Vec::new(),
            time,
            file: None,
            line: None,
        }
    }
}

/// A sink that keeps lines for a report, with their times.
pub struct ReportLog {
    least: Level,
    clock: Arc<dyn WallClock>,
    records: Mutex<Vec<LogRecord>>,
}

impl ReportLog {
    /// Keeps lines that are at least so important.
    pub fn new(least: Level, clock: Arc<dyn WallClock>) -> ReportLog {
        ReportLog { least, clock, records: Mutex::default() }
    }

    /// All lines since the last call.
    pub fn take(&self) -> Vec<LogRecord> {
        std::mem::take(&mut self.records.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl LogSink for ReportLog {
    fn wants(&self, level: Level) -> bool {
        level >= self.least
    }

    fn write(&self, entry: &LogEntry) {
        if entry.level >= self.least {
            let record = LogRecord::new(entry, self.clock.now());
            self.records.lock().unwrap_or_else(PoisonError::into_inner).push(record);
        }
    }
}

/// The levels with the words of reports.
const LEVELS: [(Level, &str); 8] = [
    (Level::Debug, "debug"),
    (Level::Info, "info"),
    (Level::Notice, "notice"),
    (Level::Warning, "warning"),
    (Level::Err, "err"),
    (Level::Alert, "alert"),
    (Level::Critical, "crit"),
    (Level::Emergency, "emerg"),
];

/// The word of a level in a report.
pub fn level_name(level: Level) -> &'static str {
    LEVELS.iter().find(|(known, _)| *known == level).map_or("notice", |(_, name)| name)
}

pub(super) fn level(name: &str) -> Option<Level> {
    LEVELS.iter().find(|(_, known)| *known == name).map(|(level, _)| *level)
}
