//! Messages that are not recorded: calls, secrets, limits.

use std::sync::Arc;

use super::*;
use crate::{parse_literal, parse_type, types::Type};

fn value(text: &str) -> Value {
    parse_literal(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a signature from a Callable type and the names of its parameters.
fn signature(callable: &str, names: &[&str]) -> Signature {
    let Ok(Type::Callable(callable)) = parse_type(callable) else { panic!("{callable} is a Callable") };
    let names = names.iter().map(|name| EcoString::from(*name)).collect();
    Signature { callable: Arc::clone(&callable), names, block_name: "block".into() }
}

#[track_caller]
fn check_call(candidates: &[Signature], arguments: &[&str], block: Option<&str>, expected: Option<&str>) {
    let arguments: Vec<Type> = arguments.iter().map(|text| infer::detailed(&value(text))).collect();
    let block = block.map(|text| parse_type(text).expect("a type"));
    assert_eq!(signatures("f", candidates, &arguments, block.as_ref()).as_deref(), expected);
}

#[test]
fn one_signature_is_explained_in_one_line() {
    let one = [signature("Callable[Integer]", &["x"])];
    check_call(&one, &["1"], None, None);
    check_call(&one, &[], None, Some("'f' expects 1 argument, got none"));
    check_call(&one, &["1", "2"], None, Some("'f' expects 1 argument, got 2"));
    check_call(&one, &["'a'"], None, Some("'f' parameter 'x' expects an Integer value, got String"));
    check_call(&one, &["1"], Some("Callable[1, 1]"), Some("'f' does not expect a block"));
    let repeated = [signature("Callable[String, 1, default]", &["names"])];
    check_call(&repeated, &[], None, Some("'f' expects at least 1 argument, got none"));
    check_call(&repeated, &["'a'", "1"], None, Some("'f' parameter 'names' expects a String value, got Integer"));
    let optional = [signature("Callable[String, Integer, 1, 2]", &["text", "count"])];
    check_call(&optional, &[], None, Some("'f' expects between 1 and 2 arguments, got none"));
}

#[test]
fn a_block_is_required() {
    let needing = [signature("Callable[Integer, Callable[1, 1]]", &["x"])];
    check_call(&needing, &["1"], None, Some("'f' expects a block"));
    check_call(&needing, &["1"], Some("Callable[1, 1]"), None);
    let allowing = [signature("Callable[Integer, Optional[Callable]]", &["x"])];
    check_call(&allowing, &["1"], None, None);
}

#[test]
fn several_signatures_are_listed_when_their_problems_differ() {
    let two = [signature("Callable[Integer]", &["number"]), signature("Callable[Array[String], 1, 1]", &["list"])];
    check_call(
        &two,
        &["[1]"],
        None,
        Some(
            "The function 'f' was called with arguments it does not accept. It expects one of:\n  \
             (Integer number)\n    rejected: parameter 'number' expects an Integer value, got Tuple\n  \
             (Array[String] list)\n    rejected: parameter 'list' index 0 expects a String value, got Integer",
        ),
    );
}

#[test]
fn a_lambda_is_called_a_block() {
    let lambda = [signature("Callable[Integer]", &["a"])];
    assert_eq!(
        signatures("lambda", &lambda, &[Type::STRING], None).as_deref(),
        Some("block parameter 'a' expects an Integer value, got String")
    );
}

#[test]
fn a_secret_is_explained_by_its_types_alone() {
    for expected in ["Enum['a', 'b']", "Pattern[/^x/]", "Struct[{'p' => Enum['a']}]", "Tuple[Pattern[/x/]]"] {
        let expected = parse_type(expected).expect("a type");
        for value_text in ["'hunter2'", "{p => 'hunter2'}", "['hunter2']"] {
            let text = explain_secret("user.password", &expected, &value(value_text)).expect("it does not fit");
            assert!(!text.contains("hunter2"), "{text}");
        }
    }
    let plain = explain("x", &parse_type("Enum[a]").expect("a type"), &value("'b'"));
    assert_eq!(plain.as_deref(), Some("x expects a match for Enum['a'], got 'b'"));
}

#[test]
fn a_refused_value_is_always_explained() {
    for (expected, value_text) in [("Collection[1]", "[]"), ("Variant", "1"), ("Optional", "1"), ("Iterable", "-1")] {
        let text = explain("value", &parse_type(expected).expect("a type"), &value(value_text));
        assert!(text.is_some_and(|text| text.starts_with("value expects ")), "{value_text} for {expected}");
    }
}

#[test]
fn odd_answers_are_kept_exactly() {
    for (expected, value_text, message) in [
        // The actual type is normalized once more for each alternative.
        (
            "Hash[Integer, Integer]",
            "{0 => 'x', 1 => 'x', 2 => 'x', 3 => 'x'}",
            "value expects a Hash[Integer, Integer] value, got Hash[Variant[Integer[2, 3], Integer[0, 1]], String]",
        ),
        (
            "Variant[Boolean, Hash[Integer, Integer]]",
            "{0 => 'x', 1 => 'x', 2 => 'x', 3 => 'x'}",
            "value expects a value of type Boolean or Hash[Integer, Integer], got Hash[Integer[0, 3], String, 4, 4]",
        ),
        // A Hash with a size changes the order.
        (
            "Hash[Any, Boolean]",
            "{1 => -7, 3 => 'x', 5 => 9}",
            "value expects a Hash[Any, Boolean] value, got Hash[Variant[Integer[1, 1], Integer[3, 3], Integer[5, 5]], Variant[Integer[-7, -7], String, Integer[9, 9]]]",
        ),
        (
            "Hash[Any, Boolean]",
            "{1 => -7, 3 => {5 => true}, 5 => 9}",
            "value expects a Hash[Any, Boolean] value, got Hash[Variant[Integer[1, 1], Integer[3, 3], Integer[5, 5]], Variant[Integer[9, 9], Integer[-7, -7], Hash[Integer[5, 5], Boolean[true], 1, 1]]]",
        ),
        // The keys of a Hash are assumed to fit.
        (
            "Struct[{a => Struct[{Optional[x] => Integer}], b => Integer}]",
            "{a => {1 => true}, b => 'x'}",
            "value entry 'b' expects an Integer value, got String",
        ),
        ("Sensitive[Object]", "1", "value expects a Sensitive[] value, got Integer"),
    ] {
        let text = explain("value", &parse_type(expected).expect("a type"), &value(value_text));
        assert_eq!(text.as_deref(), Some(message), "{value_text} for {expected}");
    }
}

#[test]
fn parameters_are_checked_together() {
    let Ok(Type::Struct(expected)) = parse_type("Struct[{port => Integer, Optional[host] => String}]") else {
        panic!("a Struct")
    };
    let value_text = |text: &str| match value(text) {
        Value::Hash(value_text) => parameters("Class[Web]", &expected, &value_text),
        other => panic!("{other} is a hash"),
    };
    assert_eq!(value_text("{port => 80}"), None);
    assert_eq!(value_text("{}").as_deref(), Some("Class[Web]: expects a value for parameter 'port'"));
    assert_eq!(
        value_text("{port => 'http', name => 1}").as_deref(),
        Some("Class[Web]:\n  has no parameter named 'name'\n  parameter 'port' expects an Integer value, got String")
    );
}
