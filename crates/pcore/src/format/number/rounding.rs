//! Decimal digits of a float, rounded as Ruby rounds.
//!
//! For few digits, Ruby looks only at the float itself and its error: if the digits after the last one are so close to
//! one half that this cannot decide, it rounds to even. So `%.2f` of 0.015, which is a little less than it looks, is
//! 0.02, where C prints 0.01. These digits are visible to users, so we keep them.

/// The maximum number of digits for which Ruby uses floating point arithmetic.
const MAX_FAST_DIGITS: i64 = 14;

/// More digits than any float needs to decide which side of one half it is on.
const SPARE_DIGITS: usize = 30;

/// Returns a positive number with a given number of digits after the point.
pub(super) fn fixed(size: f64, places: usize) -> String {
    let significant = exponent(size).saturating_add_unsigned(places as u64).saturating_add(1);
    if !is_near_middle(size, significant) {
        return format!("{size:.places$}");
    }
    let long = format!("{:.*}", places + SPARE_DIGITS, size);
    rounded_to_even(&long)
}

/// A number as one digit, digits after the point, and an exponent of ten.
pub(super) struct Scientific {
    pub(super) digits: String,
    pub(super) exponent: i64,
    /// Whether Ruby fails to remove trailing zeros when a format requests it: it does so if the number was above one
    /// half, or an integer, and was still rounded to the lower, even digit.
    pub(super) keeps_zeros: bool,
}

/// Returns a positive number with one digit before the point and a given number of digits after it.
pub(super) fn scientific(size: f64, places: usize) -> Scientific {
    let significant = i64::try_from(places).unwrap_or(i64::MAX).saturating_add(1);
    let exact = format!("{size:.places$e}");
    if !is_near_middle(size, significant) {
        let (digits, exponent) = split_exponent(&exact);
        return Scientific { digits, exponent, keeps_zeros: false };
    }
    let (long, exponent) = split_exponent(&format!("{:.*e}", places + SPARE_DIGITS, size));
    let digits = rounded_to_even(&long);
    let is_small_whole = size.fract() == 0.0 && exponent <= MAX_FAST_DIGITS;
    let keeps_zeros = long.starts_with(&digits) && (is_small_whole || !exact.starts_with(&digits));
    match digits.strip_prefix("10") {
        // All digits are nines: the point moves.
        Some(zeros) => Scientific { digits: format!("1{zeros}"), exponent: exponent + 1, keeps_zeros },
        None => Scientific { digits, exponent, keeps_zeros },
    }
}

fn split_exponent(text: &str) -> (String, i64) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (digits.to_owned(), exponent.parse().unwrap_or_default())
}

/// Returns the power of ten of the first digit.
fn exponent(size: f64) -> i64 {
    split_exponent(&format!("{size:.SPARE_DIGITS$e}")).1
}

/// Returns whether the rest after this many digits cannot be distinguished from one half by floating point arithmetic.
fn is_near_middle(size: f64, digits: i64) -> bool {
    if size == 0.0 || !(1..=MAX_FAST_DIGITS).contains(&digits) {
        return false;
    }
    let (scaled, steps) = scaled(size);
    let mut rest = scaled;
    let mut error = (f64::from(steps) * scaled + 7.0) * f64::EPSILON;
    for _ in 1..digits {
        rest = rest.fract() * 10.0;
        error *= 10.0;
    }
    (rest.fract() - 0.5).abs() <= error
}

/// Scales a number to between one and ten in as few steps as possible, and returns the maximum number of accumulated
/// errors plus two.
fn scaled(size: f64) -> (f64, u32) {
    /// Together with the exact powers below the first one, these make any power of ten in the range of a float.
    const LARGE_POWERS: [f64; 5] = [1e16, 1e32, 1e64, 1e128, 1e256];
    let power = exponent(size);
    let distance = power.unsigned_abs();
    let small = 10f64.powi(i32::try_from(distance % 16).unwrap_or_default());
    let large = LARGE_POWERS.iter().enumerate().filter(|(bit, _)| (distance / 16) >> bit & 1 == 1);
    let mut factors: Vec<f64> = large.map(|(_, factor)| *factor).collect();
    let steps = 2 + u32::try_from(factors.len()).unwrap_or_default();
    if power < 0 {
        return (factors.iter().fold(size * small, |scaled, factor| scaled * factor), steps);
    }
    // The largest factor is applied first, so that the product of the others is finite.
    let first = factors.pop_if(|factor| *factor == 1e256).unwrap_or(1.0);
    (size / first / factors.iter().fold(small, |product, factor| product * factor), steps)
}

/// Removes the spare digits and makes the last remaining one even.
fn rounded_to_even(long: &str) -> String {
    let digits = long.get(..long.len() - SPARE_DIGITS).unwrap_or(long).trim_end_matches('.');
    let mut digits = digits.as_bytes().to_vec();
    let mut carry = digits.last().is_some_and(|digit| digit % 2 == 1);
    for digit in digits.iter_mut().rev().filter(|digit| digit.is_ascii_digit()) {
        if !carry {
            break;
        }
        carry = *digit == b'9';
        *digit = if carry { b'0' } else { *digit + 1 };
    }
    let digits: String = digits.into_iter().map(char::from).collect();
    if carry { format!("1{digits}") } else { digits }
}
