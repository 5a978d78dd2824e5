//! Conversion of values from command lines and catalogs: every row of the specification's tables.

mod tables;

use pcore::{TypeRegistry, Value, mismatch};

use super::super::tests::{defined, read, value};
use crate::{Outcome, TypeDefinition, failure::FailureKind};
use tables::{CATALOG, COMMAND_LINE, Row};

/// The type `tt` with an attribute `aa`.
fn tt(fields: &str) -> TypeDefinition {
    defined(&format!("{{name: tt, desc: d, attributes: {{aa: {{desc: x, behaviour: namevar, {fields}}}}}}}"))
}

fn tt_of(data_type: &str) -> TypeDefinition {
    let escaped = data_type.replace('\'', "''");
    tt(&format!("type: '{escaped}'"))
}

fn shown(outcome: Outcome<Value>) -> String {
    match outcome {
        Ok(value) => format!("= {value:?}"),
        Err(failure) => {
            assert_eq!(failure.kind(), FailureKind::Resource);
            failure.to_string()
        }
    }
}

#[track_caller]
fn check_munged(data_type: &str, given: &Value, expected: &str) {
    let definition = tt_of(data_type);
    let munged = definition.attribute("aa").unwrap().munge_command_line(given);
    assert_eq!(shown(munged), expected, "for {given:?} as {data_type}");
}

#[track_caller]
fn check_checked(data_type: &str, given: &Value, expected: &str) {
    let definition = tt_of(data_type);
    let checked = definition.attribute("aa").unwrap().check(given);
    assert_eq!(shown(checked), expected, "for {given:?} as {data_type}");
}

/// Walks the cases of a table.
fn cases(rows: &'static [Row]) -> impl Iterator<Item = (&'static str, Value, &'static str)> {
    rows.iter().copied().flatten().map(|(data_type, given, expected)| {
        let given = match given.strip_prefix("Sensitive ") {
            Some(secret) => Value::sensitive(value(secret)),
            None => value(given),
        };
        (*data_type, given, *expected)
    })
}

// Requirement: DT-2, DT-3, DT-12
#[test]
fn values_of_a_command_line_become_values_of_the_attribute() {
    assert_eq!(COMMAND_LINE.len(), 62);
    cases(COMMAND_LINE).for_each(|(data_type, given, expected)| check_munged(data_type, &given, expected));
}

// Requirement: DT-1, DT-3
#[test]
fn values_of_a_catalog_are_only_checked() {
    assert_eq!(CATALOG.len(), 7);
    cases(CATALOG).for_each(|(data_type, given, expected)| check_checked(data_type, &given, expected));
}

// Requirement: DT-1
#[test]
fn legacy_symbols_are_booleans_in_a_catalog_and_strings_stay_strings() {
    for (given, expected) in [("@true", "= true"), ("@false", "= false"), ("true", "= true")] {
        check_checked("Boolean", &value(given), expected);
    }
    check_checked("Integer", &"5".into(), "tt.aa expects an Integer value, got String");
    check_checked("Variant[Integer, String]", &"5".into(), "= '5'");
    check_checked("String", &value("@sym"), "tt.aa expects a String value, got Runtime");
    // For every type.
    check_checked("String", &value("@true"), "tt.aa expects a String value, got Boolean");
}

// Requirement: DT-4
#[test]
fn only_true_and_false_are_booleans() {
    for (given, expected) in [
        ("'true'", "= true"),
        ("'false'", "= false"),
        ("@true", "= true"),
        ("@false", "= false"),
        ("true", "= true"),
        ("'True'", "tt.aa expects a Boolean value, got String"),
        ("'on'", "tt.aa expects a Boolean value, got String"),
        ("0", "tt.aa expects a Boolean value, got Integer"),
    ] {
        check_munged("Boolean", &value(given), expected);
    }
}

// Requirement: DT-5
#[test]
fn numbers_are_read_as_puppet_reads_them() {
    for (data_type, given, expected) in [
        ("Integer", "\"\\t1\"", "= 1"),
        ("Integer", "'0x'", "tt.aa expects an Integer value, got String"),
        ("Integer", "\"foo\\n12\"", "tt.aa expects an Integer value, got Undef"),
        ("Float", "'1.5E-3'", "= 0.0015"),
        ("Float", "'1'", "tt.aa expects a Float value, got Integer"),
        ("Numeric", "'010'", "= 8"),
        ("Numeric", "'09'", "tt.aa expects a Numeric value, got Undef"),
    ] {
        check_munged(data_type, &value(given), expected);
    }
}

// Requirement: DT-6
#[test]
fn symbols_become_strings_where_strings_are_wanted() {
    check_munged("Enum[a, b]", &value("@a"), "= 'a'");
    check_munged("String", &value("@sym"), "= 'sym'");
    check_munged("Pattern[/a/]", &value("@bar"), "= 'bar'");
    check_munged("Enum['1']", &1.into(), "tt.aa expects a match for Enum['1'], got Integer");
    check_munged("String", &true.into(), "tt.aa expects a String value, got Boolean");
}

// Requirement: DT-7
#[test]
fn an_optional_value_is_nothing_or_converted() {
    check_munged("Optional[Integer]", &Value::Undef, "= undef");
    check_munged("Optional[Integer]", &"1".into(), "= 1");
    check_munged("Optional[Integer]", &"a".into(), "tt.aa expects an Integer value, got String");
    check_checked("Optional[Integer]", &"a".into(), "tt.aa expects a value of type Undef or Integer, got String");
}

// Requirement: DT-8
#[test]
fn elements_are_converted_all_or_none() {
    check_munged("Array[Integer]", &value("['1', '2']"), "= [1, 2]");
    check_munged(
        "Array[Integer]",
        &value("['1', b, '3']"),
        " tt.aa index 0 expects an Integer value, got String\n  tt.aa index 1 expects an Integer value, got String\n  \
         tt.aa index 2 expects an Integer value, got String",
    );
    check_munged("Array[Integer]", &"1,2".into(), "tt.aa expects an Array value, got String");
    check_munged("Array[Integer]", &"1".into(), "tt.aa expects an Array value, got String");
}

// Requirement: DT-9
#[test]
fn a_variant_takes_the_only_type_that_fits_and_a_string_last() {
    check_munged("Variant[String, Integer]", &"5".into(), "= 5");
    check_munged("Variant[String, Integer]", &"x".into(), "= 'x'");
    check_munged(
        "Variant[Integer, Numeric]",
        &"1".into(),
        "tt.aa \"1\" is not unabiguously convertable to Variant[Integer, Numeric]",
    );
    check_munged("Variant[Integer, Float]", &"a".into(), "tt.aa expects a value of type Integer or Float, got String");
    // Only the first String is skipped.
    check_munged("Variant[String[1, 2], String[4]]", &"abcd".into(), "= 'abcd'");
}

// Requirement: DT-10
#[test]
fn other_types_are_only_checked() {
    for (data_type, given, expected) in [
        ("Tuple[Integer]", "['1']", "tt.aa index 0 expects an Integer value, got String"),
        ("Struct[{a => Integer}]", "{a: '1'}", "tt.aa entry 'a' expects an Integer value, got String"),
        ("Hash[String, Boolean]", "{a: 'true'}", "tt.aa entry 'a' expects a Boolean value, got String"),
        ("Regexp", "a", "tt.aa expects a Regexp value, got String"),
        ("SemVer", "1.2.3", "tt.aa expects a SemVer value, got String"),
        ("Type", "Integer", "tt.aa expects a Type value, got String"),
        ("Binary", "YQ==", "tt.aa expects a Binary value, got String"),
        ("Data", "'1'", "= '1'"),
        ("Any", "@x", "= x"),
    ] {
        check_munged(data_type, &value(given), expected);
    }
}

// Requirement: DT-11
#[test]
fn the_words_of_an_enum_are_sorted_and_may_not_mind_case() {
    check_munged("Enum[b, a]", &"c".into(), "tt.aa expects a match for Enum['a', 'b'], got 'c'");
    check_munged("Enum[a, b, true]", &"A".into(), "= 'A'");
    check_checked("Enum[a, b, true]", &"B".into(), "= 'B'");
    check_munged("Enum[a, b]", &"A".into(), "tt.aa expects a match for Enum['a', 'b'], got 'A'");
}

// Requirement: DT-12
#[test]
fn mismatches_are_phrased_as_puppet_does() {
    for (data_type, given, expected) in [
        ("Integer", "a", "tt.aa expects an Integer value, got String"),
        ("String", "1", "tt.aa expects a String value, got Integer"),
        ("Pattern[/a/]", "x", "tt.aa expects a match for Pattern[/a/], got 'x'"),
        (
            "Variant[Integer, Boolean, Float]",
            "x",
            "tt.aa expects a value of type Integer, Boolean, or Float, got String",
        ),
        ("Array[Integer]", "[x]", "tt.aa index 0 expects an Integer value, got String"),
        ("Hash[String, Integer]", "{k: x}", "tt.aa entry 'k' expects an Integer value, got String"),
        ("Array[String, 1]", "[]", "tt.aa expects size to be at least 1, got 0"),
        ("Struct[{a => Integer}]", "{b: 1}", " tt.aa expects a value for key 'a'\n  tt.aa unrecognized key 'b'"),
        ("Integer", "null", "tt.aa expects an Integer value, got Undef"),
        ("Integer", "@x", "tt.aa expects an Integer value, got Runtime"),
        ("Integer", "[1, a]", "tt.aa expects an Integer value, got Tuple"),
        (
            "Array[Integer]",
            "[x, y]",
            " tt.aa index 0 expects an Integer value, got String\n  tt.aa index 1 expects an Integer value, got String",
        ),
    ] {
        check_checked(data_type, &value(given), expected);
    }
}

// Requirement: DT-3
#[test]
fn a_refused_value_is_a_mistake_in_the_resource() {
    let definition = tt_of("Integer");
    let attribute = definition.attribute("aa").unwrap();
    for failure in [attribute.check(&"a".into()).unwrap_err(), attribute.munge_command_line(&"a".into()).unwrap_err()] {
        assert_eq!(failure.kind(), FailureKind::Resource);
        assert_eq!(failure.to_string(), "tt.aa expects an Integer value, got String");
    }
}

// Requirement: DT-2
#[test]
fn a_default_is_converted_on_a_command_line_only() {
    let definition = tt_of("Integer");
    assert_eq!(shown(definition.attribute("aa").unwrap().munge_command_line(&"5".into())), "= 5");
    let error = read("{name: tt, desc: d, attributes: {aa: {type: Integer, default: '5'}}}").unwrap_err();
    assert_eq!(error.message(), "tt.aa expects an Integer value, got String");
}

// Requirement: DT-20
#[test]
fn aliases_of_modules_are_munged_as_what_they_stand_for() {
    let aliases = TypeRegistry::default();
    aliases.add("Port", "Variant[Integer[1, 9], Enum[any]]");
    let text = "{name: tt, desc: d, attributes: {aa: {type: 'Array[Port]', desc: x, behaviour: namevar}}}";
    let definition = TypeDefinition::from_value_with(&value(text), &aliases).unwrap();
    let attribute = definition.attribute("aa").unwrap();
    assert_eq!(shown(attribute.munge_command_line(&value("['5', any]"))), "= [5, 'any']");
    assert!(attribute.munge_command_line(&value("['50']")).is_err());
}

// Requirement: TD-52
#[test]
fn refused_values_of_sensitive_attributes_are_not_shown() {
    for (data_type, given, expected) in [
        ("Enum[a]", "hunter2", "tt.aa expects a match for Enum['a'], got String"),
        ("Optional[Enum[a]]", "hunter2", "tt.aa expects a match for Enum['a'], got String"),
        (
            "Variant[Integer, Numeric]",
            "'4711'",
            "tt.aa << redacted value >> is not unabiguously convertable to Variant[Integer, Numeric]",
        ),
        (
            "Integer",
            "'99999999999999999999'",
            "tt.aa the number << redacted value >> is outside the range of Integer, which has 64 bits",
        ),
        ("Variant[String[99], Enum['08']]", "'08'", "= '08'"),
    ] {
        let definition = tt(&format!("sensitive: true, type: \"{data_type}\""));
        let munged = definition.attribute("aa").unwrap().munge_command_line(&value(given));
        assert_eq!(shown(munged), expected);
    }
    let definition = tt("sensitive: true, type: 'Hash[String, Enum[a]]'");
    let failure = definition.attribute("aa").unwrap().check(&value("{k: hunter2}")).unwrap_err();
    assert!(!failure.to_string().contains("hunter2"), "{failure}");
}

#[test]
fn refused_secrets_are_not_shown() {
    let secret = Value::array([Value::sensitive("hunter2".into()), "plain".into()]);
    let definition = tt_of("Array[Enum[a]]");
    let failure = definition.attribute("aa").unwrap().check(&secret).unwrap_err();
    assert!(!failure.to_string().contains("hunter2"));
    // The usual message, except for what is quoted.
    let expected = mismatch::explain_secret("tt.aa", definition.attribute("aa").unwrap().data_type(), &secret);
    assert_eq!(Some(failure.to_string()), expected);
}

#[test]
fn a_state_may_be_a_symbol_instead_of_a_value() {
    let definition = tt("type: Integer, accepts: 'Variant[Integer, String]', states: [absent]");
    let port = definition.attribute("aa").unwrap();
    let absent = Value::Symbol("absent".into());
    assert_eq!(port.check(&absent).unwrap(), absent);
    assert_eq!(port.munge_command_line(&absent).unwrap(), absent);
    assert!(port.check(&"absent".into()).is_err() && port.check(&Value::Symbol("other".into())).is_err());
    assert_eq!(port.accepted_type().to_string(), "Variant[Integer, String]");
    assert_eq!(definition.check_schema(&crate::State::new().with("aa", absent)), Ok(()));
    let plain = tt("type: Integer");
    assert_eq!(plain.attribute("aa").unwrap().accepted_type().to_string(), "Integer");
}

#[test]
fn what_a_manifest_may_write_is_a_type_and_states_are_words() {
    let refused = |fields: &str| {
        let text = format!("{{name: tt, attributes: {{aa: {{behaviour: namevar, type: Integer, {fields}}}}}}}");
        read(&text).unwrap_err().to_string()
    };
    assert_eq!(refused("accepts: 5"), "`tt.aa` must have `accepts` as a type in a String, not as `Integer`");
    assert!(refused("accepts: 'Integer['").contains("could not be parsed"));
    assert_eq!(refused("states: absent"), "`tt.aa` must have `states` as an Array of words, not as `String`");
    assert_eq!(refused("states: [5]"), "`tt.aa` must have `states` as an Array of words, not as `Array`");
}

#[test]
fn values_that_may_be_wrapped_are_hidden_only_if_they_are() {
    let hides = |fields: &str, value: &Value| {
        let definition = tt(&format!("type: 'Variant[String, Sensitive[String]]'{fields}"));
        let attribute = definition.attribute("aa").unwrap();
        (attribute.may_hide(), attribute.hides(value), attribute.is_sensitive())
    };
    assert_eq!(hides("", &5.into()), (true, true, false));
    assert_eq!(hides(", sensitive: when_wrapped", &5.into()), (false, false, false));
    assert_eq!(hides(", sensitive: true", &"a".into()), (true, true, true));
    assert_eq!(hides(", states: [absent]", &Value::Symbol("absent".into())), (true, false, false));
}
