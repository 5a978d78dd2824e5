//! `Timespan`: a duration.

use super::{
    TimeError,
    amount::{Amount, PER_SECOND, ratio},
    span_format::{Format, Parts},
    unparsable,
};
use std::fmt;

/// A duration in nanoseconds, positive or negative.
///
/// ```
/// use pcore::time::Timespan;
///
/// let span = Timespan::parse("1-02:03:04.5").unwrap();
/// assert_eq!(span.seconds(), 93_784);
/// assert_eq!(span.to_string(), "1-02:03:04.5");
/// ```
///
/// The text of a Timespan is Puppet's, which loses zeros: the fraction is printed as a number, so that five
/// milliseconds are `0-00:00:00.5`. The text reads back as the same value if the fraction is zero or at least a tenth
/// of a second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timespan(pub(super) Amount);

impl Timespan {
    /// The formats that are tried by default, in order.
    pub const DEFAULT_FORMATS: [&'static str; 8] =
        ["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

    /// Returns a Timespan of whole seconds.
    pub const fn from_seconds(seconds: i64) -> Timespan {
        Timespan(Amount::from_seconds(seconds))
    }

    /// Returns a Timespan of seconds with a fraction, truncated to nanoseconds.
    pub fn from_seconds_f64(seconds: f64) -> Result<Timespan, TimeError> {
        Amount::from_seconds_f64(seconds).map(Timespan)
    }

    /// Returns a Timespan of nanoseconds.
    pub fn from_nanoseconds(nanoseconds: i128) -> Result<Timespan, TimeError> {
        Amount::from_nanoseconds(nanoseconds).map(Timespan)
    }

    /// Returns the sum of the fields, negated if `negative`.
    ///
    /// ```
    /// use pcore::time::Timespan;
    ///
    /// let span = Timespan::from_fields(true, 1, 2, 3, 4, 500, 0, 0).unwrap();
    /// assert_eq!(span.to_string(), "-1-02:03:04.5");
    /// ```
    #[expect(clippy::too_many_arguments, reason = "Puppet's constructor has these")]
    pub fn from_fields(
        negative: bool,
        days: i64,
        hours: i64,
        minutes: i64,
        seconds: i64,
        milliseconds: i64,
        microseconds: i64,
        nanoseconds: i64,
    ) -> Result<Timespan, TimeError> {
        let mut total = i128::from(days);
        let steps = [
            (24, hours),
            (60, minutes),
            (60, seconds),
            (1000, milliseconds),
            (1000, microseconds),
            (1000, nanoseconds),
        ];
        for (factor, field) in steps {
            // 2⁶³ days are less than 2¹¹⁰ nanoseconds: the sum always fits.
            total = total * factor + i128::from(field);
        }
        Timespan::from_nanoseconds(if negative { -total } else { total })
    }

    /// Parses a string in one of the default formats.
    pub fn parse(text: &str) -> Result<Timespan, TimeError> {
        Timespan::parse_with(text, &Timespan::DEFAULT_FORMATS)
    }

    /// Parses a string by the first format that matches.
    ///
    /// ```
    /// use pcore::time::Timespan;
    ///
    /// let span = Timespan::parse_with("10m", &["%Hh", "%Mm"]).unwrap();
    /// assert_eq!(span, Timespan::from_seconds(600));
    /// ```
    pub fn parse_with(text: &str, formats: &[&str]) -> Result<Timespan, TimeError> {
        for format in formats {
            // An invalid format is an error even if a later one would match.
            match Format::parse(format)?.read(text) {
                Ok(nanoseconds) => return Timespan::from_nanoseconds(nanoseconds),
                Err(TimeError::UnparsableAs { .. } | TimeError::FractionAlone) => {}
                Err(error) => return Err(error),
            }
        }
        Err(unparsable(text, formats))
    }

    /// Parses a string by one format, which the error names.
    pub fn parse_as(text: &str, format: &str) -> Result<Timespan, TimeError> {
        Timespan::from_nanoseconds(Format::parse(format)?.read(text)?)
    }

    /// Formats the Timespan.
    ///
    /// Directives are `%D %H %M %S %L %N %%`, with a flag `-` (no padding), `_` (spaces) or `0` and a width. The
    /// largest unit in the format shows the total.
    ///
    /// ```
    /// use pcore::time::Timespan;
    ///
    /// let span = Timespan::from_seconds(100_000);
    /// assert_eq!(span.format("%H:%M").unwrap(), "27:46");
    /// ```
    pub fn format(&self, format: &str) -> Result<String, TimeError> {
        Format::parse(format)?.write(self.parts())
    }

    /// Returns the nanoseconds.
    pub const fn as_nanoseconds(&self) -> i128 {
        self.0.as_nanoseconds()
    }

    /// Returns the whole seconds, rounded down: -2 for -1.5 seconds.
    pub const fn seconds(&self) -> i64 {
        self.0.seconds()
    }

    /// Returns the seconds with their fraction, as the nearest float.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64()
    }

    /// Returns whether the Timespan is negative.
    pub const fn is_negative(&self) -> bool {
        self.0.seconds() < 0
    }

    /// Returns the sum of both.
    pub fn checked_add(self, other: Timespan) -> Result<Timespan, TimeError> {
        self.0.checked_add(other.0).map(Timespan)
    }

    /// Returns the difference.
    pub fn checked_sub(self, other: Timespan) -> Result<Timespan, TimeError> {
        self.0.checked_sub(other.0).map(Timespan)
    }

    /// Returns the negated duration.
    pub fn checked_neg(self) -> Result<Timespan, TimeError> {
        Timespan::from_nanoseconds(-self.as_nanoseconds())
    }

    /// Returns the duration multiplied by a factor.
    pub fn checked_mul(self, factor: i64) -> Result<Timespan, TimeError> {
        let product = self.as_nanoseconds().checked_mul(i128::from(factor));
        Timespan::from_nanoseconds(product.ok_or(TimeError::OutOfRange)?)
    }

    /// Returns the duration multiplied by a factor.
    pub fn checked_mul_f64(self, factor: f64) -> Result<Timespan, TimeError> {
        Amount::from_nanoseconds_f64(self.as_nanoseconds() as f64 * factor).map(Timespan)
    }

    /// Returns the duration divided by a number, rounded down to nanoseconds.
    pub fn checked_div(self, divisor: i64) -> Result<Timespan, TimeError> {
        if divisor == 0 {
            return Err(TimeError::DivisionByZero);
        }
        Timespan::from_nanoseconds(floor_div(self.as_nanoseconds(), i128::from(divisor)))
    }

    /// Returns the duration divided by a number, rounded down to nanoseconds.
    pub fn checked_div_f64(self, divisor: f64) -> Result<Timespan, TimeError> {
        if divisor == 0.0 {
            return Err(TimeError::DivisionByZero);
        }
        let quotient = (self.as_nanoseconds() as f64 / divisor).floor();
        Amount::from_nanoseconds_f64(quotient).map(Timespan)
    }

    /// Returns the quotient of both durations; infinite if the other is zero.
    pub fn ratio(self, other: Timespan) -> f64 {
        ratio(self.as_nanoseconds(), other.as_nanoseconds())
    }

    /// Returns the remainder of the whole seconds; it has the divisor's sign.
    pub fn checked_modulo(self, divisor: i64) -> Result<i64, TimeError> {
        if divisor == 0 {
            return Err(TimeError::DivisionByZero);
        }
        let remainder = self.seconds().wrapping_rem(divisor);
        let crosses = remainder != 0 && (remainder < 0) != (divisor < 0);
        Ok(if crosses { remainder + divisor } else { remainder })
    }

    /// Returns the remainder of the seconds; it has the divisor's sign.
    pub fn checked_modulo_f64(self, divisor: f64) -> Result<f64, TimeError> {
        if divisor == 0.0 {
            return Err(TimeError::DivisionByZero);
        }
        if divisor.is_nan() {
            return Err(TimeError::NotFinite(divisor));
        }
        // Rust's `%` on floats is exact, like C's `fmod`.
        let remainder = self.to_f64() % divisor;
        let crosses = remainder * divisor < 0.0;
        Ok(if crosses { remainder + divisor } else { remainder })
    }

    fn parts(&self) -> Parts {
        Parts { negative: self.is_negative(), nanoseconds: self.as_nanoseconds().unsigned_abs() }
    }
}

impl fmt::Display for Timespan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { negative, nanoseconds } = self.parts();
        let seconds = nanoseconds / PER_SECOND.unsigned_abs();
        let mut fraction = nanoseconds % PER_SECOND.unsigned_abs();
        while fraction != 0 && fraction.is_multiple_of(10) {
            fraction /= 10;
        }
        write!(
            formatter,
            "{}{}-{:02}:{:02}:{:02}.{fraction}",
            if negative { "-" } else { "" },
            seconds / 86_400,
            seconds / 3600 % 24,
            seconds / 60 % 60,
            seconds % 60,
        )
    }
}

/// Divides rounding down, where `/` rounds towards zero.
fn floor_div(dividend: i128, divisor: i128) -> i128 {
    let quotient = dividend / divisor;
    let crosses = dividend % divisor != 0 && (dividend < 0) != (divisor < 0);
    if crosses { quotient - 1 } else { quotient }
}
