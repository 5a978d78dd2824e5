//! Properties of values: size, identity, order, redaction.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use super::*;
use crate::parse_literal;

fn value(text: &str) -> Value {
    parse_literal(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_value_is_three_words() {
    assert_eq!(size_of::<Value>(), 24);
}

#[test]
fn keys_differ_by_case_and_kind_unlike_the_operator() {
    for (one, two) in [("'a'", "'A'"), ("1", "1.0"), ("[1]", "[1.0]"), ("{a => 'x'}", "{a => 'X'}")] {
        assert_ne!(value(one), value(two));
        assert!(value(one).loosely_equals(&value(two)), "{one} == {two}");
    }
    assert!(!value("{a => 1}").loosely_equals(&value("{'A' => 1}")), "keys keep their case");
    assert!(!value("'é'").loosely_equals(&value("'É'")), "only ASCII letters lose their case");
}

#[test]
fn a_large_integer_is_not_rounded_to_equal_a_float() {
    assert!(!Value::Integer(i64::MAX).loosely_equals(&Value::Float(i64::MAX as f64)));
    assert!(Value::Integer(i64::MIN).loosely_equals(&Value::Float(i64::MIN as f64)));
}

#[test]
fn equal_values_have_equal_hashes() {
    let hashed = |value: &Value| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    };
    for (one, two) in [
        ("{a => 1, b => 2}", "{b => 2, a => 1}"),
        ("Variant[Integer, String]", "Variant[String, Integer]"),
        ("Enum[a, b]", "Enum[b, a]"),
        ("File['x']", "Resource['file', 'x']"),
    ] {
        assert_eq!(value(one), value(two));
        assert_eq!(hashed(&value(one)), hashed(&value(two)), "{one} and {two}");
    }
    assert_eq!(hashed(&Value::Float(0.0)), hashed(&Value::Float(-0.0)));
}

#[test]
fn a_hash_keeps_its_order_also_when_a_key_goes_or_is_set_again() {
    let mut hash: Hash = ["c", "a", "b"].into_iter().map(|key| (Value::from(key), Value::Undef)).collect();
    hash.insert("a".into(), 1.into());
    hash.remove(&"c".into());
    hash.insert("c".into(), 2.into());
    assert_eq!(format!("{:?}", Value::from(hash)), "{'a' => 1, 'b' => undef, 'c' => 2}");
}

#[test]
fn a_key_is_found_wherever_it_is_looked_for_first() {
    let hash: Hash = ["a", "b"].into_iter().map(|key| (Value::from(key), Value::from(key))).collect();
    for index in 0..4 {
        assert_eq!(hash.get_str_near("b", index), Some(&Value::from("b")));
        assert_eq!(hash.get_str_near("c", index), None);
    }
}

#[test]
fn text_forms_never_show_a_secret() {
    let secret = Value::array([Value::hash([("password".into(), Value::sensitive("hunter2".into()))])]);
    assert!(secret.holds_secret() && !Value::array([Value::hash([("password".into(), "none".into())])]).holds_secret());
    for text in [secret.to_string(), format!("{secret:?}"), format!("{secret:#?}")] {
        assert!(!text.contains("hunter2") && text.contains("[value redacted]"), "{text}");
    }
}

#[test]
fn texts_are_quoted_so_that_they_read_back() {
    for text in ["", "it's", r"back\slash", r"end\", r"\\", "tab\there", "a\nb$c\"d", "\u{1}", "é日本", r"\'"] {
        assert_eq!(value(&quote(text)), Value::from(text), "{}", quote(text));
    }
}

#[test]
fn floats_look_as_in_ruby() {
    for (number, text) in [
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.0001, "0.0001"),
        (0.00001, "1.0e-05"),
        (999_999_999_999_999.0, "999999999999999.0"),
        (1e15, "1.0e+15"),
        (1.5e300, "1.5e+300"),
        (f64::INFINITY, "Infinity"),
        (f64::NAN, "NaN"),
    ] {
        assert_eq!(Value::Float(number).to_string(), text);
    }
}

#[test]
fn lazy_sequences_can_be_walked_again_and_from_both_ends() {
    let walked = |iterator: &LazyIterator| iterator.iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ");
    let numbers = LazyIterator::range(1, 7);
    assert_eq!(walked(&numbers.clone().stepped(3)), "1 4 7");
    assert_eq!(walked(&numbers.clone().stepped(2).reversed()), "7 5 3 1");
    assert_eq!(walked(&numbers.clone().reversed().stepped(3)), "7 4 1");
    assert_eq!((walked(&numbers), walked(&numbers)), ("1 2 3 4 5 6 7".into(), "1 2 3 4 5 6 7".into()));
    assert_eq!(walked(&LazyIterator::range(5, 1)), "");
    assert_eq!(LazyIterator::range(i64::MIN, i64::MAX).iter().nth(1), Some(Value::Integer(i64::MIN + 1)));
}
