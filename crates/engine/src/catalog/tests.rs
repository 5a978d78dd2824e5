//! Tests of places in JSON texts; the rest is tested from outside, in `tests/catalog`.

use pcore::json::JsonPath;

use super::locate::locate;

#[track_caller]
fn check(text: &str, path: &str, expected: (usize, usize)) {
    let path: JsonPath = path.parse().expect("a path");
    assert_eq!(locate(text, &path), Some(expected), "{path} in {text}");
}

#[test]
fn a_value_is_found_in_its_line_and_column() {
    let text = "{\n  \"a\": [1, {\"b\\\"]\": null}, \"x,]\" ],\n  \"c\" : {\"d\": true}\n}";
    check(text, "$", (1, 1));
    check(text, "$['a']", (2, 8));
    check(text, "$['a'][0]", (2, 9));
    check(text, "$['a'][1]['b\"]']", (2, 21));
    check(text, "$['a'][2]", (2, 28));
    check(text, "$['c']['d']", (3, 15));
}

#[test]
fn what_is_not_there_is_found_where_it_should_be() {
    check("{\"a\": [1]}", "$['a'][5]", (1, 7));
    check("{\"a\": []}", "$['a'][0]", (1, 7));
    check("{\"a\": 1}", "$['b']", (1, 1));
}

#[test]
fn of_a_key_that_is_there_twice_the_last_value_is_found() {
    check("{\"a\": 1, \"a\": 2}", "$['a']", (1, 15));
}
