//! Numbers are written as Ruby 3.1 writes them.

use super::*;
use crate::format::grammar::Format;

#[track_caller]
fn check_integer(format: &str, expected: [(i64, &str); 3]) {
    let parsed = Format::parse(format).unwrap();
    let notation = IntegerNotation::from_letter(parsed.letter).unwrap();
    for (number, expected) in expected {
        assert_eq!(integer(number.into(), notation, parsed.layout().unwrap()), expected, "{format} of {number}");
    }
}

#[track_caller]
fn check_float(format: &str, number: f64, expected: &str) {
    let parsed = Format::parse(format).unwrap();
    let notation = FloatNotation::from_letter(parsed.letter).unwrap();
    assert_eq!(float(number, notation, parsed.layout().unwrap()), expected, "{format} of {number}");
}

#[test]
fn integers() {
    check_integer("%x", [(-5, "..fb"), (0, "0"), (18, "12")]);
    check_integer("%#x", [(-5, "0x..fb"), (0, "0"), (18, "0x12")]);
    check_integer("%8x", [(-5, "    ..fb"), (0, "       0"), (18, "      12")]);
    check_integer("%08x", [(-5, "..fffffb"), (0, "00000000"), (18, "00000012")]);
    check_integer("%#10.5x", [(-5, "   0x..ffb"), (0, "     00000"), (18, "   0x00012")]);
    check_integer("%#010x", [(-5, "0x..fffffb"), (0, "0000000000"), (18, "0x00000012")]);
    check_integer("%+08x", [(-5, "-0000005"), (0, "+0000000"), (18, "+0000012")]);
    check_integer("%#o", [(-5, "..73"), (0, "0"), (18, "022")]);
    check_integer("%08o", [(-5, "..777773"), (0, "00000000"), (18, "00000022")]);
    check_integer("%.10b", [(-5, "..11111011"), (0, "0000000000"), (18, "0000010010")]);
    check_integer("%#B", [(-5, "0B..1011"), (0, "0"), (18, "0B10010")]);
    check_integer("%#X", [(-5, "0X..FB"), (0, "0"), (18, "0X12")]);
    check_integer("%10.5d", [(-5, "    -00005"), (0, "     00000"), (18, "     00018")]);
    check_integer("%x", [(i64::MIN, "..f8000000000000000"), (i64::MAX, "7fffffffffffffff"), (-1, "..f")]);
    check_integer("%o", [(i64::MIN, "..7000000000000000000000"), (-8, "..70"), (-9, "..767")]);
}

#[test]
fn whole_numbers_beyond_the_integers() {
    let whole = |number: f64, notation| integer(WholeNumber::truncated(number).unwrap(), notation, &Layout::default());
    assert_eq!(whole(1e20, IntegerNotation::Decimal), "100000000000000000000");
    assert_eq!(whole(-1e20, IntegerNotation::Hexadecimal), "..fa9438a1d29cf00000");
    assert_eq!(whole(-1.5, IntegerNotation::Hexadecimal), "..f");
    assert_eq!(whole(-0.5, IntegerNotation::Decimal), "0");
    assert_eq!(WholeNumber::truncated(f64::INFINITY), None);
}

#[test]
fn floats() {
    check_float("%.0f", 0.5, "0");
    check_float("%.0f", 2.5, "2");
    check_float("%.2f", 0.125, "0.12");
    check_float("%.2f", 0.375, "0.38");
    check_float("%010.2f", -1.5, "-000001.50");
    check_float("%.0e", 2.5, "2e+00");
    check_float("%#.0e", 2.5, "2.e+00");
    check_float("%e", 1e-310, "1.000000e-310");
    check_float("%g", 1e6, "1e+06");
    check_float("%g", 123_456_789.0, "1.23457e+08");
    check_float("%g", 0.000_123_45, "0.00012345");
    check_float("%#.3g", 1.0, "1.00");
    check_float("%.0g", 1e20, "1e+20");
    check_float("%05f", f64::NEG_INFINITY, " -Inf");
    check_float("%+f", f64::NAN, "+NaN");
}

#[test]
fn floats_in_base_sixteen() {
    check_float("%a", 0.0, "0x0p+0");
    check_float("%a", -0.0, "-0x0p+0");
    check_float("%a", 0.1, "0x1.999999999999ap-4");
    check_float("%a", 5e-324, "0x1p-1074");
    check_float("%a", 1e-310, "0x1.2688b70e62bp-1030");
    check_float("%.0a", 1.5, "0x1p+1");
    check_float("%.1a", 0.999_999, "0x1.0p+0");
    check_float("%.3a", 0.0, "0x0.000p+0");
    check_float("%020a", -18.0, "-0x000000000001.2p+4");
    check_float("%#a", 1.0, "0x1.p+0");
    check_float("%A", 1e300, "0X1.7E43C8800759CP+996");
}

#[test]
fn apparent_halves_are_rounded_to_even() {
    check_float("%.2f", 0.015, "0.02");
    check_float("%.2f", 0.025, "0.02");
    check_float("%.2f", 0.075, "0.08");
    check_float("%.1f", 99999.95, "100000.0");
    check_float("%g", 99999.95, "100000");
    check_float("%.5e", 99999.95, "1.00000e+05");
    check_float("%.13E", f64::from_bits(6802508605070714168), "5.8352651418556E+146");
    // The trailing zero is a bug of Ruby's.
    check_float("%.4g", 75.605, "75.60");
    check_float("%.4g", 98.505, "98.5");
    check_float("%.5g", 6730050.0, "6.7300e+06");
}
