//! Reads and writes records in the one plain form that nearly all of them have. All others are YAML.
//!
//! Going through YAML costs as many instructions for 10,000 records as all the rest of a run in which 10,000 files are in sync.
//!
//! ```yaml
//! ---
//! File[/etc/motd]:
//!   :checked: 2026-11-15 22:57:00.123456789 +00:00
//! ```

use std::time::{Duration, SystemTime};

use ecow::EcoString;
use pcore::time::Timestamp;

use super::{CHECKED, SYNCED};
use crate::transaction::Record;

/// Reads an entry, or returns `None` if anything in it does not have the plain form.
pub(super) fn read(entry: &str) -> Option<(EcoString, Record)> {
    let mut lines = entry.lines();
    let reference = lines.next()?.strip_suffix(':').filter(|reference| is_plain(reference))?;
    let mut record = Record::default();
    for line in lines {
        let (name, time) = line.strip_prefix("  :")?.split_once(": ")?;
        match name {
            CHECKED => record.checked = Some(parsed(time)?),
            SYNCED => record.synced = Some(parsed(time)?),
            _ => return None,
        }
    }
    Some((reference.into(), record))
}

/// Writes a record if it has the plain form; otherwise nothing is written.
pub(super) fn write(reference: &str, record: &Record, times: &mut Times, text: &mut String) -> bool {
    let has_time = record.checked.is_some() || record.synced.is_some();
    if !has_time || !record.audited.is_empty() || reference.len() > MAX_KEY || !is_plain(reference) {
        return false;
    }
    let start = text.len();
    text.push_str(reference);
    text.push_str(":\n");
    let times_of_record = [(CHECKED, record.checked), (SYNCED, record.synced)];
    for (name, time) in times_of_record.into_iter().filter_map(|(name, time)| Some((name, time?))) {
        text.push_str("  :");
        text.push_str(name);
        text.push_str(": ");
        if !times.write(time, text) {
            text.truncate(start);
            return false;
        }
        text.push('\n');
    }
    true
}

/// Longer keys have another form in YAML.
const MAX_KEY: usize = 120;

/// Writes points in time. Those of one run share a few minutes, and only the minute is expensive to format.
pub(super) struct Times {
    /// The offset of the time zone in seconds.
    offset: i64,
    /// The time zone, after a space.
    zone: String,
    minute: u64,
    written: String,
}

impl Times {
    /// Writes times of the zone that is this many seconds ahead of UTC.
    pub(super) fn new(offset: i32) -> Times {
        let sign = if offset < 0 { '-' } else { '+' };
        let minutes = offset.unsigned_abs() / 60;
        let zone = format!(" {sign}{:02}:{:02}", minutes / 60, minutes % 60);
        let ahead = i64::from(minutes) * 60;
        Times { offset: if offset < 0 { -ahead } else { ahead }, zone, minute: 0, written: String::new() }
    }

    /// Writes a time as `2026-11-15 22:57:00.123456789 +00:00`. Returns whether that is possible: times before 1970 are not.
    fn write(&mut self, time: SystemTime, text: &mut String) -> bool {
        let Ok(since) = time.duration_since(SystemTime::UNIX_EPOCH) else { return false };
        let (minute, second) = (since.as_secs() / 60, since.as_secs() % 60);
        if self.minute != minute || self.written.is_empty() {
            let Ok(start) = i64::try_from(minute * 60) else { return false };
            let shown = start.saturating_add(self.offset);
            let Ok(written) = Timestamp::from_seconds(shown).format("%Y-%m-%d %H:%M:", None) else { return false };
            (self.minute, self.written) = (minute, written);
        }
        text.push_str(&self.written);
        digits(second, 2, text);
        text.push('.');
        digits(u64::from(since.subsec_nanos()), 9, text);
        text.push_str(&self.zone);
        true
    }
}

/// Writes a number with this many digits.
fn digits(number: u64, count: usize, text: &mut String) {
    let mut written = [b'0'; 20];
    let mut rest = number;
    let start = written.len() - count;
    for digit in written[start..].iter_mut().rev() {
        *digit += u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
    }
    text.extend(written[start..].iter().map(|digit| char::from(*digit)));
}

/// Whether a key is a reference that YAML reads as the same text.
fn is_plain(key: &str) -> bool {
    let is_harmless = |byte: u8| HARMLESS[usize::from(byte)];
    key.starts_with(|first: char| first.is_ascii_uppercase())
        && key.ends_with(']')
        && key.as_bytes().contains(&b'[')
        && (key.bytes().all(is_harmless) || key.replace("::", "").bytes().all(is_harmless))
}

/// The bytes without a special meaning in YAML.
static HARMLESS: [bool; 256] = {
    let mut harmless = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        harmless[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    let others = b"_-./[]@+=";
    let mut index = 0;
    while index < others.len() {
        harmless[others[index] as usize] = true;
        index += 1;
    }
    harmless
};

/// Reads the time in `2026-11-15 22:57:00.123456789 +00:00`.
fn parsed(text: &str) -> Option<SystemTime> {
    let bytes = text.as_bytes();
    let separators = [(4, b'-'), (7, b'-'), (10, b' '), (13, b':'), (16, b':'), (19, b'.'), (29, b' '), (33, b':')];
    if bytes.len() != 36 || separators.iter().any(|(index, separator)| bytes[*index] != *separator) {
        return None;
    }
    let number = |from: usize, to: usize| {
        let digits = text.get(from..to)?;
        digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse::<i64>().ok())?
    };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let offset = match bytes[30] {
        b'+' => number(31, 33)? * 60 + number(34, 36)?,
        b'-' => -(number(31, 33)? * 60 + number(34, 36)?),
        _ => return None,
    };
    let is_time = (1..=12).contains(&month) && (1..=28).contains(&day.min(28)) && day <= 31;
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if !is_time || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset * 60;
    let since = Duration::new(u64::try_from(seconds).ok()?, u32::try_from(number(20, 29)?).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(since)
}

/// The number of days between 1970-01-01 and a day, counted in years that begin in March.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

#[cfg(test)]
mod tests;
