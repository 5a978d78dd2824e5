//! Messages about states that do not match their type.

use pcore::Value;

use super::super::tests::{defined, value, with_attributes};
use crate::{State, definition::SchemaProblem, failure::FailureKind};

/// Reads a state from a map in YAML.
fn state(text: &str) -> State {
    let map = value(text);
    map.as_hash().unwrap().iter().map(|(name, value)| (name.as_str().unwrap(), value.clone())).collect()
}

/// Asserts the message about a state of `tt`, whose namevar is `name`.
#[track_caller]
fn check(attributes: &str, returned: &State, expected: &str) -> SchemaProblem {
    let problem = defined(&with_attributes(attributes)).check_schema(returned).unwrap_err();
    assert_eq!(problem.to_string(), expected);
    assert_eq!(problem.kind(), FailureKind::Developer);
    problem
}

/// The beginning of every list of mismatches of a resource `x`.
fn mismatch(lines: &str) -> String {
    format!("Provider returned data that does not match the Type Schema for `tt[x]`\n Value type mismatch:\n{lines}")
}

// Requirement: GET-10
#[test]
fn the_first_namevar_without_a_value_is_named() {
    let definition = defined(
        "{name: tt, desc: d, attributes: {aa: {type: String, desc: x, behaviour: namevar},
          bb: {type: String, desc: x}, cc: {type: 'Optional[String]', desc: x, behaviour: namevar}}}",
    );
    for (returned, attribute) in [
        ("{}", "aa"),
        ("{bb: x, cc: y}", "aa"),
        ("{aa: null, cc: y}", "aa"),
        ("{aa: x}", "cc"),
        ("{aa: 1, cc: null, unknown: 1}", "cc"),
    ] {
        let problem = definition.check_schema(&state(returned)).unwrap_err();
        let message = format!("`tt.get` did not return a value for the `{attribute}` namevar attribute");
        assert_eq!(problem.to_string(), message);
        assert_eq!(problem.kind(), FailureKind::Resource);
        let failure = problem.into_failure();
        assert_eq!((failure.to_string(), failure.kind()), (message, FailureKind::Resource));
    }
    assert_eq!(definition.check_schema(&state("{aa: x, cc: y}")), Ok(()));
}

// Requirement: GET-11
#[test]
fn unknown_attributes_are_listed() {
    let problem = check(
        "aa: {type: String, desc: x}",
        &state("{name: x, zz: 1, aa: a, yy: null, title: t}"),
        "Provider returned data that does not match the Type Schema for `tt[x]`\n Unknown attribute:\n    * zz\n    * yy\n",
    );
    let failure = problem.into_failure();
    assert_eq!(failure.kind(), FailureKind::Developer);
}

// Requirement: GET-11
#[test]
fn values_of_another_type_are_listed_with_the_reason() {
    let cases = [
        ("Optional[String]", "1", "1 (expects a value of type Undef or String, got Integer)"),
        ("Array[Integer]", "[a]", "[\"a\"] (index 0 expects an Integer value, got String)"),
        (
            "Array[Integer]",
            "[a, b]",
            "[\"a\", \"b\"] (  index 0 expects an Integer value, got String\n   index 1 expects an Integer value, got String)",
        ),
        ("Integer", "{k: [@s, null, 1.0]}", "{\"k\"=>[:s, nil, 1.0]} (expects an Integer value, got Struct)"),
        ("Integer", "[]", "[] (expects an Integer value, got Array)"),
        ("Integer", "[1]", "[1] (expects an Integer value, got Tuple)"),
        ("Foo", "1.5", "1.5 (references an unresolved type 'Foo')"),
        ("Boolean", "@true", "true (expects a Boolean value, got Runtime)"),
    ];
    for (data_type, given, line) in cases {
        let returned = state(&format!("{{name: x, aa: {given}}}"));
        check(&format!("aa: {{type: '{data_type}', desc: x}}"), &returned, &mismatch(&format!("    * aa: {line}\n")));
    }
}

// Requirement: GET-11
#[test]
fn unknown_attributes_and_mismatches_are_separated_by_a_blank_line() {
    check(
        "aa: {type: Integer, desc: x}, bb: {type: Integer, desc: x}",
        &state("{name: 5, zz: 1, bb: b, aa: a}"),
        "Provider returned data that does not match the Type Schema for `tt[5]`\n Unknown attribute:\n    * zz\n\n \
         Value type mismatch:\n    * name: 5 (expects a String value, got Integer)\n    \
         * bb: b (expects an Integer value, got String)\n    * aa: a (expects an Integer value, got String)\n",
    );
}

// Requirement: GET-12, TD-52
#[test]
fn values_of_sensitive_attributes_are_not_shown() {
    let cases = [
        ("Array[Integer]", "[hunter2]", "index 0 expects an Integer value, got String"),
        ("Integer", "hunter2", "expects an Integer value, got String"),
        ("Enum[a]", "hunter2", "expects a match for Enum['a'], got String"),
        ("Optional[Pattern[/b/]]", "hunter2", "expects an undef value or a match for Pattern[/b/], got String"),
    ];
    for (data_type, given, reason) in cases {
        let attributes = format!("aa: {{type: '{data_type}', desc: x, sensitive: true}}");
        let returned = state(&format!("{{name: x, aa: {given}}}"));
        let problem = defined(&with_attributes(&attributes)).check_schema(&returned).unwrap_err();
        assert!(!format!("{problem:?}").contains("hunter2"));
        assert_eq!(problem.to_string(), mismatch(&format!("    * aa: << redacted value >> {reason}\n")));
    }
    // A sensitive namevar does not identify a resource in messages.
    let definition = defined(
        "{name: tt, desc: d, attributes: {id: {type: 'Enum[a]', desc: x, behaviour: namevar, sensitive: true}}}",
    );
    let problem = definition.check_schema(&State::new().with("id", "hunter2")).unwrap_err();
    assert!(!format!("{problem} {problem:?}").contains("hunter2"));
}

// Requirement: GET-11, GET-12
#[test]
fn secrets_are_not_shown_whatever_their_attribute_says() {
    let secret = || Value::sensitive("hunter2".into());
    let returned = State::new().with("name", "x").with("aa", secret());
    check(
        "aa: {type: String, desc: x}",
        &returned,
        &mismatch("    * aa: Sensitive [value redacted] (expects a String value, got Sensitive[String])\n"),
    );
    for data_type in
        ["Sensitive[Enum[a]]", "Array[String]", "Hash[String, Enum[a]]", "Variant[Enum[a], Sensitive[Enum[b]]]"]
    {
        let definition = defined(&with_attributes(&format!("aa: {{type: '{data_type}', desc: x}}")));
        for given in [secret(), Value::array([secret()]), Value::hash([("k".into(), secret())])] {
            let problem = definition.check_schema(&State::new().with("name", "x").with("aa", given)).unwrap_err();
            assert!(!format!("{problem} {problem:?}").contains("hunter2"), "{problem}");
        }
    }
}

// Requirement: GET-15
#[test]
fn nothing_is_checked_like_any_value() {
    let optional = defined(&with_attributes("aa: {type: 'Optional[Boolean]', desc: x}"));
    assert_eq!(optional.check_schema(&state("{name: x, aa: null}")), Ok(()));
    assert_eq!(optional.check_schema(&state("{name: x}")), Ok(()));
    check(
        "aa: {type: Boolean, desc: x}",
        &state("{name: x, aa: null}"),
        &mismatch("    * aa:  (expects a Boolean value, got Undef)\n"),
    );
}

// Requirement: GET-15
#[test]
fn a_symbol_is_no_value_of_ensure() {
    check(
        "ensure: {type: 'Enum[present, absent]', desc: x}",
        &state("{name: x, ensure: @present}"),
        &mismatch("    * ensure: present (expects a match for Enum['absent', 'present'], got Runtime)\n"),
    );
    let definition = defined(&with_attributes("ensure: {type: 'Enum[present, absent]', desc: x}"));
    assert_eq!(definition.check_schema(&state("{name: x, ensure: present}")), Ok(()));
}

#[test]
fn what_should_be_wrapped_as_a_secret_is_not_shown_when_it_is_not() {
    let secrets = "aa: {type: 'Optional[Sensitive[String]]', desc: x}, bb: {type: 'Hash[String, Sensitive]', desc: x}";
    let returned = state("{name: x, aa: ~q~, bb: {k: ~q~}}");
    let problem = defined(&with_attributes(secrets)).check_schema(&returned).unwrap_err();
    let dump = format!("{problem} {problem:?}");
    assert!(!dump.contains("~q~"), "{dump}");
    check(
        "aa: {type: 'Optional[Sensitive[String]]', desc: x}",
        &state("{name: x, aa: ~q~}"),
        &mismatch("    * aa: << redacted value >> expects a value of type Undef or Sensitive[String], got String\n"),
    );
    // A secret in a non-sensitive attribute stays hidden.
    let wrapped = state("{name: x}").with("aa", Value::sensitive(5.into()));
    let problem = defined(&with_attributes(secrets)).check_schema(&wrapped).unwrap_err();
    assert!(problem.to_string().contains("aa: Sensitive [value redacted] ("), "{problem}");
}
