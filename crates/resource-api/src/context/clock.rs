//! Where a context reads the time that its blocks took.

use std::{
    thread,
    time::{Duration, Instant},
};

/// A clock that never goes backwards.
pub trait Clock: Send + Sync {
    /// How much time has passed since some moment in the past, the same one at every call.
    fn now(&self) -> Duration;

    /// Lets time pass.
    fn sleep(&self, time: Duration) {
        thread::sleep(time);
    }
}

/// The clock of the machine, counted from when it was made.
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

/// Shows a length of time as log lines do: six decimals below a second, two from there on.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{seconds:.6}") } else { format!("{seconds:.2}") }
}
