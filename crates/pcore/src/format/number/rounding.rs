//! Decimal digits of a float, rounded as Ruby rounds.
//!
//! Ruby looks at no more than the float itself and its error while few digits are wanted: what lies so near to the
//! middle between two results that this cannot tell, goes to the even one. So `%.2f` of 0.015, which is a little less
//! than it looks, is 0.02, where C says 0.01. People see these digits; they are kept.

/// The most digits for which Ruby is content with floating point arithmetic.
const QUICK_DIGITS: i64 = 14;

/// More digits than any float needs to show on which side of the middle it lies.
const SPARE_DIGITS: usize = 30;

/// Returns a positive number with so many places after the point.
pub(super) fn fixed(size: f64, places: usize) -> String {
    let wanted = exponent(size).saturating_add_unsigned(places as u64).saturating_add(1);
    if !is_near_middle(size, wanted) {
        return format!("{size:.places$}");
    }
    let long = format!("{:.*}", places + SPARE_DIGITS, size);
    rounded_to_even(&long)
}

/// A number as one digit, places after the point, and an exponent of ten.
pub(super) struct Scientific {
    pub(super) digits: String,
    pub(super) exponent: i64,
    /// Whether Ruby forgets to remove zeros at the end, where a format asks for that: it does so where the number was
    /// above the middle, or a whole number, and yet stayed with the lower, even digit.
    pub(super) keeps_zeros: bool,
}

/// Returns a positive number with one digit before the point and so many places after it.
pub(super) fn scientific(size: f64, places: usize) -> Scientific {
    let wanted = i64::try_from(places).unwrap_or(i64::MAX).saturating_add(1);
    let exact = format!("{size:.places$e}");
    if !is_near_middle(size, wanted) {
        let (digits, exponent) = split_exponent(&exact);
        return Scientific { digits, exponent, keeps_zeros: false };
    }
    let (long, exponent) = split_exponent(&format!("{:.*e}", places + SPARE_DIGITS, size));
    let digits = rounded_to_even(&long);
    let is_small_whole = size.fract() == 0.0 && exponent <= QUICK_DIGITS;
    let keeps_zeros = long.starts_with(&digits) && (is_small_whole || !exact.starts_with(&digits));
    match digits.strip_prefix("10") {
        // Nines all the way: the point moves.
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

/// Returns whether so many digits leave a rest that floating point arithmetic cannot tell from one half.
fn is_near_middle(size: f64, digits: i64) -> bool {
    if size == 0.0 || !(1..=QUICK_DIGITS).contains(&digits) {
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

/// Brings a number between one and ten in the fewest steps, and returns how many errors may have added up, and two.
fn scaled(size: f64) -> (f64, u32) {
    /// With those below the first one, which are exact, these make any power of ten that a float can have.
    const LARGE_POWERS: [f64; 5] = [1e16, 1e32, 1e64, 1e128, 1e256];
    let power = exponent(size);
    let distance = power.unsigned_abs();
    let small = 10f64.powi(i32::try_from(distance % 16).unwrap_or_default());
    let large = LARGE_POWERS.iter().enumerate().filter(|(place, _)| (distance / 16) >> place & 1 == 1);
    let mut factors: Vec<f64> = large.map(|(_, factor)| *factor).collect();
    let steps = 2 + u32::try_from(factors.len()).unwrap_or_default();
    if power < 0 {
        return (factors.iter().fold(size * small, |scaled, factor| scaled * factor), steps);
    }
    // The largest factor goes first, so that the product of the others is a float.
    let first = factors.pop_if(|factor| *factor == 1e256).unwrap_or(1.0);
    (size / first / factors.iter().fold(small, |product, factor| product * factor), steps)
}

/// Cuts off the spare digits; the last one that stays becomes even.
fn rounded_to_even(long: &str) -> String {
    let kept = long.get(..long.len() - SPARE_DIGITS).unwrap_or(long).trim_end_matches('.');
    let mut digits = kept.as_bytes().to_vec();
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
