//! The syntax of dates and times, and whether they are valid.
//!
//! Most readers need only the syntax: everything that looks like a date is refused. Writing needs to know whether Ruby
//! would parse the text as a date, because then the text needs quotes.

use super::scalar::is_space;
use crate::time::{Date, Timestamp};

/// The numbers of a point in time.
pub(super) struct Time {
    year: i64,
    month: u32,
    day: u32,
    hour: u32,
    minute: u32,
    second: u32,
    nanoseconds: u32,
    is_behind_utc: bool,
    /// Hours and minutes of the zone.
    zone: (u32, u32),
}

/// Parses `2024-01-31` and `2024-1-31`.
pub(super) fn date(text: &str) -> Option<Date> {
    let mut cursor = Cursor(text);
    let year = cursor.digits(4, 4)?;
    cursor.expect('-')?;
    let (month, month_length) = cursor.counted(1, 2)?;
    cursor.expect('-')?;
    let (day, day_length) = cursor.counted(1, 2)?;
    let fits = cursor.0.is_empty() && (month_length == 1 || month <= 12) && (day_length == 1 || day <= 31);
    fits.then_some(Date { year: year.into(), month: month as u8, day: day as u8 })
}

/// Parses `2024-01-31 12:00:00`, with `T` or spaces in the middle, a fraction and a zone.
pub(super) fn time(text: &str) -> Option<Time> {
    let mut cursor = Cursor(text);
    let sign = if cursor.expect('-').is_some() { -1 } else { 1 };
    let year = sign * i64::from(cursor.digits(4, 4)?);
    cursor.expect('-')?;
    let month = cursor.digits(1, 2)?;
    cursor.expect('-')?;
    let day = cursor.digits(1, 2)?;
    if cursor.expect('T').or_else(|| cursor.expect('t')).is_none() && cursor.spaces() == 0 {
        return None;
    }
    let hour = cursor.digits(1, 2)?;
    cursor.expect(':')?;
    let minute = cursor.digits(2, 2)?;
    cursor.expect(':')?;
    let second = cursor.digits(2, 2)?;
    let nanoseconds = if cursor.expect('.').is_some() { cursor.nanoseconds() } else { 0 };
    let (mut is_behind_utc, mut zone) = (false, (0, 0));
    if !cursor.0.is_empty() {
        cursor.spaces();
        is_behind_utc = cursor.0.starts_with('-');
        zone = cursor.zone()?;
    }
    let time = Time { year, month, day, hour, minute, second, nanoseconds, is_behind_utc, zone };
    cursor.0.is_empty().then_some(time)
}

/// Reads a point in time as Psych writes it, with the offset of its zone from UTC in seconds; `None` for anything else.
///
/// ```
/// use pcore::{time::Timestamp, yaml};
///
/// let (time, offset) = yaml::parse_time("1970-01-01 01:00:00.500000000 +01:00").unwrap();
/// assert_eq!((time, offset), (Timestamp::from_seconds_f64(0.5).unwrap(), 3600));
/// ```
pub fn parse_time(text: &str) -> Option<(Timestamp, i32)> {
    let time = time(text).filter(Time::is_real)?;
    let minutes = i32::try_from(time.zone.0 * 60 + time.zone.1).ok()?;
    let offset = if time.is_behind_utc { -minutes } else { minutes } * 60;
    let date = Date { year: time.year, month: time.month as u8, day: time.day as u8 };
    let second_of_day = i64::from(time.hour * 3600 + time.minute * 60 + time.second) - i64::from(offset);
    Some((Timestamp::from_civil(date, second_of_day, time.nanoseconds.into()).ok()?, offset))
}

impl Time {
    /// Whether Ruby accepts these numbers. It allows day 31 in every month, and leap seconds.
    pub(super) fn is_real(&self) -> bool {
        let midnight = self.hour == 24 && self.minute == 0 && self.second == 0;
        (1..=12).contains(&self.month)
            && (1..=31).contains(&self.day)
            && (self.hour < 24 || midnight)
            && self.minute < 60
            && self.second <= 60
            && self.zone.0 * 60 + self.zone.1 < 24 * 60
    }
}

/// The unread rest.
struct Cursor<'t>(&'t str);

impl Cursor<'_> {
    fn expect(&mut self, expected: char) -> Option<()> {
        self.0 = self.0.strip_prefix(expected)?;
        Some(())
    }

    fn spaces(&mut self) -> usize {
        let rest = self.0.trim_start_matches(is_space);
        let count = self.0.len() - rest.len();
        self.0 = rest;
        count
    }

    /// Reads the digits of a fraction.
    fn nanoseconds(&mut self) -> u32 {
        let rest = self.0.trim_start_matches(|character: char| character.is_ascii_digit());
        let digits = self.0.bytes().take(self.0.len() - rest.len()).chain(std::iter::repeat(b'0'));
        self.0 = rest;
        digits.take(9).fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    }

    /// Reads at least `minimum` and at most `maximum` digits, and returns how many there were.
    fn counted(&mut self, minimum: usize, maximum: usize) -> Option<(u32, usize)> {
        let count = self.0.bytes().take(maximum).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.0.split_at_checked(count).filter(|_| count >= minimum)?;
        self.0 = rest;
        Some((digits.parse().ok()?, count))
    }

    fn digits(&mut self, minimum: usize, maximum: usize) -> Option<u32> {
        self.counted(minimum, maximum).map(|(number, _)| number)
    }

    /// Reads `Z`, `+2`, `+02`, `+02:30`, `+230` or `+0230`; hours may be up to 99.
    fn zone(&mut self) -> Option<(u32, u32)> {
        if self.expect('Z').is_some() {
            return Some((0, 0));
        }
        self.expect('+').or_else(|| self.expect('-'))?;
        let (number, count) = self.counted(1, 4)?;
        match count {
            // Ruby reads three digits without a colon as two of hours and one of minutes.
            3 => Some((number / 10, number % 10)),
            4 => Some((number / 100, number % 100)),
            _ if self.expect(':').is_some() && !self.0.is_empty() => Some((number, self.digits(2, 2)?)),
            _ => Some((number, 0)),
        }
    }
}
