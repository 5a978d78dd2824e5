//! Conversions that are not recorded.

use super::*;
use crate::parse_type;

#[track_caller]
fn check_munged(expected_type: &str, input: impl Into<Value>, expected: &str) {
    let actual = match munge("tt.aa", &parse_type(expected_type).unwrap(), &input.into()) {
        Ok(value) => format!("{value:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(actual, expected);
}

#[test]
fn a_number_beyond_64_bits_is_an_error() {
    check_munged(
        "Integer",
        "99999999999999999999",
        "tt.aa the number 99999999999999999999 is outside the range of Integer, which has 64 bits",
    );
}

#[test]
fn a_bare_optional_takes_anything() {
    check_munged("Optional", "1", "'1'");
}

#[test]
fn an_ambiguous_secret_is_not_shown() {
    let secret = Value::array([Value::sensitive("hunter2".into())]);
    check_munged(
        "Variant[Array[Any], Collection]",
        secret,
        "tt.aa [Sensitive [value redacted]] is not unabiguously convertable to Variant[Array, Collection]",
    );
}
