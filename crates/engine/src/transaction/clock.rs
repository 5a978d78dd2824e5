//! What time it is.

use std::time::SystemTime;

/// Where a run reads the time.
pub trait WallClock: Send + Sync {
    /// The time now.
    fn now(&self) -> SystemTime;

    /// How many seconds local clocks are ahead of UTC at some time.
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
