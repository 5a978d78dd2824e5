//! The clock that measures how long blocks take.

use std::{
    thread,
    time::{Duration, Instant},
};

/// A monotonic clock.
pub trait Clock: Send + Sync {
    /// Returns the time since a fixed moment in the past.
    fn now(&self) -> Duration;

    /// Waits.
    fn sleep(&self, time: Duration) {
        thread::sleep(time);
    }
}

/// The system's monotonic clock, counted from its creation.
pub struct MachineClock(Instant);

impl Default for MachineClock {
    fn default() -> MachineClock {
        MachineClock(Instant::now())
    }
}

impl Clock for MachineClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Formats a duration for log lines: six decimals below one second, two from then on.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{seconds:.6}") } else { format!("{seconds:.2}") }
}
