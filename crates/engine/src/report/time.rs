//! Times of the system, as values, and in reports.

use std::time::{Duration, SystemTime};

use ecow::{EcoString, eco_format};
use pcore::time::Timestamp;

/// A time as a value.
pub(crate) fn to_timestamp(time: SystemTime) -> Timestamp {
    let nanoseconds = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => i128::try_from(after.as_nanos()).unwrap_or(i128::MAX),
        Err(error) => i128::try_from(error.duration().as_nanos()).map_or(i128::MIN, |before| -before),
    };
    Timestamp::from_nanoseconds(nanoseconds).unwrap_or(Timestamp::from_seconds(0))
}

/// A value as a time of the system; `None` if it is out of range.
pub(crate) fn from_timestamp(time: Timestamp) -> Option<SystemTime> {
    let nanoseconds = time.as_nanoseconds();
    let distance = nanoseconds.unsigned_abs();
    let seconds = u64::try_from(distance / 1_000_000_000).ok()?;
    let distance = Duration::new(seconds, u32::try_from(distance % 1_000_000_000).ok()?);
    if nanoseconds < 0 {
        SystemTime::UNIX_EPOCH.checked_sub(distance)
    } else {
        SystemTime::UNIX_EPOCH.checked_add(distance)
    }
}

/// Writes times with nine digits of a second, in a time zone that is some seconds ahead of UTC.
///
/// Most times of a report are within few seconds, so the text of the last second is cached.
pub(super) struct Writer {
    zone: String,
    second: i64,
    written: String,
}

impl Writer {
    pub(super) fn new(offset: i32) -> Writer {
        Writer { zone: zone(offset), second: 0, written: String::new() }
    }

    pub(super) fn write(&mut self, time: SystemTime) -> EcoString {
        let time = to_timestamp(time);
        let second = time.seconds();
        if self.written.is_empty() || second != self.second {
            let text = Timestamp::from_seconds(second).format("%FT%T", Some(self.zone.as_str().into()));
            // A zone of hours and minutes is always valid.
            self.written = text.unwrap_or_else(|_| time.to_string());
            self.second = second;
        }
        let nanoseconds = time.as_nanoseconds() - i128::from(second) * 1_000_000_000;
        eco_format!("{}.{nanoseconds:09}{}", self.written, self.zone)
    }
}

/// A time in a format of `strftime`, in a time zone that is some seconds ahead of UTC.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
/// assert_eq!(engine::report::format_time(time, "%F %T %z", -4 * 3600), "2001-09-08 21:46:40 -0400");
/// ```
pub fn format_time(time: SystemTime, format: &str, offset: i32) -> String {
    let time = to_timestamp(time);
    // A zone of hours and minutes is always valid, and the formats are ours.
    time.format(format, Some(zone(offset).as_str().into())).unwrap_or_else(|_| time.to_string())
}

/// Reads what [`Writer`] writes, and YAML timestamps.
pub(super) fn read(text: &str) -> Option<(SystemTime, i32)> {
    let formats = ["%FT%T.%N%z", "%FT%T%z", "%F %T.%N %z", "%F %T %z"];
    let time = Timestamp::parse_with(text, &formats, None).ok()?;
    Some((from_timestamp(time)?, offset(text).unwrap_or_default()))
}

fn zone(offset: i32) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    let minutes = offset.unsigned_abs() / 60;
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

/// The offset at the end of a time, which has the form `+02:00`.
fn offset(text: &str) -> Option<i32> {
    let zone = text.get(text.len().checked_sub(6)?..)?;
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let seconds = (hours.parse::<i32>().ok()? * 60 + minutes.parse::<i32>().ok()?) * 60;
    match zone.chars().next()? {
        '-' => Some(-seconds),
        '+' => Some(seconds),
        _ => None,
    }
}
