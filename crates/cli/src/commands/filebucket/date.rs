//! Parses and formats dates in the time zone of the machine.

use std::time::SystemTime;

use jiff::{Timestamp, Zoned, civil::DateTime, tz::TimeZone};

/// The point in time that a text names; a date without a time is the start of the day.
pub(super) fn parse(text: &str) -> Option<SystemTime> {
    let text = text.trim();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time.into());
    }
    let formats = ["%Y-%m-%d %H:%M:%S %z", "%Y-%m-%d %H:%M:%S%z", "%Y-%m-%dT%H:%M:%S%z"];
    if let Some(time) = formats.iter().find_map(|format| Zoned::strptime(format, text).ok()) {
        return Some(time.timestamp().into());
    }
    let formats =
        ["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y/%m/%d"];
    let found = formats.iter().find_map(|format| {
        let parsed = jiff::fmt::strtime::parse(format, text).ok()?;
        parsed.to_datetime().or_else(|_| parsed.to_date().map(|date| date.at(0, 0, 0, 0))).ok()
    });
    let local: DateTime = found?;
    Some(local.to_zoned(zone()).ok()?.timestamp().into())
}

/// A point in time as listings show it.
pub(super) fn shown(time: SystemTime) -> String {
    match Timestamp::try_from(time) {
        Ok(time) => time.to_zoned(zone()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        // It is outside of the calendar.
        Err(_) => "-".to_owned(),
    }
}

fn zone() -> TimeZone {
    TimeZone::try_system().unwrap_or(TimeZone::UTC)
}

#[cfg(test)]
mod tests;
