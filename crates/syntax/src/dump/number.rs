//! Numbers as Ruby writes them.

use crate::ast::Radix;

/// `1.5`, `1.0e+20`, `1.0e-05`: always with a decimal point, with an exponent if the number is very large or small.
pub(crate) fn float(value: f64) -> String {
    if value.is_infinite() {
        return String::from(if value > 0.0 { "Infinity" } else { "-Infinity" });
    }
    let magnitude = value.abs();
    if value.is_nan() || magnitude == 0.0 || (1e-4..1e16).contains(&magnitude) {
        return format!("{value:?}");
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}{point}e{sign}{exponent:0>2}")
}

/// Returns an integer in the radix in which it was written.
pub(crate) fn integer(value: i64, radix: Radix) -> String {
    match radix {
        Radix::Decimal => value.to_string(),
        Radix::Octal => format!("0{value:o}"),
        Radix::Hexadecimal => format!("0x{value:X}"),
    }
}
