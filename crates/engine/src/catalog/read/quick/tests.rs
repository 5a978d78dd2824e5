//! The streaming reader and the thorough reader agree.

use pcore::NoNames;

use super::{super::thorough, *};

fn quickly(text: &str) -> Option<Catalog> {
    read(text.as_bytes(), &NoNames).unwrap()
}

/// The results of both readers: the quick one may have none, but never another one.
fn both(text: &str) -> (Option<Catalog>, Option<Catalog>) {
    (quickly(text), thorough(text, &NoNames).ok())
}

#[test]
fn a_real_catalog_is_read_quickly() {
    let text = include_str!("../../../../tests/golden/catalog-sample.json");
    let (quick, thorough) = both(text);
    assert!(quick.is_some());
    assert_eq!(quick, thorough);
}

#[test]
fn well_formed_catalogs_are_the_same() {
    for text in [
        "{}",
        r#"{"name": null, "version": "1.0", "resources": null, "edges": [], "classes": ["a"], "tags": ["A::B", "a"]}"#,
        r#"{"resources": [{"type": "class", "title": "a::b", "tags": null, "exported": null, "parameters": null}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {"message": null, "Noop": true}}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {"x": {"__ptype": "Binary", "__pvalue": "eA=="}}}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {"x": "1"}, "sensitive_parameters": ["x"]}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "\u0061\n", "line": 4294967295, "kind": "compilable_type"}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "tags": ["one", "one", "two::three"]}],
            "edges": [{"source": "Notify[a]", "target": "notify[a]"}]}"#,
    ] {
        let (quick, thorough) = both(text);
        assert!(quick.is_some(), "{text}");
        assert_eq!(quick, thorough, "{text}");
    }
}

#[test]
fn anything_else_needs_the_thorough_reader() {
    for text in [
        "",
        "[]",
        "{} {}",
        r#"{"name": 1}"#,
        r#"{"name": "a", "name": "b"}"#,
        r#"{"other": 1}"#,
        r#"{"version": 1.5}"#,
        r#"{"version": true}"#,
        r#"{"metadata": []}"#,
        r#"{"catalog_format": 18446744073709551616}"#,
        r#"{"resources": [{"type": "Notify"}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "line": -1}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "tags": ["a b"]}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {"x": 1.5}}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {"x": 1, "x": 2}}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": []}]}"#,
        r#"{"resources": [{"type": "Notify", "title": "a"}, {"type": "notify", "title": "a"}]}"#,
        r#"{"resources": [], "edges": [{"source": "Notify[a]", "target": "Notify[a]"}]}"#,
        r#"{"resources": [], "edges": [{"source": "Notify", "target": "Notify"}]}"#,
    ] {
        assert!(quickly(text).is_none(), "{text}");
    }
}

#[test]
fn a_document_that_is_nested_too_deeply_is_no_crash() {
    let deep = format!(r#"{{"metadata": {}}}"#, "[".repeat(100_000));
    assert!(quickly(&deep).is_none());
    let nested = format!(r#"{{"metadata": {{"x": {}{}}}}}"#, "[".repeat(90), "]".repeat(90));
    let (quick, thorough) = both(&nested);
    assert_eq!(quick, thorough);
}

/// Returns so many bytes at a time, and may fail at the end.
struct Dribble<'t> {
    text: &'t [u8],
    step: usize,
    fails: bool,
}

impl io::Read for Dribble<'_> {
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

#[test]
fn a_catalog_that_is_longer_than_a_piece_is_the_same() {
    // Wherever a piece ends: in names, texts with escapes, numbers, letters of several bytes and between values.
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
            r#"{}{{"edges": [{}], "version": 1700000000, "resources": [{{"type": "Stage", "title": "main"}}, {}]}}"#,
            " ".repeat(padding),
            edges.join(","),
            resources.join(" , "),
        );
        let quick = quickly(&text).unwrap();
        assert_eq!(quick.resources.len(), 1501);
        assert_eq!(quick.containment.len(), 1500);
        if padding == 0 {
            assert_eq!(Some(&quick), thorough(&text, &NoNames).ok().as_ref());
            let dribble = Dribble { text: text.as_bytes(), step: 1000, fails: false };
            assert_eq!(Some(quick), read(dribble, &NoNames).unwrap());
        }
    }
}

#[test]
fn a_value_that_is_longer_than_a_piece_is_whole() {
    let content = "x".repeat(1_000_000);
    let text =
        format!(r#"{{"resources": [{{"type": "Notify", "title": "a", "parameters": {{"message": "{content}"}}}}]}}"#);
    assert_eq!(quickly(&text).unwrap().resources[0].parameter("message"), Some(&Value::from(content)));
    for end in [0, 1, 20, 500_000, text.len() - 1] {
        assert!(quickly(&text[..end]).is_none(), "{end}");
    }
}

#[test]
fn an_input_that_fails_is_reported() {
    let text = br#"{"resources": [{"type": "Notify", "ti"#;
    let failing = Dribble { text, step: 7, fails: true };
    assert_eq!(read(failing, &NoNames).unwrap_err().to_string(), "it is gone");
    let broken = Dribble { text: b"{\"name\": \"\xff\"}", step: 7, fails: false };
    assert!(read(broken, &NoNames).unwrap().is_none());
}
