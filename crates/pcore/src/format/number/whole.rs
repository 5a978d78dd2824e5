//! Integers of any size that a float can have.

use diagnostics::never;

/// An integer: an `i64`, or a truncated float, which may be far larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeNumber(Source);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Integer(i64),
    /// Finite and without a fraction.
    Float(f64),
}

impl From<i64> for WholeNumber {
    fn from(number: i64) -> WholeNumber {
        WholeNumber(Source::Integer(number))
    }
}

impl WholeNumber {
    /// Truncates a float; `None` if it is NaN or infinite.
    pub fn truncated(number: f64) -> Option<WholeNumber> {
        number.is_finite().then(|| WholeNumber(Source::Float(number.trunc())))
    }

    /// Returns whether the number is less than zero.
    pub(super) fn is_negative(self) -> bool {
        match self.0 {
            Source::Integer(number) => number < 0,
            Source::Float(number) => number < 0.0,
        }
    }

    /// Returns the decimal digits without a sign.
    pub(super) fn decimal(self) -> String {
        match self.0 {
            Source::Integer(number) => number.unsigned_abs().to_string(),
            Source::Float(number) => format!("{:.0}", number.abs()),
        }
    }

    /// Returns the digits without a sign in base 2, 8 or 16, given as the number of bits of a digit.
    pub(super) fn digits(self, bits_in_digit: usize) -> String {
        let digits = in_base(&self.padded_bits(bits_in_digit), bits_in_digit);
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() { String::from("0") } else { significant.to_owned() }
    }

    /// Returns the digits in two's complement, with a single one of the repeating leading digits.
    pub(super) fn complement_digits(self, bits_in_digit: usize) -> String {
        let mut bits = self.padded_bits(bits_in_digit);
        // -n is the complement of n - 1: the lowest bit that is set stays, those below are zero already.
        let lowest = bits.iter().rposition(|bit| *bit).unwrap_or_default();
        for bit in bits.iter_mut().take(lowest) {
            *bit = !*bit;
        }
        let digits = in_base(&bits, bits_in_digit);
        let largest = largest_digit(bits_in_digit);
        format!("{largest}{}", digits.trim_start_matches(largest))
    }

    /// Returns the bits of the absolute value, highest first, with at least one leading zero, in whole digits.
    fn padded_bits(self, bits_in_digit: usize) -> Vec<bool> {
        let (size, zeros) = match self.0 {
            Source::Integer(number) => (number.unsigned_abs(), 0),
            Source::Float(number) => mantissa(number),
        };
        let length = 64 + zeros;
        let padding = (length + 1).next_multiple_of(bits_in_digit) - length;
        let mut bits = vec![false; padding];
        bits.extend((0..u64::BITS).rev().map(|index| size >> index & 1 == 1));
        bits.extend(std::iter::repeat_n(false, zeros));
        bits
    }
}

/// Splits a finite integral float into a number and how many zero bits follow it.
fn mantissa(number: f64) -> (u64, usize) {
    const FRACTION_BITS: u64 = 52;
    let size = number.abs();
    if size < 2f64.powi(63) {
        return (size as u64, 0);
    }
    let bits = size.to_bits();
    let exponent = (bits >> FRACTION_BITS).saturating_sub(1023 + FRACTION_BITS);
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    (fraction | 1 << FRACTION_BITS, usize::try_from(exponent).unwrap_or_default())
}

fn in_base(bits: &[bool], bits_in_digit: usize) -> String {
    bits.chunks(bits_in_digit)
        .map(|chunk| chunk.iter().fold(0, |digit, bit| digit * 2 + u32::from(*bit)))
        .map(|digit| char::from_digit(digit, 16).unwrap_or_else(|| never!("digits have at most four bits", '0')))
        .collect()
}

/// Returns the digit whose bits are all set.
pub(super) fn largest_digit(bits_in_digit: usize) -> char {
    match bits_in_digit {
        1 => '1',
        3 => '7',
        _ => 'f',
    }
}
