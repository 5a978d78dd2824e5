//! Wherever a chunk of the text ends, the values are those that the parser reads.

use pcore::NoNames;
use proptest::prelude::*;

use super::*;
use crate::Catalog;

fn value(text: &str) -> Reading<Value> {
    let mut input = text.as_bytes();
    let mut cursor = Cursor::new(&mut input, usize::MAX);
    let value = cursor.value()?;
    cursor.end()?;
    Ok(value)
}

#[test]
fn values_and_errors_are_those_of_the_parser() {
    for text in [
        "null",
        "true",
        "false",
        "0",
        "-0",
        "-1",
        "1.5",
        "1e3",
        "9223372036854775807",
        "-9223372036854775808",
        r#""""#,
        r#""caf\u00e9 \ud83d\ude00 \"\\\/\b\f\n\r\t""#,
        r#"["a", [], {}, [1, {"x": {"y": null}, "x": 2}]]"#,
        " [ 1 , 2 ] ",
        "9223372036854775808",
        "[\n 1,\n  9223372036854775808]",
        "\n  nul",
        "truth",
        "01",
        "-",
        "+1",
        "]",
        "[1,]",
        "[1 2]",
        "{\"a\"\n 1}",
        r#"{"a": 1,}"#,
        "{1: 2}",
        "'a'",
        r#""\x""#,
        r#""\ud800""#,
        "\"\n\"",
        "\"a tab\tfar away from the start\"",
    ] {
        assert_eq!(value(text).map_err(|error| *error), json::parse(text).map_err(CatalogError::Json), "{text}");
    }
}

#[test]
fn truncated_texts_are_errors() {
    let text = r#"{"name": "caf\u00e9 \ud83d\ude00\n", "numbers": [1, -20, true, false, null], "x": {"y": "z"}}"#;
    for end in 0..text.len() {
        assert_eq!(value(&text[..end]).map_err(|error| *error), json::parse(&text[..end]).map_err(CatalogError::Json));
    }
}

#[track_caller]
fn check(text: &str, path: &str, expected: (usize, usize)) {
    let path: JsonPath = path.parse().expect("a path");
    let mut input = text.as_bytes();
    let found = Cursor::new(&mut input, usize::MAX).keeping(|cursor| {
        cursor.value()?;
        Ok(cursor.locate(0, &path))
    });
    assert_eq!(found, Ok(expected), "{path} in {text}");
}

#[test]
fn a_value_is_found_in_its_line_and_column() {
    let text = "{\n  \"a\": [1, {\"b\\\"]\": null}, \"x,]\" ],\n  \"c\" : {\"d\": true}\n}";
    check(text, "$", (1, 1));
    check(text, "$['a']", (2, 8));
    check(text, "$['a'][0]", (2, 9));
    check(text, "$['a'][1]['b\"]']", (2, 21));
    check(text, "$['a'][2]", (2, 28));
    check(text, "$['c']['d']", (3, 15));
}

#[test]
fn what_is_not_there_is_found_where_it_should_be() {
    check("{\"a\": [1]}", "$['a'][5]", (1, 7));
    check("{\"a\": []}", "$['a'][0]", (1, 7));
    check("{\"a\": 1}", "$['b']", (1, 1));
}

#[test]
fn of_a_key_that_is_there_twice_the_last_value_is_found() {
    check("{\"a\": 1, \"a\": 2}", "$['a']", (1, 15));
}

/// Returns so many bytes at a time, and may fail at the end.
struct Dribble<'t> {
    text: &'t [u8],
    step: usize,
    fails: bool,
}

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.step.min(buffer.len()).min(self.text.len());
        if length == 0 && self.fails {
            return Err(io::Error::other("it is gone"));
        }
        let (now, later) = self.text.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.text = later;
        Ok(length)
    }
}

fn catalog(text: impl AsRef<[u8]>) -> Result<Catalog, CatalogError> {
    Catalog::from_reader(text.as_ref(), &NoNames)
}

#[test]
fn a_catalog_that_is_longer_than_a_chunk_is_the_same() {
    // Wherever a chunk ends: in names, texts with escapes, numbers, letters of several bytes and between values.
    for padding in 0..60 {
        let mut resources = Vec::new();
        let mut edges = Vec::new();
        for number in 0..1500 {
            let content = "ä\\n\\u00e4 \\\"".repeat(number % 40);
            resources.push(format!(
                r#"{{"type": "Notify", "title": "é{number}", "line": 4294967, "parameters": {{"message": "{content}"}}}}"#
            ));
            edges.push(format!(r#"{{"source": "Stage[main]", "target": "Notify[é{number}]"}}"#));
        }
        let text = format!(
            "{}{{\"edges\": [{}],\n \"version\": 1700000000, \"resources\": [{{\"type\": \"Stage\", \"title\": \"main\"}}, {}]}}",
            " ".repeat(padding),
            edges.join(","),
            resources.join(" , "),
        );
        let read = catalog(&text).unwrap();
        assert_eq!((read.resources.len(), read.containment.len()), (1501, 1500));
        for (resource, number) in read.resources.iter().skip(1).zip(0..) {
            assert_eq!(resource.title, format!("é{number}"));
            assert_eq!(resource.parameter("message"), Some(&Value::from("ä\nä \"".repeat(number % 40))));
        }
        if padding == 0 {
            let dribble = Dribble { text: text.as_bytes(), step: 1000, fails: false };
            assert_eq!(Catalog::from_reader(dribble, &NoNames), Ok(read));
        }
        // Errors know where they are.
        let last = text.rfind("4294967").unwrap();
        let broken = format!("{}true{}", &text[..last], &text[last + 7..]);
        let column = last - text.find('\n').unwrap();
        assert_eq!(
            catalog(&broken).unwrap_err().to_string(),
            format!("$['resources'][1500]['line']: expects a whole number, got a boolean (line: 2, column: {column})"),
        );
    }
}

#[test]
fn a_value_that_is_longer_than_a_chunk_is_whole() {
    let content = "x".repeat(1_000_000);
    let text =
        format!(r#"{{"resources": [{{"type": "Notify", "title": "a", "parameters": {{"message": "{content}"}}}}]}}"#);
    assert_eq!(catalog(&text).unwrap().resources[0].parameter("message"), Some(&Value::from(content)));
    for end in [0, 1, 20, 500_000, text.len() - 1] {
        let error = catalog(&text[..end]).unwrap_err().to_string();
        assert!(error.starts_with("EOF while parsing a ") && error.ends_with(&format!("column: {end})")), "{error}");
    }
}

#[test]
fn an_input_that_fails_is_reported() {
    let text = br#"{"resources": [{"type": "Notify", "ti"#;
    let failing = Dribble { text, step: 7, fails: true };
    assert_eq!(Catalog::from_reader(failing, &NoNames).unwrap_err().to_string(), "it is gone");
    assert_eq!(catalog(b"{\"name\": \"\xff\"}").unwrap_err(), CatalogError::NotUtf8 { offset: 10 });
    assert_eq!(catalog(b"{\"name\": \"\xc3").unwrap_err(), CatalogError::NotUtf8 { offset: 10 });
}

#[test]
fn an_input_has_a_limit() {
    let read = |limit| Cursor::new(&mut &b"[1, 2, 3]"[..], limit).value().map_err(|error| error.to_string());
    assert!(read(9).is_ok());
    assert_eq!(read(8), Err("it is longer than the limit of 8 bytes".into()));
}

proptest! {
    #[test]
    fn texts_read_back_unchanged(text in any::<String>(), escaped in any::<bool>()) {
        let mut written = json::write(&Value::from(text.as_str())).unwrap();
        if escaped {
            written = written.chars().flat_map(|letter| match letter {
                letter if letter.is_ascii() => vec![letter],
                letter => {
                    let mut units = [0; 2];
                    letter.encode_utf16(&mut units).iter().flat_map(|unit| format!("\\u{unit:04x}").chars().collect::<Vec<_>>()).collect()
                }
            }).collect();
        }
        prop_assert_eq!(value(&written), Ok(Value::from(text)));
    }

    #[test]
    fn a_cursor_never_disagrees_with_the_parser(text in r#"[\[\]{}",:\\ 0-9a-fnrtu\-.é]{0,24}"#) {
        prop_assert_eq!(value(&text).ok(), json::parse(&text).ok());
    }
}
