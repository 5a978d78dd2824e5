//! Durations and points in time: Puppet's `Timespan` and `Timestamp`.
//!
//! A [`Timespan`] is a duration, a [`Timestamp`] a point in time, counted from 1970 in UTC. Both are stored as
//! nanoseconds; where Ruby has numbers without limit, a value outside ±2⁶³ seconds is an error here. Strings are parsed
//! and formatted by a *format*, a string with *directives* such as `%H`. The two types have different directives:
//! `span_format` for durations, `strptime` and `strftime` for points in time.
//!
//! Nothing here reads a clock or the system's time zone; see [`Timezone`].

mod amount;
mod civil;
mod span_format;
mod strftime;
mod strptime;
mod timespan;
mod timestamp;
mod zone;

pub(crate) use civil::Date;
pub use strftime::Moment;
pub use timespan::Timespan;
pub use timestamp::Timestamp;
pub use zone::Timezone;

use ecow::{EcoString, EcoVec};

/// Why a time could not be read, written or computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeError {
    /// The string does not match the format.
    #[error("Unable to parse '{text}' using format '{format}'")]
    UnparsableAs {
        /// The string.
        text: EcoString,
        /// The format.
        format: EcoString,
    },
    /// The string matches none of the formats.
    #[error("Unable to parse '{text}' using any of the formats {}", .formats.join(", "))]
    Unparsable {
        /// The string.
        text: EcoString,
        /// The formats.
        formats: EcoVec<EcoString>,
    },
    /// A Timespan format has an unknown directive.
    #[error("Bad format specifier '{specifier}' in '{format}', at position {position}")]
    BadSpecifier {
        /// The directive up to where it fails.
        specifier: EcoString,
        /// The whole format.
        format: EcoString,
        /// The character offset at which it fails.
        position: usize,
    },
    /// A Timespan was parsed by a format that has only fractions.
    #[error(
        "Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude"
    )]
    FractionAlone,
    /// A Timestamp format ends within a directive.
    #[error("invalid format: {0}")]
    InvalidFormat(EcoString),
    /// A directive asks for an unreasonable width.
    #[error("width too big")]
    WidthTooBig,
    /// The time zone is unknown.
    #[error("Illegal timezone '{0}'")]
    IllegalTimezone(EcoString),
    /// Both the string and the caller specify a time zone.
    #[error(
        "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument"
    )]
    TimezoneTwice,
    /// The offset from UTC is a day or more.
    #[error("utc_offset out of range")]
    OffsetOutOfRange,
    /// The minutes of the offset are more than an hour.
    #[error("\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: {0}")]
    BadOffset(EcoString),
    /// The string was parsed, but its format has no year.
    #[error("no implicit conversion of nil into Integer")]
    MissingYear,
    /// The string was parsed, but the named field is not valid in a time of day.
    #[error("{0} out of range")]
    FieldOutOfRange(&'static str),
    /// Division or modulo by zero.
    #[error("divided by 0")]
    DivisionByZero,
    /// A number of seconds that is NaN or infinite.
    #[error("{}", not_finite(.0))]
    NotFinite(f64),
    /// The result is more than 2⁶³ seconds away from zero.
    #[error("the time is outside the range of 64-bit seconds")]
    OutOfRange,
}

/// Returns Ruby's name of a float that is not finite.
fn not_finite(number: &f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if *number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

/// Returns the error for a string that matches none of the formats.
fn unparsable(text: &str, formats: &[&str]) -> TimeError {
    TimeError::Unparsable {
        text: text.into(),
        formats: formats.iter().map(|format| EcoString::from(*format)).collect(),
    }
}

/// Returns the error for a string that does not match its only format.
fn unparsable_as(text: &str, format: &str) -> TimeError {
    TimeError::UnparsableAs { text: text.into(), format: format.into() }
}

#[cfg(test)]
mod tests;
