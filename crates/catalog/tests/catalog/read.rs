//! What is read of Puppet's JSON, and what is refused.

use catalog::{Catalog, CatalogError};
use pcore::{NoNames, Value};

fn read(text: &str) -> Result<Catalog, CatalogError> {
    Catalog::from_json(text, &NoNames)
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    assert_eq!(read(text).expect_err(text).to_string(), expected);
}

#[test]
fn the_sample_is_read() {
    let catalog = read(include_str!("../golden/catalog-sample.json")).unwrap();
    assert_eq!(catalog.name, "mynode");
    assert_eq!(catalog.version, Value::from(1));
    assert_eq!(catalog.code_id, None);
    assert_eq!(catalog.format, 2);
    assert_eq!(catalog.environment, "production");
    assert_eq!(catalog.classes, ["settings", "a"]);
    assert_eq!(catalog.resources.len(), 9);
    assert_eq!(catalog.containment[3], (3, 4));
    let notify = &catalog.resources[4];
    assert_eq!(notify.to_string(), "Notify[n1]");
    assert_eq!((notify.file.as_deref(), notify.line), (Some("/W/catalog-sample.pp"), Some(2)));
    assert_eq!(notify.parameter("message"), Some(&Value::sensitive(Value::from("s3"))));
    assert_eq!(notify.parameter("before"), Some(&Value::array([Value::from("Notify[n2]")])));
    let nested = catalog.resources[5].parameter("message").and_then(Value::as_array).unwrap();
    assert_eq!(nested[11], Value::sensitive(Value::from("nested")));
}

#[test]
fn keys_that_no_catalog_has_are_not_looked_at() {
    let text = r#"{"name": "n", "future": {"a": [1]}, "resources": [
        {"type": "Notify", "title": "a", "virtual": true, "aliases": 5, "ext": {}}]}"#;
    assert_eq!(read(text).unwrap().resources.len(), 1);
}

#[test]
fn a_catalog_without_anything_is_one() {
    let catalog = read("{}").unwrap();
    assert_eq!((catalog.name.as_str(), catalog.format), ("", 0));
    assert_eq!(catalog.version, Value::Undef);
    assert!(catalog.resources.is_empty());
}

#[test]
fn names_are_brought_into_the_form_that_catalogs_have() {
    let text = r#"{"resources": [
        {"type": "notify", "title": "a", "tags": ["A", "x::y", "a"], "parameters": {"Message": 1, "MESSAGE": 2, "gone": null}},
        {"type": "class", "title": "apache::mod"}, {"type": "Class", "title": "main"}, {"type": "foo::bar", "title": "x"}],
        "edges": [{"source": "class[Main]", "target": "Class[apache::mod]"}]}"#;
    let catalog = read(text).unwrap();
    let names: Vec<String> = catalog.resources.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["Notify[a]", "Class[Apache::Mod]", "Class[main]", "Foo::Bar[x]"]);
    assert_eq!(catalog.resources[0].tags, ["a", "x::y", "x", "y"]);
    assert_eq!(catalog.resources[0].parameters, [("message".into(), Value::from(2))]);
    assert_eq!(catalog.containment, [(2, 1)]);
}

#[test]
fn rich_data_becomes_values() {
    let text = r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {
        "t": {"__ptype": "Pcore::IntegerType", "from": 1},
        "s": {"__ptype": "Sensitive", "__pvalue": ["x"]},
        "h": {"__ptype": "Hash", "__pvalue": [1, 2]},
        "d": {"__ptype": "Deferred", "name": "upcase", "arguments": ["x"]}}}]}"#;
    let resource = &read(text).unwrap().resources[0];
    assert_eq!(resource.parameter("t").unwrap().to_string(), "Integer[1]");
    assert_eq!(resource.parameter("s"), Some(&Value::sensitive(Value::array([Value::from("x")]))));
    assert_eq!(resource.parameter("h"), Some(&Value::hash([(1.into(), 2.into())])));
    assert!(matches!(resource.parameter("d"), Some(Value::Object(_))));
}

#[test]
fn edges_need_both_ends_in_the_catalog() {
    let resources = r#""resources": [{"type": "Notify", "title": "a"}]"#;
    check_error(
        &format!(r#"{{{resources}, "edges": [{{"source": "Class[x]", "target": "Notify[a]"}}]}}"#),
        "Could not intern from data: Could not find relationship source \"Class[x]\" for Notify[a]",
    );
    check_error(
        &format!(r#"{{{resources}, "edges": [{{"source": "Notify[a]", "target": "Class[x::y]"}}]}}"#),
        "Could not intern from data: Could not find relationship target \"Class[x::y]\" for Notify[a]",
    );
    check_error(
        &format!(r#"{{{resources}, "edges": [{{"source": "Notify", "target": "Notify[a]"}}]}}"#),
        "No title provided and \"Notify\" is not a valid resource reference",
    );
    check_error(
        &format!(r#"{{{resources}, "edges": [{{"target": "Notify[a]"}}]}}"#),
        "$['edges'][0]['source']: expects a resource reference, got nothing (line: 1, column: 61)",
    );
}

#[test]
fn a_resource_is_declared_once() {
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "a", "file": "/f.pp", "line": 3}, {"type": "notify", "title": "a", "line": 5}]}"#,
        "Duplicate declaration: Notify[a] is already declared at (file: /f.pp, line: 3); cannot redeclare (line: 5)",
    );
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {"alias": "b"}}, {"type": "Notify", "title": "b"}]}"#,
        "Duplicate declaration: Notify[b] is already declared; cannot redeclare",
    );
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "b"},
            {"type": "Notify", "title": "a", "parameters": {"alias": ["b"]}, "file": "/x", "line": 4}]}"#,
        "Cannot alias Notify[a] to \"b\" at (file: /x, line: 4); resource [\"Notify\", \"b\"] already declared",
    );
}

#[test]
fn a_resource_needs_a_type_and_a_title() {
    check_error(
        r#"{"resources": [{"title": "b"}]}"#,
        "No resource type provided in serialized data (resource 0 of the catalog)",
    );
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "a"}, {"type": "Notify"}]}"#,
        "No resource title provided in serialized data (resource 1 of the catalog)",
    );
}

#[test]
fn wrong_shapes_are_reported_with_their_locations() {
    check_error("[1]", "$: expects a catalog, which is an object, got an array (line: 1, column: 1)");
    check_error("{\n \"resources\": 5}", "$['resources']: expects an array, got a number (line: 2, column: 15)");
    check_error(
        "{\"resources\": [\n  true]}",
        "$['resources'][0]: expects a resource, which is an object, got a boolean (line: 2, column: 3)",
    );
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "a", "tags": [1]}]}"#,
        "$['resources'][0]['tags'][0]: expects a string, got a number (line: 1, column: 58)",
    );
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": []}]}"#,
        "$['resources'][0]['parameters']: expects the parameters of a resource, which are an object, got an array \
         (line: 1, column: 63)",
    );
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "a", "line": -1}]}"#,
        "$['resources'][0]['line']: expects the number of a line, got a number (line: 1, column: 57)",
    );
    check_error(
        r#"{"version": {}}"#,
        "$['version']: expects a number or a string, got an object (line: 1, column: 13)",
    );
    check_error(
        r#"{"resources": [{"type": "Notify", "title": "a", "parameters": {"m": [{"__ptype": "Nothing"}]}}]}"#,
        "$['resources'][0]['parameters']['m'][0]: No implementation mapping found for Puppet Type Nothing \
         (line: 1, column: 70)",
    );
    check_error(r#"{"resources": [{"type": "Notify", "title": "a", "tags": ["a b"]}]}"#, "Invalid tag 'a b'");
    check_error("{\"name\":", "EOF while parsing a value (line: 1, column: 8)");
}

#[test]
fn the_last_value_of_a_key_counts() {
    let text = r#"{"name": "a", "name": "b", "edges": [{"source": "A[b]", "target": "A[b]"}], "resources": [
        {"type": "Notify", "type": "File", "title": "a", "tags": ["x"], "tags": null, "line": 1, "line": 2},
        {"type": "Notify", "title": "b", "parameters": {"x": 1}, "parameters": {"y": 1, "z": 1, "y": 1.5}}], "edges": null}"#;
    let catalog = read(text).unwrap();
    assert_eq!((catalog.name.as_str(), catalog.resources.len(), catalog.containment.len()), ("b", 2, 0));
    let [file, notify] = &catalog.resources[..] else { panic!("two resources") };
    assert_eq!((file.to_string(), file.line, file.tags.len()), ("File[a]".into(), Some(2), 0));
    assert_eq!(notify.parameters, [("y".into(), Value::from(1.5)), ("z".into(), Value::from(1))]);
    let many: Vec<String> = (0..200).map(|number| format!(r#""p{}": {number}"#, number % 100)).collect();
    let text = format!(r#"{{"resources": [{{"type": "A", "title": "a", "parameters": {{{}}}}}]}}"#, many.join(", "));
    let resource = &read(&text).unwrap().resources[0];
    assert_eq!((resource.parameters.len(), resource.parameter("p7")), (100, Some(&Value::from(107))));
}

#[test]
fn values_may_be_nested_as_deeply_as_in_any_json() {
    let nested = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        read(&format!(r#"{{"metadata": {{"x": {open}{close}}}}}"#))
    };
    assert!(nested(125).is_ok());
    assert!(nested(126).unwrap_err().to_string().starts_with("nested more than 128 levels deep (line: 1, column: "));
}

#[test]
fn a_deep_text_is_refused() {
    let text = format!(r#"{{"resources": {}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(read(&text).unwrap_err().to_string().starts_with("nested more than 128 levels deep"));
}

#[test]
fn no_error_shows_a_secret() {
    let text = r#"{"resources": [{"type": "Notify", "title": "a", "parameters":
        {"m": {"__ptype": "Sensitive", "__pvalue": {"__ptype": "s3cret"}}}}]}"#;
    let error = read(text).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
}
