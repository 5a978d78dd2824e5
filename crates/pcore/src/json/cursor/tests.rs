//! A cursor reads what JSON allows, and nothing else.

use proptest::prelude::*;

use super::{super::parse, *};

fn value(text: &str) -> Option<Value> {
    Cursor::new(text).document()
}

#[test]
fn a_cursor_reads_common_values_like_the_parser() {
    for text in [
        "null",
        "true",
        "false",
        "0",
        "-1",
        "-0",
        "-0.0",
        "1.5",
        "-12.5E-3",
        "1e+3",
        "9223372036854775807",
        "-9223372036854775808",
        r#""""#,
        r#""caf\u00e9 \ud83d\ude00 \"\\\/\b\f\n\r\t""#,
        "\"ä and a text of more than eight bytes, without escapes\"",
        r#"["a", [], {}, [1, {"x": {"y": null}, "x": 2}]]"#,
        " [ 1 , 2 ] ",
    ] {
        assert_eq!(value(text), parse(text).ok(), "{text}");
        assert!(value(text).is_some(), "{text}");
    }
}

#[test]
fn other_values_are_refused() {
    for text in [
        "1.",
        "1.e3",
        ".5",
        "1e",
        "1e400",
        "--1",
        "1-1",
        "01",
        "-",
        "+1",
        "9223372036854775808",
        "nul",
        "truth",
        "fals e",
        "]",
        "}",
        "[1,]",
        "[1 2]",
        r#"{"a" 1}"#,
        r#"{"a": 1,}"#,
        "{1: 2}",
        "'a'",
        r#""\x""#,
        r#""\ud800""#,
        r#""\ud800\u0041""#,
        r#""\udc00""#,
        r#""\u12g4""#,
        "\"\n\"",
        "\"a tab\tfar away from the start\"",
    ] {
        assert_eq!(value(text), None, "{text}");
    }
}

#[test]
fn values_are_nested_up_to_a_limit() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(value(&nested(MAX_DEPTH - 1)).is_some());
    assert_eq!(value(&nested(MAX_DEPTH)), None);
    assert_eq!(value(&"[".repeat(1_000_000)), None);
}

#[test]
fn truncated_texts_are_refused() {
    let text =
        r#"{"name": "caf\u00e9 \ud83d\ude00\n", "numbers": [1, -20, 1.5e3, true, false, null], "x": {"y": "z"}}"#;
    for end in 0..text.len() {
        assert_eq!(value(&text[..end]), None, "{end}");
    }
}

proptest! {
    #[test]
    fn texts_read_back_unchanged(text in any::<String>(), escaped in any::<bool>()) {
        let mut written = super::super::write(&Value::from(text.as_str())).unwrap();
        if escaped {
            written = written.chars().flat_map(|letter| match letter {
                letter if letter.is_ascii() => vec![letter],
                letter => {
                    let mut units = [0; 2];
                    letter.encode_utf16(&mut units).iter().flat_map(|unit| format!("\\u{unit:04x}").chars().collect::<Vec<_>>()).collect()
                }
            }).collect();
        }
        prop_assert_eq!(value(&written), Some(Value::from(text)));
    }

    #[test]
    fn a_cursor_never_disagrees_with_the_parser(text in r#"[\[\]{}",:\\ 0-9a-fnrtu\-.é]{0,24}"#) {
        let other = serde_json::from_str::<serde_json::Value>(&text);
        if value(&text).is_some() {
            prop_assert!(other.is_ok());
        }
    }
}
