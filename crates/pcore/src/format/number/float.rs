//! Floating point numbers: `%f %e %E %g %G %a %A`.

use super::{
    Layout,
    rounding::{self, Scientific},
};

/// The default number of digits after the point.
const DEFAULT_PRECISION: usize = 6;

/// The notation of a floating point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatNotation {
    /// `%f`: all digits before the point.
    Fixed,
    /// `%e`: one digit before the point, and an exponent.
    Scientific,
    /// `%E`.
    UpperScientific,
    /// `%g`: the shorter of the two.
    General,
    /// `%G`.
    UpperGeneral,
    /// `%a`: the bits in base 16.
    Hexadecimal,
    /// `%A`.
    UpperHexadecimal,
}

impl FloatNotation {
    /// Returns the notation of a letter.
    pub fn from_letter(letter: char) -> Option<FloatNotation> {
        Some(match letter {
            'f' => FloatNotation::Fixed,
            'e' => FloatNotation::Scientific,
            'E' => FloatNotation::UpperScientific,
            'g' => FloatNotation::General,
            'G' => FloatNotation::UpperGeneral,
            'a' => FloatNotation::Hexadecimal,
            'A' => FloatNotation::UpperHexadecimal,
            _ => return None,
        })
    }
}

/// Formats a floating point number.
///
/// ```
/// use pcore::format::number::{FloatNotation, Layout, float};
///
/// let layout = Layout { precision: Some(2), ..Layout::default() };
/// assert_eq!(float(1.5, FloatNotation::Fixed, &layout), "1.50");
/// assert_eq!(float(1.5, FloatNotation::Hexadecimal, &Layout::default()), "0x1.8p+0");
/// ```
pub fn float(number: f64, notation: FloatNotation, layout: &Layout) -> String {
    let sign = layout.sign(number.is_sign_negative() && !number.is_nan());
    if !number.is_finite() {
        return layout.filled(&format!("{sign}{}", if number.is_nan() { "NaN" } else { "Inf" }));
    }
    let size = number.abs();
    let (prefix, digits) = match notation {
        FloatNotation::Fixed => ("", fixed(size, layout.precision.unwrap_or(DEFAULT_PRECISION), layout.alternate)),
        FloatNotation::Scientific | FloatNotation::UpperScientific => {
            ("", scientific(size, layout.precision.unwrap_or(DEFAULT_PRECISION), layout.alternate))
        }
        FloatNotation::General | FloatNotation::UpperGeneral => ("", general(size, layout)),
        FloatNotation::Hexadecimal | FloatNotation::UpperHexadecimal => ("0x", hexadecimal(size, layout)),
    };
    let zeros = if layout.zero && !layout.left {
        layout.width.unwrap_or_default().saturating_sub(sign.len() + prefix.len() + digits.len())
    } else {
        0
    };
    let text = layout.filled(&format!("{sign}{prefix}{}{digits}", "0".repeat(zeros)));
    match notation {
        FloatNotation::UpperScientific | FloatNotation::UpperGeneral | FloatNotation::UpperHexadecimal => {
            text.to_ascii_uppercase()
        }
        FloatNotation::Fixed | FloatNotation::Scientific | FloatNotation::General | FloatNotation::Hexadecimal => text,
    }
}

fn fixed(size: f64, precision: usize, point: bool) -> String {
    let text = rounding::fixed(size, precision);
    if point && precision == 0 { text + "." } else { text }
}

fn scientific(size: f64, precision: usize, point: bool) -> String {
    let Scientific { digits, exponent, .. } = rounding::scientific(size, precision);
    let point = if point && precision == 0 { "." } else { "" };
    format!("{digits}{point}{}", exponent_text(exponent))
}

/// Writes as many digits as the precision requests, without trailing zeros, in the shorter notation.
fn general(size: f64, layout: &Layout) -> String {
    let precision = layout.precision.unwrap_or(DEFAULT_PRECISION).max(1);
    let Scientific { digits, exponent, keeps_zeros } = rounding::scientific(size, precision - 1);
    // The number of digits after the point that makes `precision` digits in total.
    let places = i64::try_from(precision).unwrap_or(i64::MAX) - 1 - exponent;
    let (digits, exponent) = match usize::try_from(places) {
        Ok(places) if exponent >= -4 => (rounding::fixed(size, places), String::new()),
        _ => (digits, exponent_text(exponent)),
    };
    let point = if digits.contains('.') { "" } else { "." };
    if layout.alternate {
        return format!("{digits}{point}{exponent}");
    }
    let removes_zeros = point.is_empty() && !keeps_zeros;
    let digits = if removes_zeros { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    format!("{digits}{exponent}")
}

fn exponent_text(exponent: i64) -> String {
    format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// Writes the digits after `0x`.
fn hexadecimal(size: f64, layout: &Layout) -> String {
    const FRACTION_BITS: u32 = 52;
    const FRACTION_DIGITS: usize = 13;
    const ONE: u64 = 1 << FRACTION_BITS;
    let bits = size.to_bits();
    let mut exponent = i64::try_from(bits >> FRACTION_BITS).unwrap_or_default() - 1023;
    let mut mantissa = bits & (ONE - 1);
    if size == 0.0 {
        exponent = 0;
    } else if exponent > -1023 {
        mantissa |= ONE;
    } else {
        // A subnormal number has no leading one: normalize it.
        let shift = mantissa.leading_zeros() - (u64::BITS - 1 - FRACTION_BITS);
        mantissa <<= shift;
        exponent = -1022 - i64::from(shift);
    }
    let precision = layout.precision.unwrap_or(FRACTION_DIGITS);
    if precision < FRACTION_DIGITS {
        // Halves are rounded to even.
        let dropped = 4 * (FRACTION_DIGITS - precision);
        let unit = 1u64 << dropped;
        let rest = mantissa % unit;
        mantissa -= rest;
        if rest > unit / 2 || (rest == unit / 2 && mantissa & unit != 0) {
            mantissa += unit;
        }
        if mantissa >= 2 * ONE {
            mantissa /= 2;
            exponent += 1;
        }
    }
    let mut fraction = format!("{:013x}", mantissa & (ONE - 1));
    match layout.precision {
        Some(precision) if precision <= FRACTION_DIGITS => fraction.truncate(precision),
        Some(precision) => fraction.push_str(&"0".repeat(precision - FRACTION_DIGITS)),
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
    }
    let point = if fraction.is_empty() && !layout.alternate { "" } else { "." };
    format!("{}{point}{fraction}p{exponent:+}", mantissa >> FRACTION_BITS)
}
