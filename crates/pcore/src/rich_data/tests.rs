//! What rich data reads and writes, case by case.

use std::sync::Arc;

use super::*;
use crate::{
    NoNames,
    types::{Type, TypeAlias},
    value::LazyIterator,
};

#[track_caller]
fn reads(text: &str, expected: &str) {
    let value = from_json(text, &NoNames).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(format!("{value:?}"), expected, "for {text}");
}

#[track_caller]
fn refuses(text: &str, expected: &str) {
    match from_json(text, &NoNames) {
        Ok(value) => panic!("{text} was read as {value:?}"),
        Err(error) => assert_eq!(error.to_string(), expected, "for {text}"),
    }
}

#[test]
fn plain_data_is_unchanged() {
    reads(r#"{"a": [1, 2.5, true, null, "x"], "b": {}}"#, "{'a' => [1, 2.5, true, undef, 'x'], 'b' => {}}");
    reads(r#"{"__ptype": 1, "x": 2}"#, "{'__ptype' => 1, 'x' => 2}");
}

#[test]
fn typed_hashes_are_decoded() {
    reads(r#"{"__ptype": "Default"}"#, "default");
    reads(r#"{"__ptype": "Hash", "__pvalue": [1, "one", null, [2]]}"#, "{1 => 'one', undef => [2]}");
    reads(r#"{"__ptype": "Regexp", "__pvalue": "a/b"}"#, r"/a\/b/");
    reads(r#"{"__ptype": "Timespan", "__pvalue": "1-02:03:04.5"}"#, "Timespan('1-02:03:04.5')");
    reads(r#"{"__ptype": "Timestamp", "__pvalue": "2020-01-01"}"#, "Timestamp('2020-01-01T00:00:00.000000000 UTC')");
    reads(r#"{"__ptype": "SemVerRange", "__pvalue": ">=1.0.0"}"#, "SemVerRange('>=1.0.0')");
    reads(r#"{"__ptype": "Sensitive", "__pvalue": "s3cret"}"#, "Sensitive [value redacted]");
}

#[test]
fn meta_types_are_decoded_to_types() {
    reads(r#"{"__ptype": "Pcore::IntegerType", "from": 1, "to": 2}"#, "Integer[1, 2]");
    reads(r#"{"__ptype": "Pcore::IntegerType", "__pvalue": {"from": 3}}"#, "Integer[3]");
}

#[test]
fn an_attribute_that_is_left_out_moves_the_others_up() {
    reads(r#"{"__ptype": "Pcore::IntegerType", "from": null, "to": 5}"#, "Integer[default, 5]");
    reads(r#"{"__ptype": "Pcore::IntegerType", "to": 5}"#, "Integer[5]");
    reads(r#"{"__ptype": "Pcore::ArrayType", "size_type": {"__ptype": "Pcore::IntegerType"}}"#, "Array[Integer]");
    reads(r#"{"__ptype": "Pcore::EnumType", "case_insensitive": true, "values": ["a"]}"#, "Enum['a', true]");
    refuses(
        r#"{"__ptype": "Pcore::EnumType", "case_insensitive": true}"#,
        "$['case_insensitive']: Pcore::EnumType expects a list of Strings",
    );
}

#[test]
fn local_references_are_replaced_by_their_targets() {
    reads(r#"[[1], {"__ptype": "LocalRef", "__pvalue": "$[0]"}]"#, "[[1], [1]]");
    reads(
        r#"{"a": {"b\n": [1]}, "c": {"__ptype": "LocalRef", "__pvalue": "$.a[\"b\\n\"]"}}"#,
        "{'a' => {\"b\\n\" => [1]}, 'c' => [1]}",
    );
}

#[test]
fn errors_have_the_path() {
    refuses(r#"{"a": [{"__ptype": "Foo"}]}"#, "$['a'][0]: No implementation mapping found for Puppet Type Foo");
    refuses(r#"[{"__ptype": "Hash", "__pvalue": 5}]"#, "$[0]: Hash expects a list of keys and values as __pvalue");
    refuses(
        r#"[{"__ptype": "LocalRef", "__pvalue": "$"}]"#,
        "$[0]: the local reference $ refers to a value that contains it",
    );
    refuses(
        r#"{"s": {"__ptype": "Sensitive", "__pvalue": {"__ptype": "Timestamp", "__pvalue": "s3cret"}}}"#,
        "$['s']: the content of the Sensitive is not rich data",
    );
}

#[track_caller]
fn writes(value: &Value, options: EncodeOptions, expected: &str) {
    assert_eq!(to_json(value, options).unwrap(), expected, "for {value:?}");
}

/// `type Tree = Hash[String, Tree]`.
fn tree() -> Value {
    let tree = TypeAlias::declare("Tree");
    tree.define(&Type::hash(Type::STRING, Type::Alias(Arc::clone(&tree)))).unwrap();
    Value::from(Type::Alias(tree))
}

#[test]
fn a_repeated_part_is_written_once() {
    let part = Value::array([Value::from(1)]);
    let value = Value::hash([("a".into(), part.clone()), ("b\n'".into(), part)]);
    let text = r#"{"a":[1],"b\n'":{"__ptype":"LocalRef","__pvalue":"$['a']"}}"#;
    writes(&value, EncodeOptions::default(), text);
    writes(&value, EncodeOptions::CATALOG, r#"{"a":[1],"b\n'":[1]}"#);
}

#[test]
fn keys_of_any_kind_are_steps_of_references() {
    let (one, two) = (Value::array([Value::from(5)]), Value::array([Value::from(7)]));
    let entries =
        [(Value::from(1), one.clone()), (Value::from(true), two.clone()), (Value::Undef, one), (1.5.into(), two)];
    let text = r#"{"__ptype":"Hash","__pvalue":[1,[5],true,[7],null,{"__ptype":"LocalRef","__pvalue":"$[1]"},1.5,{"__ptype":"LocalRef","__pvalue":"$[true]"}]}"#;
    let value = Value::hash(entries);
    writes(&value, EncodeOptions::default(), text);
    assert_eq!(from_json(text, &NoNames).unwrap(), value);
}

#[test]
fn a_value_under_a_key_without_a_path_is_written_again() {
    let part = Value::array([Value::from(1)]);
    let value =
        Value::hash([(Value::array([Value::from(2)]), part.clone()), ("b".into(), part.clone()), ("c".into(), part)]);
    let text = r#"{"__ptype":"Hash","__pvalue":[[2],[1],"b",[1],"c",{"__ptype":"LocalRef","__pvalue":"$['b']"}]}"#;
    writes(&value, EncodeOptions::default(), text);
}

#[test]
fn a_type_that_contains_itself_refers_to_itself() {
    let text = r#"{"__ptype":"Pcore::TypeAliasType","name":"Tree","type_expr":null,"resolved_type":{"__ptype":"Pcore::HashType","key_type":{"__ptype":"Pcore::StringType"},"value_type":{"__ptype":"LocalRef","__pvalue":"$"}}}"#;
    for options in [EncodeOptions::default(), EncodeOptions::CATALOG] {
        writes(&tree(), options, text);
    }
    let Value::Type(read) = from_json(text, &NoNames).unwrap() else { panic!("no type") };
    assert_eq!(read.expanded().to_string(), "Tree = Hash[String, Tree]");
    assert!(read.is_instance(&Value::hash([("leaf".into(), Value::hash([]))])));
}

#[test]
fn a_type_that_contains_itself_survives_within_a_secret() {
    let value = Value::array([Value::sensitive(tree()), tree()]);
    let text = to_json(&value, EncodeOptions::default()).unwrap();
    assert_eq!(from_json(&text, &NoNames).unwrap(), value);
}

#[test]
fn a_type_that_contains_itself_cannot_be_a_key() {
    let value = Value::hash([(tree(), Value::Undef)]);
    let error = encode(&value, EncodeOptions::default()).unwrap_err();
    let message = "Endless recursion detected when attempting to serialize value of class Tree";
    assert_eq!(error.to_string(), format!("$['resolved_type']['value_type']: {message}"));
}

#[test]
fn no_reference_leads_into_a_secret() {
    let secret = Value::array([Value::from("s3cret")]);
    let value = Value::array([Value::sensitive(secret.clone()), secret.clone(), secret]);
    let text = r#"[{"__ptype":"Sensitive","__pvalue":["s3cret"]},["s3cret"],{"__ptype":"LocalRef","__pvalue":"$[1]"}]"#;
    writes(&value, EncodeOptions::default(), text);
    refuses(
        r#"[{"__ptype": "Sensitive", "__pvalue": ["s3cret"]}, {"__ptype": "LocalRef", "__pvalue": "$[0][0]"}]"#,
        "$[1]: the local reference $[0][0] has no target",
    );
    reads(
        r#"[{"__ptype": "Sensitive", "__pvalue": ["s3cret"]}, {"__ptype": "LocalRef", "__pvalue": "$[0]"}]"#,
        "[Sensitive [value redacted], Sensitive [value redacted]]",
    );
}

#[test]
fn errors_do_not_give_secrets_away() {
    let value = Value::hash([("a".into(), Value::sensitive(Value::hash([("s3cret".into(), Value::from(f64::NAN))])))]);
    let error = encode(&value, EncodeOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "$['a']: the content of the Sensitive is not rich data");
    assert!(!format!("{error:?}").contains("s3cret"));
}

#[test]
fn references_that_multiply_are_counted() {
    let doubled = |level: usize| format!(r#"{{"__ptype":"LocalRef","__pvalue":"$[{level}]"}}"#);
    let levels = (0..60).map(|level| format!("[{0},{0}]", doubled(level)));
    let text = format!("[[1],{}]", levels.collect::<Vec<_>>().join(","));
    let error = from_json(&text, &NoNames).unwrap_err();
    assert!(error.to_string().ends_with("more than 5000000 values"), "{error}");
}

#[test]
fn types_that_multiply_are_counted() {
    let doubled = (0..50).fold(Type::STRING, |inner, _| Type::tuple([inner.clone(), inner]));
    let error = encode::encode(&Value::from(doubled), EncodeOptions::default(), 100_000).unwrap_err();
    assert!(error.to_string().ends_with("more than 5000000 values"), "{error}");
}

#[test]
fn cyclic_references_end() {
    refuses(
        r#"{"a": {"b": {"__ptype": "LocalRef", "__pvalue": "$['a']"}}}"#,
        "$['a']['b']: the local reference $['a'] refers to a value that contains it",
    );
    refuses(r#"{"__ptype": "LocalRef", "__pvalue": "$"}"#, "$: the local reference $ has no target");
    refuses(r#"{"__ptype": "LocalRef", "__pvalue": "a"}"#, "$: Unable to parse jsonpath \"a\"");
}

#[test]
fn depth_is_limited_in_both_directions() {
    let nested = |levels: usize| (0..levels).fold(Value::Undef, |inner, _| Value::array([inner]));
    assert!(to_json(&nested(MAX_DEPTH - 1), EncodeOptions::default()).is_ok());
    assert!(encode(&nested(MAX_DEPTH), EncodeOptions::default()).unwrap_err().to_string().ends_with("levels deep"));
    assert!(decode(&nested(MAX_DEPTH), &NoNames).is_ok());
    assert!(decode(&nested(MAX_DEPTH + 1), &NoNames).unwrap_err().to_string().ends_with("levels deep"));
    let optional = (0..MAX_DEPTH - 2).fold(Type::Any, |inner, _| Type::optional(inner));
    let text = to_json(&Value::from(optional.clone()), EncodeOptions::default()).unwrap();
    assert_eq!(from_json(&text, &NoNames).unwrap(), Value::from(optional));
}

#[test]
fn options_change_what_is_written() {
    writes(&Value::Symbol("a".into()), EncodeOptions::default(), r#"{"__ptype":"Symbol","__pvalue":"a"}"#);
    writes(&Value::Symbol("a".into()), EncodeOptions::CATALOG, r#""a""#);
}

#[test]
fn texts_keep_their_meaning() {
    let span = |text: &str| from_json(&format!(r#"{{"__ptype":"Timespan","__pvalue":"{text}"}}"#), &NoNames).unwrap();
    writes(&span("0-00:00:00.05"), EncodeOptions::default(), r#"{"__ptype":"Timespan","__pvalue":"0-00:00:00.05"}"#);
    writes(&span("-1-00:00:00.25"), EncodeOptions::default(), r#"{"__ptype":"Timespan","__pvalue":"-1-00:00:00.25"}"#);
    let options = crate::regexp::RegexpOptions { ignore_case: true, ..Default::default() };
    let regexp = crate::regexp::Regexp::with_options("a", options).unwrap();
    writes(&Value::from(regexp), EncodeOptions::default(), r#"{"__ptype":"Regexp","__pvalue":"(?i-mx:a)"}"#);
    writes(&Value::from(LazyIterator::range(1, 3)), EncodeOptions::default(), "[1,2,3]");
    let all = Value::from(LazyIterator::range(i64::MIN, i64::MAX));
    assert!(encode(&all, EncodeOptions::default()).unwrap_err().to_string().ends_with("more than 5000000 values"));
}

#[test]
fn a_document_does_not_redefine_known_types() {
    let alias = |name: &str| {
        format!(
            r#"{{"__ptype":"Pcore::TypeAliasType","name":"{name}","type_expr":null,"resolved_type":{{"__ptype":"Pcore::IntegerType"}}}}"#
        )
    };
    reads(&alias("Data"), "Data");
    reads(&alias("Port"), "Port = Integer");
    reads(&alias("String"), "String = Integer");
    refuses(
        r#"{"__ptype":"Pcore::TypeAliasType","name":"A","type_expr":null,"resolved_type":{"__ptype":"LocalRef","__pvalue":"$"}}"#,
        "$: Pcore::TypeAliasType: Type alias 'A' cannot be resolved to a real type",
    );
}

#[test]
fn errors_in_types_have_the_location() {
    refuses(
        r#"[{"__ptype":"Pcore::ArrayType","element_type":5}]"#,
        "$[0]['element_type']: Pcore::ArrayType expects a type",
    );
    refuses(
        r#"{"__ptype":"Pcore::IntegerType","from":5,"to":1}"#,
        "$: Pcore::IntegerType: 'from' must be less or equal to 'to'. Got (5, 1",
    );
    refuses(r#"{"__ptype":"Pcore::AnyType","a":1}"#, "$: Pcore::AnyType has no attribute named 'a'");
    refuses(
        r#"{"__ptype":"Pcore::NothingType"}"#,
        "$: No implementation mapping found for Puppet Type Pcore::NothingType",
    );
    refuses(
        r#"{"__ptype":"Pcore::StructType","elements":[{"__ptype":"Pcore::StructElement","key_type":1}]}"#,
        "$['elements'][0]['key_type']: Pcore::StructElement expects a type",
    );
}
