//! What JSON reads and writes, case by case.

use super::*;
use crate::{parse_type, value::Value};

#[track_caller]
fn reads(text: &str, expected: &str) {
    let value = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(format!("{value:?}"), expected, "for {text}");
}

#[track_caller]
fn refuses(text: &str, line: usize, column: usize, message: &str) {
    let expected = JsonError { line, column, message: message.into() };
    assert_eq!(parse(text), Err(expected), "for {text}");
}

#[test]
fn every_kind_of_json_value_is_read() {
    reads(r#"[null, true, -1, 1.5, "é\u00e9\n"]"#, "[undef, true, -1, 1.5, \"éé\\n\"]");
    reads("1e20", "1.0e+20");
    reads("9223372036854775807", "9223372036854775807");
    reads("-9223372036854775808", "-9223372036854775808");
    reads(" {} ", "{}");
    reads("[-0, -0.0, 4.1768564038198814e273]", "[0, -0.0, 4.1768564038198814e+273]");
    reads("[0.1, 2, -0, \"-1\", 2.5e0, 1e300, 3, -0.0]", "[0.1, 2, 0, '-1', 2.5, 1.0e+300, 3, -0.0]");
}

#[test]
fn keys_keep_their_order_and_the_last_of_two_counts() {
    reads(r#"{"b": 1, "a": 2, "b": 3}"#, "{'b' => 3, 'a' => 2}");
}

#[test]
fn whole_numbers_beyond_64_bits_are_errors() {
    let message = "integer outside the 64-bit range";
    refuses("9223372036854775808", 1, 1, message);
    refuses("[1e300, \"\\\"9223372036854775808\",\n -9223372036854775809]", 2, 2, message);
    refuses("{\"a\":\n  123456789012345678901234567890}", 2, 3, message);
    reads("[1e300, \"9223372036854775808\"]", "[1.0e+300, '9223372036854775808']");
}

#[test]
fn errors_have_line_and_column() {
    refuses("{\n  \"a\": x}", 2, 8, "expected value");
    refuses("[1] 2", 1, 5, "trailing characters");
    refuses("", 1, 0, "EOF while parsing a value");
}

#[test]
fn depth_is_limited() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(parse(&nested(MAX_DEPTH - 1)).is_ok());
    refuses(&nested(MAX_DEPTH), 1, 128, "nested more than 128 levels deep");
    assert!(parse(&nested(1_000_000)).is_err());
}

#[track_caller]
fn is_not_written(value: Value, expected: &str) {
    assert_eq!(write(&value).unwrap_err().to_string(), expected);
    assert_eq!(write_pretty(&value).unwrap_err().to_string(), expected);
}

#[test]
fn data_is_written_in_one_line_or_several() {
    let value = parse(r#"{"b": [1, 2.0, null, true], "a": "x\n"}"#).unwrap();
    assert_eq!(write(&value).unwrap(), r#"{"b":[1,2.0,null,true],"a":"x\n"}"#);
    assert_eq!(write_pretty(&parse("[1, {}]").unwrap()).unwrap(), "[\n  1,\n  {}\n]");
}

#[test]
fn only_data_can_be_written() {
    let at_a = |value: Value| Value::hash([("a".into(), Value::array([Value::Undef, value]))]);
    is_not_written(at_a(Value::Default), "$['a'][1]: expects a Data value, got Default");
    is_not_written(at_a(Value::from(parse_type("Any").unwrap())), "$['a'][1]: expects a Data value, got Type");
    is_not_written(at_a(Value::hash([(1.into(), 2.into())])), "$['a'][1]: expects a String as hash key, got Integer");
    is_not_written(at_a(Value::from(f64::INFINITY)), "$['a'][1]: cannot write NaN or infinity as JSON");
    let secret = at_a(Value::sensitive(Value::from("s3cret")));
    is_not_written(secret.clone(), "$['a'][1]: cannot write a Sensitive value as plain JSON");
    assert!(!format!("{:?}", write(&secret)).contains("s3cret"));
    let deep = (0..MAX_DEPTH).fold(Value::Undef, |inner, _| Value::array([inner]));
    assert_eq!(write(&deep).unwrap_err().problem, WriteProblem::TooDeep);
}

#[test]
fn paths_are_read_in_every_form() {
    let reads = |text: &str, expected: &str| {
        assert_eq!(text.parse::<JsonPath>().map(|path| path.to_string()), Ok(expected.into()), "for {text}");
    };
    reads("$", "$");
    reads("$['a'][3]", "$['a'][3]");
    reads("$.a.b_1[c]", "$['a']['b_1']['c']");
    reads(r"$['it\'s]'][null][true][1.5][-1]", r"$['it\'s]'][null][true][1.5][-1]");
    reads(r#"$["a\nb"]"#, r#"$["a\nb"]"#);
    for broken in ["", "a", "$a", "$[", "$['a'", "$['a]", "$[]", "$[[1]]", "$.", "$..a", "$['a']b", "$[é"] {
        assert!(broken.parse::<JsonPath>().is_err(), "{broken} was read");
    }
}
