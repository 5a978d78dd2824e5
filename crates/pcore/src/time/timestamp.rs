//! `Timestamp`: a point in time.

use super::{
    TimeError, Timespan, Timezone,
    amount::{Amount, PER_SECOND},
    civil::Date,
    strftime,
    strptime::{self, Fields},
    unparsable, unparsable_as,
};
use std::fmt;

/// A point in time, in nanoseconds since 1970-01-01 UTC.
///
/// ```
/// use pcore::time::Timestamp;
///
/// let time = Timestamp::parse("2020-01-02 10:00:00 EST").unwrap();
/// assert_eq!(time.to_string(), "2020-01-02T15:00:00.000000000 UTC");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
        strftime::write(format, &strftime::Moment::new(self.seconds(), self.0.nanoseconds(), offset))
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
        let moment = strftime::Moment::new(self.seconds(), self.0.nanoseconds(), None);
        formatter.write_str(&strftime::write("%FT%T.%N %Z", &moment).map_err(|_| fmt::Error)?)
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
    let time_of_day = i128::from(hour) * 3600 + i128::from(minute) * 60 + i128::from(second);
    let local = (date.to_days() * 86_400 + time_of_day) * PER_SECOND + i128::from(fields.fraction()?);
    let offset = match timezone.or(fields.zone.map(Timezone::from)) {
        Some(timezone) => timezone.offset_for_reading()?,
        None => 0,
    };
    Timestamp::from_nanoseconds(local - i128::from(offset))
}
