//! Nanoseconds in sixteen bytes: the representation of a Timespan and a Timestamp.

use super::TimeError;

/// The number of nanoseconds in a second.
pub(super) const PER_SECOND: i128 = 1_000_000_000;

/// A number of nanoseconds; `nanoseconds` counts upwards from `seconds`, so that the derived order is chronological.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Amount {
    seconds: i64,
    nanoseconds: u32,
}

impl Amount {
    pub(super) const fn from_seconds(seconds: i64) -> Amount {
        Amount { seconds, nanoseconds: 0 }
    }

    pub(super) fn from_nanoseconds(nanoseconds: i128) -> Result<Amount, TimeError> {
        let seconds = i64::try_from(nanoseconds.div_euclid(PER_SECOND)).map_err(|_| TimeError::OutOfRange)?;
        let rest = u32::try_from(nanoseconds.rem_euclid(PER_SECOND)).map_err(|_| TimeError::OutOfRange)?;
        Ok(Amount { seconds, nanoseconds: rest })
    }

    /// Converts a float of nanoseconds, truncated towards zero.
    pub(super) fn from_nanoseconds_f64(nanoseconds: f64) -> Result<Amount, TimeError> {
        if !nanoseconds.is_finite() {
            return Err(TimeError::NotFinite(nanoseconds));
        }
        // The cast saturates far outside of the range of an Amount, which the callee refuses.
        Amount::from_nanoseconds(nanoseconds as i128)
    }

    pub(super) fn from_seconds_f64(seconds: f64) -> Result<Amount, TimeError> {
        // Ruby multiplies as floats; an exact product would differ in the last digits.
        Amount::from_nanoseconds_f64(seconds * PER_SECOND as f64)
    }

    pub(super) const fn as_nanoseconds(self) -> i128 {
        self.seconds as i128 * PER_SECOND + self.nanoseconds as i128
    }

    /// Returns the whole seconds, rounded down.
    pub(super) const fn seconds(self) -> i64 {
        self.seconds
    }

    /// Returns the nanoseconds since the last whole second.
    pub(super) const fn nanoseconds(self) -> u32 {
        self.nanoseconds
    }

    pub(super) fn to_f64(self) -> f64 {
        ratio(self.as_nanoseconds(), PER_SECOND)
    }

    pub(super) fn checked_add(self, other: Amount) -> Result<Amount, TimeError> {
        Amount::from_nanoseconds(self.as_nanoseconds() + other.as_nanoseconds())
    }

    pub(super) fn checked_sub(self, other: Amount) -> Result<Amount, TimeError> {
        Amount::from_nanoseconds(self.as_nanoseconds() - other.as_nanoseconds())
    }
}

/// Divides two integers into a float.
///
/// Common factors are removed first, as Ruby does, since they may be what makes a number too large for a float.
pub(super) fn ratio(dividend: i128, divisor: i128) -> f64 {
    let factor = greatest_common_divisor(dividend.unsigned_abs(), divisor.unsigned_abs());
    let factor = i128::try_from(factor).unwrap_or(1).max(1);
    (dividend / factor) as f64 / (divisor / factor) as f64
}

fn greatest_common_divisor(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}
