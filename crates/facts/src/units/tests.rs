use super::*;

#[test]
fn sizes_have_two_digits_and_the_largest_unit_that_fits() {
    for (bytes, expected) in [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.00 KiB"),
        (4096, "4.00 KiB"),
        (1_048_575, "1.00 MiB"),
        (274_877_906_944, "256.00 GiB"),
        (25_276_518_400, "23.54 GiB"),
        (u64::MAX, "16.00 EiB"),
    ] {
        assert_eq!(size(bytes), expected, "for {bytes}");
    }
}

#[test]
fn speeds_are_in_thousands() {
    for (hertz, expected) in [
        (0, None),
        (1, Some("1.00 Hz")),
        (999_999, Some("1000.00 kHz")),
        (800_000_000, Some("800.00 MHz")),
        (2_600_000_000, Some("2.60 GHz")),
    ] {
        assert_eq!(speed(hertz).as_deref(), expected, "for {hertz}");
    }
}

#[test]
fn a_file_system_is_full_empty_or_between() {
    assert_eq!(fullness(0, 0), "100%");
    assert_eq!(fullness(0, 10), "0%");
    assert_eq!(fullness(1, 3), "33.33%");
}
