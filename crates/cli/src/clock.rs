//! The clock of this machine and its time zone.
//!
//! The zone comes from the variable `TZ`, else from `/etc/localtime`, else it is UTC. It is looked up when the first
//! local time is needed, which most commands never do. No other module uses the crate `jiff` for that.

#[cfg(test)]
mod tests;

use std::{sync::OnceLock, time::SystemTime};

use engine::transaction::WallClock;
use jiff::{Timestamp, tz::TimeZone};

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
        // A time outside of the calendar has no local offset.
        Timestamp::try_from(time).map_or(0, |time| zone.to_offset(time).seconds())
    }
}
