//! The events and values of 66 documents in Psych, and error messages.

use libyaml_safer::{EventData, ScalarStyle};
use serde_json::{Value as Json, json};

use super::{events::Events, tag_comma::TagCommas, *};
use crate::time::Timespan;

/// The events of a text in the form of `psych-cases.json`; null if there is an error.
fn events(text: &str) -> Json {
    let source = TagCommas::new(text);
    let mut events = Events::new(&source);
    let mut shown = Vec::new();
    loop {
        match events.next() {
            Ok(Some((event, _))) => shown.extend(event_line(&event)),
            Ok(None) => return json!(shown),
            Err(_) => return Json::Null,
        }
    }
}

fn event_line(event: &EventData) -> Option<String> {
    let properties = |anchor: &Option<String>, tag: &Option<String>| {
        let anchor = if anchor.is_some() { "&" } else { "" };
        let tag = tag.as_ref().map(|tag| format!("<{tag}>")).unwrap_or_default();
        format!("{anchor}{tag}")
    };
    Some(match event {
        EventData::StreamStart { .. } | EventData::StreamEnd => return None,
        EventData::DocumentStart { .. } => "+DOC".to_owned(),
        EventData::DocumentEnd { .. } => "-DOC".to_owned(),
        EventData::SequenceStart { anchor, tag, .. } => format!("+SEQ {}", properties(anchor, tag)),
        EventData::SequenceEnd => "-SEQ".to_owned(),
        EventData::MappingStart { anchor, tag, .. } => format!("+MAP {}", properties(anchor, tag)),
        EventData::MappingEnd => "-MAP".to_owned(),
        EventData::Alias { .. } => "*".to_owned(),
        EventData::Scalar { anchor, tag, value, style, .. } => {
            let style = match style {
                ScalarStyle::SingleQuoted => '\'',
                ScalarStyle::DoubleQuoted => '"',
                ScalarStyle::Literal => '|',
                ScalarStyle::Folded => '>',
                _ => ':',
            };
            format!("={}{style}{value}", properties(anchor, tag))
        }
    })
}

fn encode(value: &Value) -> Json {
    match value {
        Value::Undef => Json::Null,
        Value::Boolean(value) => json!(value),
        Value::Integer(number) => json!(number),
        Value::Float(_) => json!({"F": value.to_string()}),
        Value::String(text) => json!(text.as_str()),
        Value::Symbol(name) => json!({"S": name.as_str()}),
        Value::Array(items) => items.iter().map(encode).collect(),
        Value::Hash(hash) => {
            json!({"H": hash.iter().map(|(key, value)| [encode(key), encode(value)]).collect::<Vec<_>>()})
        }
        other => panic!("not data: {other:?}"),
    }
}

#[test]
fn documents_have_the_events_and_values_of_psych() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("../../tests/data/psych-cases.json")).unwrap();
    for case in &cases {
        let text = case["yaml"].as_str().unwrap();
        assert_eq!(events(text), case["events"], "events of {text:?}");
        let expected = &case["value"];
        match parse(text) {
            Ok(value) => assert_eq!(encode(&value), *expected, "value of {text:?}"),
            Err(YamlError { problem: YamlProblem::BigInteger(_), at: Some(at) }) => {
                assert_eq!((case["name"].as_str(), at), (Some("ints"), Position { line: 12, column: 4 }));
                // Without the one line that cannot be represented as a value, the rest is there.
                let value = parse(&text.replace("l: 12345678901234567890\n", "")).unwrap();
                let pairs = expected["H"].as_array().unwrap();
                let rest: Vec<_> = pairs.iter().filter(|pair| pair[0] != "l").collect();
                assert_eq!(encode(&value), json!({"H": rest}));
                let node = first_document("12345678901234567890").unwrap().unwrap();
                let Some(Ok(Scalar::BigInteger(number))) = node.scalar() else { panic!("{node:?}") };
                assert_eq!(number.to_string(), "12345678901234567890");
            }
            Err(error) => {
                // The recorded messages begin with the class, and are truncated.
                let recorded = expected["E"].as_str().unwrap_or_default();
                let (_, message) = recorded.split_once(": ").unwrap_or_default();
                assert!(!message.is_empty() && error.to_string().starts_with(message), "{text:?}: {error}, {recorded}");
            }
        }
    }
    assert_eq!(cases.len(), 66);
}

#[track_caller]
fn check_error(text: &str, message: &str, line: u64, column: u64) {
    let error = parse(text).unwrap_err();
    assert_eq!((error.to_string().as_str(), error.at), (message, Some(Position { line, column })), "{text:?}");
}

#[test]
fn errors_have_a_location() {
    check_error("a:\n  - 2024-01-02", "Tried to load unspecified class: Date", 2, 5);
    check_error("a: 2024-01-02 03:04:05", "Tried to load unspecified class: Time", 1, 4);
    check_error("a:\n  b: *c", "Unknown alias: c", 2, 6);
    check_error("a: &b [1, *b]", "alias 'b' refers to a node that contains it at line 1 column 11", 1, 11);
    check_error("é: 0xFFFFFFFFFFFFFFFF", "integer 18446744073709551615 is beyond 64 bits at line 1 column 4", 1, 4);
    check_error("- !!binary /w==", "binary content is not UTF-8 text at line 1 column 3", 1, 3);
    check_error("- !!float x", "invalid value for Float(): \"x\"", 1, 3);
    check_error("- !map: {}", "tag '!map:' cannot be used here at line 1 column 3", 1, 3);
}

#[test]
fn columns_ignore_the_spaces_after_tags() {
    check_error("[!a, 1]: [!,!,*x]", "Unknown alias: x", 1, 15);
    check_error("[!a,\r\n!b,*x]", "Unknown alias: x", 2, 4);
    assert_eq!(format!("{:?}", parse("'!,': [!,'!,']").unwrap()), "{'!,' => [undef, '!,']}");
}

#[test]
fn a_tag_before_a_comma_may_follow_a_quote_at_once() {
    assert!(parse("{-!,?!,'!'!,").is_err());
    assert!(parse("['!'!,a]").is_err());
}

#[test]
fn a_long_integer_is_cut_in_the_message() {
    let message = parse(&"9".repeat(1000)).unwrap_err().to_string();
    assert_eq!(message, format!("integer {}… is beyond 64 bits at line 1 column 1", "9".repeat(60)));
    let Some(Ok(Scalar::BigInteger(number))) =
        first_document("-0b1000000000000000000000000000000000000000000000000000000000000000000")
            .unwrap()
            .unwrap()
            .scalar()
    else {
        panic!("not a big integer")
    };
    assert_eq!(number.to_string(), "-73786976294838206464");
}

#[test]
fn an_alias_shares_its_value() {
    let value = parse("a: &x {b: 1}\nc: *x").unwrap();
    let hash = value.as_hash().unwrap();
    let (Some(Value::Hash(one)), Some(Value::Hash(two))) = (hash.get_str("a"), hash.get_str("c")) else {
        panic!("not hashes")
    };
    assert!(std::sync::Arc::ptr_eq(one, two));
}

#[test]
fn only_data_is_written() {
    let path = |inner| Value::hash([("a".into(), Value::array([1.into(), inner]))]);
    let message = |value: Value| write(&value).unwrap_err().to_string();
    assert_eq!(message(Value::Default), "cannot write the value default as YAML");
    assert_eq!(message(path(Value::Default)), "cannot write the value default as YAML at ['a'][1]");
    assert_eq!(message(path(Timespan::from_seconds(1).into())), "cannot write a Timespan as YAML at ['a'][1]");
    let secret = Value::sensitive("s3cret".into());
    let error = write(&path(secret.clone())).unwrap_err();
    assert_eq!(error.to_string(), "refusing to write a Sensitive value as YAML at ['a'][1]");
    assert!(!format!("{error:?}").contains("s3cret"));
    let key = write(&Value::hash([(Value::array([secret]), 1.into())])).unwrap_err();
    assert!(!format!("{key} {key:?}").contains("s3cret"), "{key}");
}

mod reference {
    //! The library that reads YAML also has an emitter, which is a port of the one that Psych uses. It differs only where
    //! characters are written as escapes.

    use libyaml_safer::{Emitter, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};
    use proptest::prelude::*;

    use super::super::{WriteOptions, style, write_with};
    use crate::Value;

    fn event(emitter: &mut Emitter<'_>, event: Event) {
        emitter.emit(event).unwrap();
    }

    fn scalar(emitter: &mut Emitter<'_>, text: &str, tag: Option<&str>, is_string: bool, style: ScalarStyle) {
        event(emitter, Event::scalar(None, tag, text, tag.is_none(), is_string, style));
    }

    fn put(emitter: &mut Emitter<'_>, value: &Value, tag: Option<&str>) {
        match value {
            Value::Undef => scalar(emitter, "", None, false, ScalarStyle::Any),
            Value::String(text) if text == "<<" => {
                scalar(emitter, text, Some("tag:yaml.org,2002:str"), false, ScalarStyle::SingleQuoted);
            }
            Value::String(text) => scalar(emitter, text, None, true, style::of(text)),
            Value::Symbol(name) if name.is_empty() => {
                scalar(emitter, "", Some("!ruby/symbol"), false, ScalarStyle::Any);
            }
            Value::Symbol(name) => scalar(emitter, &format!(":{name}"), None, false, ScalarStyle::Any),
            Value::Array(items) => {
                event(emitter, Event::sequence_start(None, None, true, SequenceStyle::Block));
                items.iter().for_each(|item| put(emitter, item, None));
                event(emitter, Event::sequence_end());
            }
            Value::Hash(hash) => {
                event(emitter, Event::mapping_start(None, tag, tag.is_none(), MappingStyle::Block));
                for (key, value) in hash.iter() {
                    put(emitter, key, None);
                    put(emitter, value, None);
                }
                event(emitter, Event::mapping_end());
            }
            number => scalar(emitter, &number.to_string(), None, false, ScalarStyle::Any),
        }
    }

    fn expected(value: &Value, tag: Option<&str>) -> String {
        let mut bytes = Vec::new();
        {
            let mut emitter = Emitter::new();
            emitter.set_output_string(&mut bytes);
            emitter.set_unicode(true);
            event(&mut emitter, Event::stream_start(Encoding::Utf8));
            event(&mut emitter, Event::document_start(None, &[], false));
            put(&mut emitter, value, tag);
            event(&mut emitter, Event::document_end(true));
            event(&mut emitter, Event::stream_end());
        }
        String::from_utf8(bytes).unwrap()
    }

    fn text() -> impl Strategy<Value = String> {
        let words = "(a|b1|_|[ :#'\"\\-/.,\\[\\]{}~?!&*@%`|>=]|yes|no|1|0x|: | #|---|\n|\r|\t|\u{85}|\u{2028}|é){0,8}";
        prop_oneof![
            4 => "[a-z_]{1,10}",
            2 => words,
            1 => "[a-z ':]{60,120}",
            1 => "[a-zé \"\t\n]{60,200}",
            1 => "(true|null|y|n|~|1e3|:sym|0o7|08|12:30|2024-01-01|<<|\\.\\.\\.|-|\\?)",
            1 => any::<String>().prop_map(|text| text.replace(|letter| letter > '\u{ffff}' || letter == '\u{7eff}', "")),
        ]
    }

    fn value() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            6 => text().prop_map(Value::from),
            1 => Just(Value::Undef),
            1 => any::<bool>().prop_map(Value::Boolean),
            1 => any::<i64>().prop_map(Value::Integer),
            1 => text().prop_map(|name| Value::Symbol(name.into())),
        ];
        scalar.prop_recursive(5, 40, 5, |inner| {
            let key = prop_oneof![
                8 => text().prop_map(Value::from),
                1 => text().prop_map(|name| Value::Symbol(name.into())),
                1 => any::<i64>().prop_map(Value::Integer),
                1 => inner.clone(),
            ];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::array),
                prop::collection::vec((key, inner), 0..5).prop_map(Value::hash),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn values_are_written_as_the_reference_writes_them(value in value(), tagged in any::<bool>()) {
            let tag = (tagged && matches!(value, Value::Hash(_))).then_some("!ruby/object:A::B");
            prop_assert_eq!(write_with(&value, WriteOptions { tag, offset: None }), Ok(expected(&value, tag)));
        }
    }

    #[test]
    fn characters_are_escaped_as_psych_escapes_them() {
        let written = |text: &str| super::super::write(&Value::from(text)).unwrap();
        assert_eq!(written("a😀"), "--- \"a\\U0001F600\"\n");
        assert_eq!(written("\u{7eff}"), "--- \u{7eff}\n");
        assert_eq!(written("\u{feff}\u{7f}\0"), "--- \"\\uFEFF\\x7F\\0\"\n");
    }
}
