//! The clock of this machine, and the time zone that it is read in.
//!
//! The zone is that of every program here: the variable `TZ`, else `/etc/localtime`, else UTC. It is looked up when the
//! first time is told, which most commands never do. Nobody else knows the crate that does it.

#[cfg(test)]
mod tests;

use std::{sync::OnceLock, time::SystemTime};

use engine::transaction::WallClock;
use jiff::{Timestamp, tz::TimeZone};

/// The clock of this machine.
#[derive(Debug, Default)]
pub(crate) struct LocalClock {
    zone: OnceLock<TimeZone>,
}

impl WallClock for LocalClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn offset(&self, time: SystemTime) -> i32 {
        let zone = self.zone.get_or_init(|| TimeZone::try_system().unwrap_or(TimeZone::UTC));
        // A time that no calendar has is not told by a local clock either.
        Timestamp::try_from(time).map_or(0, |time| zone.to_offset(time).seconds())
    }
}
