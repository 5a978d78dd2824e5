//! Holds back log lines until the resources that they are about are reported.
//!
//! The lines of resources that are evaluated in a batch, or in parallel, come in no particular order. Each session logs
//! through a buffer of its own; while the buffer holds lines back, it groups them by resource.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use resource_api::log::{Level, Log, LogEntry, LogSink};

/// The buffer between a session and the log of the run.
pub(crate) struct LogBuffer {
    sink: Arc<dyn LogSink>,
    /// `None`: lines are passed on at once.
    lines: Mutex<Option<BufferedLines>>,
}

#[derive(Default)]
struct BufferedLines {
    /// The lines of each resource of a batch.
    by_resource: Vec<Vec<LogEntry>>,
    /// The position in the batch of the resource that lines are about.
    current: usize,
}

impl LogBuffer {
    /// A buffer before a log, and the log that goes through it.
    pub(super) fn before(log: &Log) -> (Arc<LogBuffer>, Log) {
        let buffer = Arc::new(LogBuffer { sink: log.sink().clone(), lines: Mutex::new(None) });
        let log = Log::new(buffer.clone(), log.scrubber().clone());
        (buffer, log)
    }

    /// Holds back every line from now on.
    pub(super) fn hold(&self) {
        *self.lock() = Some(BufferedLines::default());
    }

    /// Assigns lines from now on to the resource at this position of the batch.
    pub(crate) fn set_current(&self, position: usize) {
        if let Some(lines) = &mut *self.lock() {
            lines.current = position;
        }
    }

    /// Stops holding lines back, and returns those of each resource of the batch.
    pub(super) fn release(&self) -> Vec<Vec<LogEntry>> {
        self.lock().take().map(|lines| lines.by_resource).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<BufferedLines>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogSink for LogBuffer {
    fn wants(&self, level: Level) -> bool {
        self.sink.wants(level)
    }

    fn write(&self, entry: &LogEntry) {
        match &mut *self.lock() {
            None => self.sink.write(entry),
            Some(BufferedLines { by_resource, current }) => {
                if by_resource.len() <= *current {
                    by_resource.resize_with(*current + 1, Vec::new);
                }
                by_resource[*current].push(entry.clone());
            }
        }
    }
}
