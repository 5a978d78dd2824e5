//! What is read quickly is what is read thoroughly.

use pcore::NoNames;

use super::{super::thorough, *};

/// What both make of a text: the quick reader may have no answer, but none of its own.
fn both(text: &str) -> (Option<Catalog>, Option<Catalog>) {
    (read(text, &NoNames), thorough(text, &NoNames).ok())
}

#[test]
fn a_real_catalog_is_read_quickly() {
    let text = include_str!("../../../../tests/golden/catalog-sample.json");
    let (quick, thorough) = both(text);
    assert!(quick.is_some());
    assert_eq!(quick, thorough);
}

#[test]
fn what_is_in_order_is_the_same() {
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
fn anything_else_is_left_to_the_thorough_reader() {
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
        assert!(read(text, &NoNames).is_none(), "{text}");
    }
}

#[test]
fn a_document_that_is_nested_too_deeply_is_no_crash() {
    let deep = format!(r#"{{"metadata": {}}}"#, "[".repeat(100_000));
    assert!(read(&deep, &NoNames).is_none());
    let nested = format!(r#"{{"metadata": {{"x": {}{}}}}}"#, "[".repeat(120), "]".repeat(120));
    let (quick, thorough) = both(&nested);
    assert_eq!(quick, thorough);
}
