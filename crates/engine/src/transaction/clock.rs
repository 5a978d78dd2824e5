//! The clock of a run.

use std::time::SystemTime;

/// The clock that a run reads.
pub trait WallClock: Send + Sync {
    /// The time now.
    fn now(&self) -> SystemTime;

    /// How many seconds local time is ahead of UTC at some time.
    fn offset(&self, time: SystemTime) -> i32;
}

/// The clock of the machine, in UTC.
#[derive(Clone, Copy, Debug, Default)]
pub struct UtcClock;

impl WallClock for UtcClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn offset(&self, _time: SystemTime) -> i32 {
        0
    }
}
