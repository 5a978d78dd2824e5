//! Lengths and points of time, as Puppet's `Timespan` and `Timestamp`.
//!
//! A [`Timespan`] is a length, a [`Timestamp`] a point, counted from 1970 in UTC. Both hold whole
//! nanoseconds; where Ruby has numbers without limit, a value outside ±2⁶³ seconds is an error
//! here. Texts are read and written after a *format*, a text with *directives* such as `%H`. The
//! two kinds have directives of their own: `span_format` for lengths, `strptime` and
//! `strftime` for points.
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

pub use timespan::Timespan;
pub use timestamp::Timestamp;
pub use zone::Timezone;

use ecow::{EcoString, EcoVec};

/// Why a time could not be read, written or computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeError {
    /// The text does not look as the one format says.
    #[error("Unable to parse '{text}' using format '{format}'")]
    UnparsableAs {
        /// What was to be read.
        text: EcoString,
        /// How it should have looked.
        format: EcoString,
    },
    /// The text does not look as any of the formats says.
    #[error("Unable to parse '{text}' using any of the formats {}", .formats.join(", "))]
    Unparsable {
        /// What was to be read.
        text: EcoString,
        /// How it could have looked.
        formats: EcoVec<EcoString>,
    },
    /// A Timespan format has a directive that does not exist.
    #[error("Bad format specifier '{specifier}' in '{format}', at position {position}")]
    BadSpecifier {
        /// The directive up to where it fails.
        specifier: EcoString,
        /// The whole format.
        format: EcoString,
        /// Where it fails, in characters from zero.
        position: usize,
    },
    /// A Timespan was read by a format that has nothing but fractions.
    #[error(
        "Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude"
    )]
    FractionAlone,
    /// A Timestamp format ends within a directive.
    #[error("invalid format: {0}")]
    InvalidFormat(EcoString),
    /// A directive asks for more characters than anyone can want.
    #[error("width too big")]
    WidthTooBig,
    /// No zone goes by the name.
    #[error("Illegal timezone '{0}'")]
    IllegalTimezone(EcoString),
    /// Both the text and the caller said in which zone the time is.
    #[error(
        "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument"
    )]
    TimezoneTwice,
    /// The zone is a day or more away from UTC.
    #[error("utc_offset out of range")]
    OffsetOutOfRange,
    /// The zone's minutes are more than an hour.
    #[error("\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: {0}")]
    BadOffset(EcoString),
    /// The text was read, but its format names no year.
    #[error("no implicit conversion of nil into Integer")]
    MissingYear,
    /// The text was read, but the named part of it cannot be in a time of day.
    #[error("{0} out of range")]
    FieldOutOfRange(&'static str),
    /// A division or modulus by nothing.
    #[error("divided by 0")]
    DivisionByZero,
    /// A number of seconds that is not a number, or without end.
    #[error("{}", not_finite(.0))]
    NotFinite(f64),
    /// The result is more than 2⁶³ seconds away from zero.
    #[error("the time is outside the range of 64-bit seconds")]
    OutOfRange,
}

/// Names a float as Ruby does.
fn not_finite(number: &f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if *number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

/// Returns the error for a text that none of the formats could read.
fn unparsable(text: &str, formats: &[&str]) -> TimeError {
    TimeError::Unparsable {
        text: text.into(),
        formats: formats.iter().map(|format| EcoString::from(*format)).collect(),
    }
}

/// Returns the error for a text that its one format could not read.
fn unparsable_as(text: &str, format: &str) -> TimeError {
    TimeError::UnparsableAs { text: text.into(), format: format.into() }
}

#[cfg(test)]
mod tests;
