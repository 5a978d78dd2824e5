//! `Timestamp`: a point in time.

use super::{
    TimeError, Timespan, Timezone,
    amount::{Amount, PER_SECOND},
    civil::Date,
    strftime::{self, Moment},
    strptime::{self, Fields},
    unparsable, unparsable_as,
};
use std::{
    fmt,
    time::{Duration, SystemTime},
};

use crate::never;

/// A point in time, in nanoseconds since 1970-01-01 UTC.
///
/// ```
/// use pcore::time::Timestamp;
///
/// let time = Timestamp::parse("2020-01-02 10:00:00 EST").unwrap();
/// assert_eq!(time.to_string(), "2020-01-02T15:00:00.000000000 UTC");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp(Amount);

impl Timestamp {
    /// The formats that are tried by default, in order.
    pub const DEFAULT_FORMATS: [&'static str; 10] =
        ["%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z", "%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];
    /// The formats that are tried if the caller specifies the time zone.
    pub const DEFAULT_FORMATS_WITHOUT_TIMEZONE: [&'static str; 5] = ["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

    /// Returns the time this many seconds after 1970-01-01 UTC.
    pub const fn from_seconds(seconds: i64) -> Timestamp {
        Timestamp(Amount::from_seconds(seconds))
    }

    /// Returns the time this many seconds after 1970-01-01 UTC, truncated to nanoseconds.
    pub fn from_seconds_f64(seconds: f64) -> Result<Timestamp, TimeError> {
        Amount::from_seconds_f64(seconds).map(Timestamp)
    }

    /// Returns the time this many nanoseconds after 1970-01-01 UTC.
    pub fn from_nanoseconds(nanoseconds: i128) -> Result<Timestamp, TimeError> {
        Amount::from_nanoseconds(nanoseconds).map(Timestamp)
    }

    /// Returns a time of a day in UTC, plus nanoseconds.
    pub(crate) fn from_civil(date: Date, second_of_day: i64, nanoseconds: i64) -> Result<Timestamp, TimeError> {
        let seconds = date.to_days() * 86_400 + i128::from(second_of_day);
        Timestamp::from_nanoseconds(seconds * PER_SECOND + i128::from(nanoseconds))
    }

    /// Parses a string in one of the default formats.
    pub fn parse(text: &str) -> Result<Timestamp, TimeError> {
        Timestamp::parse_with(text, &Timestamp::DEFAULT_FORMATS, None)
    }

    /// Parses a string in one of the default formats, in a given time zone.
    pub fn parse_in(text: &str, timezone: Timezone<'_>) -> Result<Timestamp, TimeError> {
        match timezone.is_none() {
            true => Timestamp::parse(text),
            false => Timestamp::parse_with(text, &Timestamp::DEFAULT_FORMATS_WITHOUT_TIMEZONE, Some(timezone)),
        }
    }

    /// Parses a string by the first format that matches; with a time zone, by the first of those without one. Without
    /// any zone the time is in UTC.
    ///
    /// ```
    /// use pcore::time::Timestamp;
    ///
    /// let time = Timestamp::parse_with("2.1.2020", &["%F", "%d.%m.%Y"], Some("+02:00".into())).unwrap();
    /// assert_eq!(time.to_string(), "2020-01-01T22:00:00.000000000 UTC");
    /// ```
    pub fn parse_with(text: &str, formats: &[&str], timezone: Option<Timezone<'_>>) -> Result<Timestamp, TimeError> {
        let timezone = timezone.filter(|timezone| !timezone.is_none());
        for format in formats {
            let Some(fields) = strptime::read(text, format) else {
                continue;
            };
            if fields.leftover || timezone.is_some() && fields.zone.is_some() {
                continue;
            }
            return from_fields(&fields, timezone);
        }
        Err(unparsable(text, formats))
    }

    /// Parses a string by one format, which the error names.
    pub fn parse_as(text: &str, format: &str, timezone: Option<Timezone<'_>>) -> Result<Timestamp, TimeError> {
        let timezone = timezone.filter(|timezone| !timezone.is_none());
        let fields = strptime::read(text, format)
            .filter(|fields| !fields.leftover)
            .ok_or_else(|| unparsable_as(text, format))?;
        if timezone.is_some() && fields.zone.is_some() {
            return Err(TimeError::TimezoneTwice);
        }
        from_fields(&fields, timezone)
    }

    /// Formats the time, with the directives and flags of Ruby's `strftime`.
    ///
    /// ```
    /// use pcore::time::Timestamp;
    ///
    /// let time = Timestamp::from_seconds(0);
    /// assert_eq!(time.format("%-d %^b %Y, %H:%M %z", Some("EST".into())).unwrap(), "31 DEC 1969, 19:00 -0500");
    /// ```
    pub fn format(&self, format: &str, timezone: Option<Timezone<'_>>) -> Result<String, TimeError> {
        let offset = match timezone.filter(|timezone| !timezone.is_none()) {
            Some(timezone) => timezone.offset_for_writing()?,
            None => None,
        };
        strftime::write(format, &Moment::new(self.seconds(), self.0.nanoseconds(), offset))
    }

    /// Returns the fields of a clock that is this many seconds ahead of UTC.
    ///
    /// ```
    /// use pcore::time::Timestamp;
    ///
    /// let local = Timestamp::from_seconds(1_000_000_000).at_offset(-4 * 3600);
    /// assert_eq!((local.month(), local.day(), local.weekday()), (9, 8, 6));
    /// ```
    pub fn at_offset(&self, offset: i32) -> Moment {
        Moment::new(self.seconds(), self.0.nanoseconds(), Some(offset))
    }

    /// Formats the time for a clock that is some seconds ahead of UTC, of which whole minutes count. The format must be
    /// valid.
    ///
    /// ```
    /// use pcore::time::Timestamp;
    ///
    /// let time = Timestamp::from_seconds(1_000_000_000);
    /// assert_eq!(time.format_at("%F %T %z", -4 * 3600), "2001-09-08 21:46:40 -0400");
    /// ```
    pub fn format_at(&self, format: &str, offset: i32) -> String {
        let written = strftime::write(format, &self.at_offset(offset / 60 * 60));
        written.unwrap_or_else(|_| never!("the format is valid", self.to_string()))
    }

    /// Returns the nanoseconds since 1970-01-01 UTC.
    pub const fn as_nanoseconds(&self) -> i128 {
        self.0.as_nanoseconds()
    }

    /// Returns the whole seconds since 1970-01-01 UTC, rounded down.
    pub const fn seconds(&self) -> i64 {
        self.0.seconds()
    }

    /// Returns the seconds since 1970-01-01 UTC with their fraction, as the nearest float.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64()
    }

    /// Returns the time plus a Timespan.
    pub fn checked_add(self, span: Timespan) -> Result<Timestamp, TimeError> {
        self.0.checked_add(span.0).map(Timestamp)
    }

    /// Returns the time minus a Timespan.
    pub fn checked_sub(self, span: Timespan) -> Result<Timestamp, TimeError> {
        self.0.checked_sub(span.0).map(Timestamp)
    }

    /// Returns the Timespan between another time and this one.
    pub fn checked_since(self, other: Timestamp) -> Result<Timespan, TimeError> {
        self.0.checked_sub(other.0).map(Timespan)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = Moment::new(self.seconds(), self.0.nanoseconds(), None);
        formatter.write_str(&strftime::write("%FT%T.%N %Z", &moment).map_err(|_| fmt::Error)?)
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Timestamp {
        let nanoseconds = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => i128::try_from(after.as_nanos()),
            Err(before) => i128::try_from(before.duration().as_nanos()).map(|before| -before),
        };
        let time = nanoseconds.ok().and_then(|nanoseconds| Timestamp::from_nanoseconds(nanoseconds).ok());
        time.unwrap_or_else(|| never!("times of the system have 64 bits of seconds", Timestamp::from_seconds(0)))
    }
}

impl TryFrom<Timestamp> for SystemTime {
    type Error = TimeError;

    fn try_from(time: Timestamp) -> Result<SystemTime, TimeError> {
        let fraction = Duration::from_nanos(time.0.nanoseconds().into());
        let distance = Duration::from_secs(time.seconds().unsigned_abs());
        let second = match time.seconds() {
            0.. => SystemTime::UNIX_EPOCH.checked_add(distance),
            _ => SystemTime::UNIX_EPOCH.checked_sub(distance),
        };
        second.and_then(|second| second.checked_add(fraction)).ok_or(TimeError::OutOfRange)
    }
}

/// Creates a time from parsed fields.
fn from_fields(fields: &Fields<'_>, timezone: Option<Timezone<'_>>) -> Result<Timestamp, TimeError> {
    let year = fields.year()?;
    let hour = fields.hour.unwrap_or(0);
    let minute = fields.minute.unwrap_or(0);
    let second = fields.second.unwrap_or(0);
    // Midnight may be 24 o'clock, but nothing comes after it.
    if hour == 24 && minute > 0 {
        return Err(TimeError::FieldOutOfRange("min"));
    }
    if hour == 24 && second > 0 {
        return Err(TimeError::FieldOutOfRange("sec"));
    }
    let date = Date { year, month: fields.month.unwrap_or(1), day: fields.day.unwrap_or(1) };
    let second_of_day = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
    let fraction = fields.fraction()?;
    let offset = match timezone.or(fields.zone.map(Timezone::from)) {
        Some(timezone) => timezone.offset_for_reading()?,
        None => 0,
    };
    Timestamp::from_civil(date, second_of_day, fraction - offset)
}
