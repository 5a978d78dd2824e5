//! Properties of `new` that are not recorded: limits, secrets, clocks, the table of constructors.

use std::sync::Arc;

use super::*;
use crate::{TypeAlias, parse_literal, parse_type, types::builtin_names};

/// Calls `new` with the arguments as a manifest would write them, and displays the result.
fn answer(target: &str, arguments: &str) -> String {
    let target = parse_type(target).unwrap();
    let arguments = parse_literal(&format!("[{arguments}]")).unwrap();
    match new_instance(&target, arguments.as_array().unwrap()) {
        Ok(value) => format!("{value:?}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn check(target: &str, arguments: &str, expected: &str) {
    assert_eq!(answer(target, arguments), expected, "for {target}.new({arguments})");
}

#[test]
fn the_signatures_of_every_type_can_be_parsed() {
    for name in builtin_names() {
        let bare = parse_type(name).unwrap();
        for tuple in constructor_parameters(&bare).unwrap_or_default() {
            assert!(tuple.types.iter().all(|part| part.unresolved_reference().is_none()), "{name}");
        }
    }
}

#[test]
fn integers_stay_within_64_bits() {
    let range = "is outside Integer's range of -9223372036854775808 to 9223372036854775807";
    check("Integer", "'-9223372036854775808'", "-9223372036854775808");
    check("Integer", "'9223372036854775808'", &format!("9223372036854775808 {range}"));
    check("Integer", "'0xffffffffffffffff'", &format!("0xffffffffffffffff {range}"));
    check("Integer", "1e19", &format!("10000000000000000000 {range}"));
    check(
        "Integer",
        "'-9223372036854775808', 10, true",
        &format!("the absolute value of -9223372036854775808 {range}"),
    );
    check("Numeric", "'-9223372036854775808', true", &format!("the absolute value of -9223372036854775808 {range}"));
    let infinite = new_instance(&Type::INTEGER, &[Value::Float(f64::INFINITY)]).unwrap_err();
    assert_eq!(infinite.to_string(), format!("inf {range}"));
}

#[test]
fn numbers_are_read_as_ruby_reads_them() {
    check("Integer", "'0b11', 16", "2833");
    check("Integer", r#""-\n5""#, r#"invalid value for Integer(): "-\n5""#);
    check("Float", "'0'", "0.0");
    check("Float", "' 0b11'", r#"invalid value for Float(): " 0b11""#);
    check("Numeric", "' 1.5e3'", "1500.0");
    check("Numeric", "'- 0x5'", "-5");
    check("Integer", "{ from => '5', radix => 'x' }", "Illegal radix: x, expected 2, 8, 10, 16, or default");
    check(
        "Integer",
        "{ from => '5', abs => 1 }",
        "Integer.new has wrong type, entry 'abs' expects a Boolean value, got Integer",
    );
}

#[test]
fn trees_grow_as_their_paths_say() {
    check("Hash", "[[['a'], [1, 2]], [['a', 3], 'x']], 'tree'", "{'a' => [1, 2, undef, 'x']}");
    check("Hash", "[[['a'], [1, 2]], [['a', 3], 'x']], 'hash_tree'", "{'a' => {0 => 1, 1 => 2, 3 => 'x'}}");
    check("Hash", "[[['a'], [1, 2]], [['a', -1], 'x']], 'tree'", "{'a' => [1, 'x']}");
    check("Hash", "[[[['a'], 'b'], 2]], 'tree'", "{['a'] => {'b' => 2}}");
}

#[test]
fn trees_with_impossible_paths_are_refused() {
    let in_string = "the path of a tree contains 'b' in a value of type String";
    check("Hash", "[[['a'], 's'], [['a', 'b'], 'x']], 'tree'", in_string);
    check(
        "Hash",
        "[[['a'], [1]], [['a', 9, 'b'], 'x']], 'tree'",
        "the path of a tree contains '9' in a value of type Undef",
    );
    check("Hash", "[[[], 's']], 'tree'", "the path of a tree contains '' in a value of type String");
    check("Hash", "[[['a'], [1]], [['a', 9000000000000], 'x']], 'tree'", &ConversionError::TooMany.to_string());
}

#[test]
fn computed_sizes_are_limited() {
    check("Array", "9223372036854775807", &ConversionError::TooMany.to_string());
    check("Array", "Integer[1, 9223372036854775806]", &ConversionError::TooMany.to_string());
    check("Hash", "9223372036854775807", &ConversionError::TooMany.to_string());
    let path = vec!["'a'"; 1_000_000].join(", ");
    check("Hash", &format!("[[[{path}], 1]], 'tree'"), &ConversionError::TooDeep.to_string());
}

#[test]
fn only_the_caller_knows_the_time() {
    let stamp = parse_type("Timestamp").unwrap();
    assert!(matches!(new_instance(&stamp, &[]), Err(ConversionError::NeedsClock)));
    let now = Timestamp::from_seconds(1);
    assert_eq!(
        new_instance_in(&ConversionContext { now: Some(now), ..ConversionContext::default() }, &stamp, &[]).unwrap(),
        Value::from(now)
    );
}

#[test]
fn no_message_shows_what_a_sensitive_holds() {
    let secrets =
        ["'hunter2'", "/hunter2/", "Enum['hunter2']", "['hunter2', 'x']", "{ 'hunter2' => 1 }", "File['hunter2']"];
    for secret in secrets {
        let secret = Value::sensitive(parse_literal(secret).unwrap());
        let nested = Value::array([secret.clone(), Value::hash([("k".into(), secret.clone())])]);
        for name in
            builtin_names().chain(["Sensitive[Integer]", "Array[Integer]", "Hash[String, Integer]", "Init[Integer]"])
        {
            let target = parse_type(name).unwrap();
            for arguments in [vec![secret.clone()], vec![nested.clone()], vec!["x".into(), secret.clone()]] {
                if let Err(error) = new_instance(&target, &arguments) {
                    assert!(!error.to_string().contains("hunter2"), "{name}: {error}");
                    assert!(!format!("{error:?}").contains("hunter2"), "{name}: {error:?}");
                }
            }
        }
    }
}

#[test]
fn init_hands_on_to_the_type_in_its_brackets() {
    check("Init[Timespan]", "[1, 2, 3, 4]", "Timespan('1-02:03:04.0')");
    check("Init[Hash]", "[['a', 1]]", "{'a' => 1}");
    check("Init[Optional[Integer]]", "'5'", "Creation of new instance of type 'Optional[Integer]' is not supported");
    let wrong = "The type 'Init[Integer, 'x']' does not represent a valid set of parameters for Integer.new()";
    check("Init[Integer, 'x']", "'5'", wrong);
}

#[test]
fn an_init_of_itself_is_not_a_type() {
    let alias = TypeAlias::declare("Endless");
    let target = Type::Alias(Arc::clone(&alias));
    let names = |_: &str| Some(target.clone());
    assert!(alias.define(&crate::parse_type_with("Init[Endless]", &names).unwrap()).is_err());
}

#[test]
fn the_caller_can_provide_types() {
    let port = TypeAlias::declare("Port");
    port.define(&Type::integer(0, 65535)).unwrap();
    let names = |name: &str| (name == "Port").then(|| Type::Alias(Arc::clone(&port)));
    let context = ConversionContext { names: &names, ..ConversionContext::default() };
    let instance = new_instance_in(&context, &Type::Type(None), &["Array[Port]".into()]).unwrap();
    assert_eq!(instance.to_string(), "Array[Port]");
}

#[test]
fn bounds_of_times_are_read_as_new_reads_them() {
    assert_eq!(
        parse_type("Timespan[5, { minutes => 1 }]").unwrap().to_string(),
        "Timespan['0-00:00:05.0', '0-00:01:00.0']"
    );
    let error = parse_type("Timestamp[true]").unwrap_err().message;
    assert_eq!(error, "Unable to create a Puppet::Pops::Time::Timestamp from a TrueClass");
}
