//! Holds back log lines until it is their turn.
//!
//! Resources that are managed together, or side by side, say what they have to say in no particular order. Each session
//! writes to a lane of its own; while the lane holds its lines back, it keeps them by the resource that they are about.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use resource_api::log::{Level, Log, LogEntry, LogSink};

/// Where the lines of one session go.
pub(crate) struct Lane {
    sink: Arc<dyn LogSink>,
    held: Mutex<Option<Held>>,
}

#[derive(Default)]
struct Held {
    /// By the place of their resource.
    lines: Vec<Vec<LogEntry>>,
    place: usize,
}

impl Lane {
    /// A lane to where a log goes, and the log that goes through it.
    pub(super) fn before(log: &Log) -> (Arc<Lane>, Log) {
        let lane = Arc::new(Lane { sink: log.sink().clone(), held: Mutex::new(None) });
        let log = Log::new(lane.clone(), log.scrubber().clone());
        (lane, log)
    }

    /// Holds back every line from now on.
    pub(super) fn hold(&self) {
        *self.lock() = Some(Held::default());
    }

    /// Says that lines from now on are about the resource at this place.
    pub(crate) fn turn_to(&self, place: usize) {
        if let Some(held) = &mut *self.lock() {
            held.place = place;
        }
    }

    /// Holds nothing back any more, and returns the lines by the places of their resources.
    pub(super) fn release(&self) -> Vec<Vec<LogEntry>> {
        self.lock().take().map(|held| held.lines).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LogSink for Lane {
    fn wants(&self, level: Level) -> bool {
        self.sink.wants(level)
    }

    fn write(&self, entry: &LogEntry) {
        match &mut *self.lock() {
            None => self.sink.write(entry),
            Some(Held { lines, place }) => {
                if lines.len() <= *place {
                    lines.resize_with(*place + 1, Vec::new);
                }
                lines[*place].push(entry.clone());
            }
        }
    }
}
