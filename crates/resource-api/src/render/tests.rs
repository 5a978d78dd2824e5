use pcore::{Hash, Value};

use super::*;

fn symbol(name: &str) -> Value {
    Value::Symbol(name.into())
}

fn list(items: impl IntoIterator<Item = Value>) -> Value {
    Value::array(items)
}

fn map(entries: impl IntoIterator<Item = (Value, Value)>) -> Value {
    entries.into_iter().collect::<Hash>().into()
}

fn secret() -> Value {
    Value::sensitive(Value::from("topsecret"))
}

/// Texts with what `String#inspect` of Ruby 3.1.2 shows.
const TEXTS: [(&str, &str); 27] = [
    ("a", r#""a""#),
    ("it's", r#""it's""#),
    ("q\"q", r#""q\"q""#),
    ("b\\s", r#""b\\s""#),
    ("n\nt\tr\re\u{1b}", r#""n\nt\tr\re\e""#),
    ("\u{7}\u{8}\u{b}\u{c}\0\u{1}\u{1f}\u{7f}", r#""\a\b\v\f\u0000\u0001\u001F\u007F""#),
    ("#{x}", r##""\#{x}""##),
    ("#$x", r##""\#$x""##),
    ("#@x", r##""\#@x""##),
    ("#x a#", r##""#x a#""##),
    ("##{", r##""#\#{""##),
    ("é日本", "\"é日本\""),
    ("\u{a0}", "\"\u{a0}\""),
    ("\u{200b}", "\"\u{200b}\""),
    ("\u{2028}", r#""\u2028""#),
    ("\u{feff}", "\"\u{feff}\""),
    ("\u{1F600}", "\"\u{1F600}\""),
    ("\u{e000}", "\"\u{e000}\""),
    ("\u{80}", r#""\u0080""#),
    ("\u{85}", "\"\u{85}\""),
    ("\u{9f}", r#""\u009F""#),
    ("\u{ad}", "\"\u{ad}\""),
    ("\u{10ffff}", r#""\u{10FFFF}""#),
    ("\u{378}", r#""\u0378""#),
    ("\u{301}\u{fffd}\u{3000}\u{E0001}", "\"\u{301}\u{fffd}\u{3000}\u{E0001}\""),
    ("\u{323b0}", r#""\u{323B0}""#),
    ("\u{1fae9}", r#""\u{1FAE9}""#),
];

/// Symbols that Ruby 3.1.2 writes without quotes, and symbols that it does not.
const BARE: &str = "a a1 A a? a! a= é 日本 + - [] []= == === =~ ! != !~ <=> < <= > >= << >> * ** / % & | ^ ~ ` +@ -@ \
                    @a @@a $a $1 A= A? nil true class A! $-w $~ $10 $0 $_ é? self _ __ _= $! $\" @é $é 😀";
const QUOTED: &str = "a-b 1a @1 $a- a?= []? a::b # @ $ && || = .. () ? a?b $- $-ab => ... -> :: += é- ~@ !@ $01 @@";

// Requirement: REN-1
#[test]
fn texts_are_inspected_as_ruby_does() {
    for (text, expected) in TEXTS {
        assert_eq!(inspect(&text.into()), expected, "for {text:?}");
        assert_eq!(inspect_text(text), expected);
    }
}

// Requirement: REN-1
#[test]
fn symbols_are_quoted_only_when_ruby_needs_it() {
    for name in BARE.split_whitespace() {
        assert_eq!(inspect(&symbol(name)), format!(":{name}"));
    }
    for name in QUOTED.split_whitespace() {
        assert_eq!(inspect(&symbol(name)), format!(":\"{name}\""));
    }
    assert_eq!(inspect(&symbol("")), r#":"""#);
    assert_eq!(inspect(&symbol("a b")), r#":"a b""#);
    assert_eq!(inspect(&symbol("a\nb")), r#":"a\nb""#);
    assert_eq!(inspect(&symbol("a\u{2028}b")), r#":"a\u2028b""#);
}

// Requirement: REN-1
#[test]
fn numbers_and_words_are_inspected_as_ruby_does() {
    let floats = [
        (1.5, "1.5"),
        (1e20, "1.0e+20"),
        (1e16, "1.0e+16"),
        (123_456_789_012_345.0, "123456789012345.0"),
        (1e-4, "0.0001"),
        (1e-5, "1.0e-05"),
        (-0.0, "-0.0"),
        (1.0 / 3.0, "0.3333333333333333"),
        (5e-324, "5.0e-324"),
        (f64::MAX, "1.7976931348623157e+308"),
        (f64::INFINITY, "Infinity"),
        (f64::NAN, "NaN"),
        (100.0, "100.0"),
    ];
    for (number, expected) in floats {
        assert_eq!(inspect(&number.into()), expected);
    }
    assert_eq!(inspect(&Value::from(-3)), "-3");
    assert_eq!(inspect(&Value::Undef), "nil");
    assert_eq!(inspect(&Value::from(true)), "true");
    assert_eq!(inspect(&Value::from(false)), "false");
    assert_eq!(inspect(&Value::Default), ":default");
}

// Requirement: REN-1
#[test]
fn collections_are_inspected_in_the_order_of_insertion() {
    let mixed = map([(symbol("name"), "a".into()), ("k".into(), 1.into()), (symbol("a-b"), list([Value::Undef]))]);
    assert_eq!(inspect(&mixed), r#"{:name=>"a", "k"=>1, :"a-b"=>[nil]}"#);
    assert_eq!(inspect(&list(["a".into(), 1.into()])), r#"["a", 1]"#);
    assert_eq!(inspect(&list([])), "[]");
    assert_eq!(inspect(&map([])), "{}");
    let state = State::new().with("name", "a").with("a-b", 1);
    assert_eq!(inspect_state(&state), r#"{:name=>"a", :"a-b"=>1}"#);
}

// Requirement: REN-1, REN-2, REN-3, REN-4, TD-84
#[test]
fn secrets_are_shown_in_no_form() {
    assert_eq!(inspect(&secret()), "#<Sensitive [value redacted]>");
    assert_eq!(inspect(&list([secret()])), "[#<Sensitive [value redacted]>]");
    assert_eq!(interpolate(&secret()), "Sensitive [value redacted]");
    assert_eq!(interpolate(&list([secret()])), "[#<Sensitive [value redacted]>]");
    assert_eq!(display(&secret()), "Sensitive [value redacted]");
    assert_eq!(display(&list([secret()])), "[#<Sensitive [value redacted]>]");
    assert_eq!(display(&map([("s".into(), secret())])), "{\n  's' => #<Sensitive [value redacted]>\n}");
}

// Requirement: TD-85
#[test]
fn a_secret_in_yaml_is_the_text_that_stands_for_one() {
    let resource = map([("sec".into(), secret()), ("list".into(), list([secret()])), (secret(), 1.into())]);
    assert_eq!(
        pcore::yaml::write(&redact(&resource)).unwrap(),
        "---\nsec: Sensitive [value redacted]\nlist:\n- Sensitive [value redacted]\nSensitive [value redacted]: 1\n"
    );
}

// Requirement: TD-82
#[test]
fn secrets_are_equal_when_what_they_hold_is() {
    assert_eq!(Value::sensitive(Value::from("a")), Value::sensitive(Value::from("a")));
    assert_ne!(Value::sensitive(Value::from("a")), Value::sensitive(Value::from("b")));
    assert_ne!(Value::sensitive(Value::from("a")), Value::from("a"));
    let state = |held: &str| State::new().with("password", Value::sensitive(held.into()));
    assert_eq!(state("a"), state("a"));
    assert_ne!(state("a"), state("b"));
}

// Requirement: REN-2
#[test]
fn interpolation_shows_scalars_bare_and_collections_inspected() {
    let cases = [
        ("a\"b".into(), "a\"b"),
        (symbol("a-b"), "a-b"),
        (Value::Undef, ""),
        (Value::from(5), "5"),
        (Value::from(1e20), "1.0e+20"),
        (Value::from(true), "true"),
        (Value::Default, "default"),
        (list(["q".into(), Value::Undef]), r#"["q", nil]"#),
        (map([(symbol("a"), "b".into())]), r#"{:a=>"b"}"#),
    ];
    for (value, expected) in cases {
        assert_eq!(interpolate(&value), expected);
    }
}

// Requirement: REN-3
#[test]
fn scalars_are_displayed_as_puppet_does() {
    // Asked of Puppet 7.23.0, `Puppet::Parameter.format_value_for_display`.
    let cases: [(Value, &str); 34] = [
        ("a".into(), "'a'"),
        ("it's".into(), r"'it\'s'"),
        ("a\\".into(), r"'a\'"),
        ("$x".into(), "'$x'"),
        ("a\\\\b".into(), r"'a\\b'"),
        ("'".into(), r"'\''"),
        ("\\'".into(), r"'\''"),
        ("\\\\'".into(), r"'\\\''"),
        ("\\a'".into(), r"'\a\''"),
        ("'\\".into(), r"'\'\'"),
        ("n\nq\"b\\d$e".into(), r#""n\nq\"b\\d\$e""#),
        ("t\tr\r\u{1b}\u{1}\u{7f}".into(), "\"t\\tr\\r\\u{1B}\\u{1}\u{7f}\""),
        ("tab\there 'q'".into(), r#""tab\there 'q'""#),
        ("\0".into(), r#""\u{0}""#),
        ("\u{7f}".into(), "'\u{7f}'"),
        ("é\n".into(), r#""é\n""#),
        ("".into(), "''"),
        ("#{x}".into(), "'#{x}'"),
        (symbol("sym"), "'sym'"),
        (symbol("a-b"), "'a-b'"),
        (symbol("undef"), ""),
        (symbol("default"), "default"),
        (Value::Default, "default"),
        (true.into(), "true"),
        (false.into(), "false"),
        (1.into(), "1"),
        (1.5.into(), "1.500000"),
        (1e20.into(), "100000000000000000000.000000"),
        (1e-10.into(), "0.000000"),
        ((-0.0).into(), "-0.000000"),
        ((1.0 / 3.0).into(), "0.333333"),
        (f64::INFINITY.into(), "Inf"),
        (f64::NAN.into(), "NaN"),
        (Value::Undef, ""),
    ];
    for (value, expected) in cases {
        assert_eq!(display(&value), expected, "for {value:?}");
    }
}

// Requirement: REN-4
#[test]
fn arrays_are_displayed_as_puppet_does() {
    let (one, two, three) = (|| Value::from(1), || Value::from(2), || Value::from(3));
    let cases = [
        (list([]), "[]"),
        (list(["x".into(), one(), Value::Undef, true.into()]), "['x', 1, undef, true]"),
        (list([2.5.into(), 1e20.into(), 1e-5.into()]), "[2.5, 1.0e+20, 1.0e-05]"),
        (list([symbol("undef"), symbol("default")]), "[undef, default]"),
        (list(["a\nb".into()]), "[\"a\\nb\"]"),
        (list([list(["a".into(), "b".into()]), list(["c".into()])]), "[\n  ['a', 'b'],\n  ['c']]"),
        (list([one(), map([("c".into(), two())])]), "[1,\n  {\n    'c' => 2\n  }]"),
        (list([list([one(), map([("c".into(), two())])])]), "[\n  [1,\n    {\n      'c' => 2\n    }]]"),
        (list([map([])]), "[\n  {\n\n  }]"),
        (list([list([]), list([])]), "[\n  [],\n  []]"),
        (list([one(), list([two(), list([three(), list([4.into()])])])]), "[1,\n  [2,\n    [3,\n      [4]]]]"),
        (list([one(), list([two()]), three()]), "[1,\n  [2],\n  3]"),
        (list([list([one()]), two(), three()]), "[\n  [1],\n  2, 3]"),
    ];
    for (value, expected) in cases {
        assert_eq!(display(&value), expected, "for {value:?}");
    }
}

// Requirement: REN-5
#[test]
fn hashes_are_displayed_as_puppet_does() {
    let nested = map([("z".into(), 1.into())]);
    let cases = [
        (map([]), "{\n\n}"),
        (map([("k".into(), "v".into()), ("n".into(), nested)]), "{\n  'k' => 'v',\n  'n' => {\n    'z' => 1\n  }\n}"),
        (
            map([
                (symbol("s"), symbol("t")),
                (1.into(), 2.5.into()),
                (Value::Undef, Value::Undef),
                ("e".into(), map([])),
            ]),
            "{\n  's' => 't',\n  1 => 2.5,\n  undef => undef,\n  'e' => {\n\n  }\n}",
        ),
        (map([("k\n".into(), "v'".into())]), "{\n  \"k\\n\" => 'v\\''\n}"),
        (
            map([("a".into(), list([map([("b".into(), 1.into())]), map([("c".into(), 2.into())])]))]),
            "{\n  'a' => [\n    {\n      'b' => 1\n    },\n    {\n      'c' => 2\n    }]\n}",
        ),
        (
            map([("a".into(), list([1.into(), map([("b".into(), 2.into())]), 3.into()]))]),
            "{\n  'a' => [1,\n    {\n      'b' => 2\n    },\n    3]\n}",
        ),
        (
            map([("a".into(), list([1.into(), 2.into()])), ("b".into(), list([list([1.into()]), list([2.into()])]))]),
            "{\n  'a' => [1, 2],\n  'b' => [\n    [1],\n    [2]]\n}",
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(display(&value), expected, "for {value:?}");
    }
}
