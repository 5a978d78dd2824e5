//! Each Rust type with its Puppet type, conversion in both directions, and error messages.

use std::{collections::BTreeMap, fmt::Debug};

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::{Value, parse_literal, parse_type};

use super::{Data, DataError, Ensure, Sensitive};
use crate::State;

/// A value is read from what the literal says, written back to the same, and of the Puppet type.
#[track_caller]
fn check<T: Data + PartialEq + Debug + Clone>(puppet_type: &str, value: T, literal: &str) {
    let expected = parse_literal(literal).expect("a literal");
    assert_eq!(T::puppet_type(), puppet_type);
    assert_eq!(T::from_value(&expected).as_ref(), Ok(&value));
    assert_eq!(value.into_value(), expected);
    assert!(parse_type(puppet_type).expect("a type").is_instance(&expected));
}

#[track_caller]
fn refuse<T: Data + Debug>(literal: &str, message: &str) {
    let value = parse_literal(literal).expect("a literal");
    let error = T::from_value(&value).expect_err("the value does not fit");
    assert_eq!(error.to_string(), message);
}

#[test]
fn plain_types_have_a_puppet_type() {
    check("String", "text".to_owned(), "'text'");
    check("String", EcoString::from("text"), "'text'");
    check("Boolean", true, "true");
    check("Float", 1.5, "1.5");
    check("Any", Value::from("x"), "x");
    check("Enum[present, absent]", Ensure::Present, "present");
    check("Enum[present, absent]", Ensure::Absent, "absent");
}

#[test]
fn integers_have_the_range_of_their_rust_type() {
    check("Integer", i64::MIN, "-9223372036854775808");
    check("Integer[-128, 127]", -128i8, "-128");
    check("Integer[0, 255]", 255u8, "255");
    check("Integer[-32768, 32767]", -1i16, "-1");
    check("Integer[0, 65535]", 65535u16, "65535");
    check("Integer[-2147483648, 2147483647]", 0i32, "0");
    check("Integer[0, 4294967295]", 4_294_967_295u32, "4294967295");
    refuse::<u16>("65536", "expects an Integer[0, 65535] value, got Integer[65536, 65536]");
    refuse::<u8>("-1", "expects an Integer[0, 255] value, got Integer[-1, -1]");
    refuse::<i64>("1.0", "expects an Integer value, got Float");
}

#[test]
fn collections_have_the_type_of_their_members() {
    check("Optional[String]", Some("x".to_owned()), "x");
    check("Optional[String]", None::<String>, "undef");
    check("Array[Integer[0, 65535]]", vec![80u16, 443], "[80, 443]");
    check("Array[Optional[Boolean]]", vec![Some(true), None], "[true, undef]");
    check("Hash[String, Integer]", BTreeMap::from([("a".to_owned(), 1i64)]), "{a => 1}");
    check(
        "Hash[String, Integer]",
        IndexMap::<String, i64>::from_iter([("b".to_owned(), 1i64), ("a".to_owned(), 2)]),
        "{b => 1, a => 2}",
    );
    refuse::<Vec<u16>>("[80, 'http']", "index 1 expects an Integer value, got String");
    refuse::<Vec<u16>>("80", "expects an Array value, got Integer");
    refuse::<BTreeMap<String, bool>>("{a => 1}", "entry 'a' expects a Boolean value, got Integer");
    refuse::<String>("undef", "expects a String value, got Undef");
}

#[test]
fn symbols_of_ruby_are_words() {
    assert_eq!(Ensure::from_value(&Value::Symbol("absent".into())), Ok(Ensure::Absent));
    assert_eq!(String::from_value(&Value::Symbol("word".into())), Ok("word".to_owned()));
}

#[test]
fn a_secret_stays_secret() {
    let secret = Value::sensitive("hunter2".into());
    let read = Sensitive::<String>::from_value(&secret).expect("a secret");
    assert_eq!(Sensitive::<String>::puppet_type(), "Sensitive[String]");
    assert_eq!(read.expose(), "hunter2");
    assert_eq!(
        format!("{read} {read:?} {:?}", Some(&read)),
        "Sensitive [value redacted] Sensitive [value redacted] Some(Sensitive [value redacted])"
    );
    assert_eq!(read.clone().into_value(), secret);
    assert_eq!(read.into_exposed(), "hunter2");
}

/// A type whose errors quote what they were given.
#[derive(Debug)]
struct Chatty;

impl Data for Chatty {
    fn puppet_type() -> EcoString {
        "String".into()
    }

    fn from_value(value: &Value) -> Result<Chatty, DataError> {
        Err(DataError::new(format!("does not like {value}")))
    }

    fn into_value(self) -> Value {
        Value::Undef
    }
}

#[test]
fn errors_do_not_quote_secrets() {
    let errors = [
        Sensitive::<Ensure>::from_value(&Value::sensitive("hunter2".into())).expect_err("not an Ensure"),
        Sensitive::<Chatty>::from_value(&Value::sensitive("hunter2".into())).expect_err("never"),
        Sensitive::<u8>::from_value(&Value::from("hunter2")).expect_err("not wrapped"),
        Ensure::from_value(&Value::from("hunter2")).expect_err("not an Ensure"),
        Vec::<Sensitive<u8>>::from_value(&Value::array([Value::sensitive("hunter2".into())])).expect_err("no u8"),
    ];
    for error in errors {
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error}");
    }
}

#[test]
fn a_member_speaks_for_itself_when_the_puppet_type_fits() {
    refuse::<Vec<Chatty>>("[x]", "does not like x");
}

#[test]
fn a_state_is_read_and_written_by_attribute() {
    let mut state = State::new();
    state.write("port", 8080u16);
    state.write("host", None::<String>);
    assert_eq!(state, State::new().with("port", 8080));
    assert_eq!(state.read("port"), Ok(8080i64));
    assert_eq!(state.read("host"), Ok(None::<String>));
    let error = state.read::<String>("host").expect_err("it is missing");
    assert_eq!(error.to_string(), "host expects a String value, got Undef");
    let ports = State::new().with("ports", Value::array(["http".into()]));
    let error = ports.read::<Vec<u16>>("ports").expect_err("not a number");
    assert_eq!(error.to_string(), "ports index 0 expects an Integer value, got String");
}
