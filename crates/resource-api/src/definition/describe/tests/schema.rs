//! Schemas of resources, checked with Python's `jsonschema`.

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use pcore::{Value, json};

use super::{SOFTWARE, definition};
use crate::definition::describe;

const PYTHON: &str = "/usr/bin/python3";

/// Asks whether resources, in JSON, are valid.
#[track_caller]
fn validate(schema: &Value, resources: &[&str]) -> Vec<bool> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../type-tools/tests/check_schema.py");
    let mut child = Command::new(PYTHON)
        .arg(&script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts: apt-get install -y python3-jsonschema");
    let mut input = child.stdin.take().expect("stdin is piped");
    for resource in resources {
        let value = json::parse(resource).expect("the test's own JSON");
        let request = Value::hash([("schema".into(), schema.clone()), ("value".into(), value)]);
        writeln!(input, "{}", json::write(&request).expect("plain data")).expect("python reads");
    }
    drop(input);
    let output = child.wait_with_output().expect("python ends");
    assert!(output.status.success(), "{PYTHON} with jsonschema is needed: apt-get install -y python3-jsonschema");
    let answers = String::from_utf8(output.stdout).expect("answers in UTF-8");
    let valid = |answer: &str| match json::parse(answer).expect("answers in JSON").as_hash().unwrap().get_str("valid") {
        Some(Value::Boolean(valid)) => *valid,
        _ => panic!("the schema is wrong: {answer}"),
    };
    let answers: Vec<bool> = answers.lines().map(valid).collect();
    assert_eq!(answers.len(), resources.len());
    answers
}

#[track_caller]
fn check(yaml: &str, accepted: &[&str], refused: &[&str]) {
    let schema = describe::schema(&definition(yaml));
    for (resource, valid) in accepted.iter().zip(validate(&schema, accepted)) {
        assert!(valid, "{resource} is refused by {schema:?}");
    }
    for (resource, valid) in refused.iter().zip(validate(&schema, refused)) {
        assert!(!valid, "{resource} is accepted by {schema:?}");
    }
}

#[test]
fn a_resource_has_the_attributes_of_its_type() {
    check(
        SOFTWARE,
        &[
            r#"{"title": "php/yum", "version": "latest", "cache": "/c"}"#,
            r#"{"package": "php", "version": "8.1", "cache": "/c", "ensure": "present", "origin": null}"#,
            r#"{"package": "php", "manager": null, "cache": "/c", "version": "1", "config": {"a": "b"}}"#,
            r#"{"package": "php", "cache": "/c", "ensure": "absent"}"#,
            r#"{"package": "php", "cache": "/c", "version": "1", "size": 5}"#,
        ],
        &[
            r#"{"package": "php", "version": "1", "cache": "/c", "ensure": "maybe"}"#,
            r#"{"package": "", "version": "1", "cache": "/c"}"#,
            r#"{"package": "php", "version": "1.x", "cache": "/c"}"#,
            r#"{"package": "php", "version": "1", "cache": "/c", "color": "red"}"#,
            r#"{"package": "php", "version": "1", "cache": "/c", "config": {"a": 1}}"#,
            r#"[]"#,
        ],
    );
}

#[test]
fn what_is_mandatory_is_required() {
    check(
        SOFTWARE,
        &[],
        &[
            // The identity, a mandatory parameter, and a mandatory property of a resource that should be present are
            // missing.
            r#"{"version": "1", "cache": "/c"}"#,
            r#"{"package": "php", "version": "1"}"#,
            r#"{"package": "php", "ensure": "absent"}"#,
            r#"{"package": "php", "cache": "/c"}"#,
            r#"{"package": "php", "cache": "/c", "ensure": "present"}"#,
        ],
    );
}

#[test]
fn mandatory_properties_depend_on_ensure() {
    let undecided = "
name: t
attributes:
  ensure: {type: 'Enum[present, absent]'}
  name: {type: String, behaviour: namevar}
  mode: {type: String}
";
    check(
        undecided,
        &[r#"{"name": "a"}"#, r#"{"name": "a", "ensure": "absent"}"#],
        &[r#"{"name": "a", "ensure": "present"}"#],
    );
    let without = "{name: t, attributes: {name: {type: String, behaviour: namevar}, mode: {type: String}}}";
    check(without, &[r#"{"name": "a"}"#], &[r#"{}"#]);
}

#[test]
fn secrets_have_their_rich_form() {
    let yaml = "{name: t, attributes: {name: {type: String, behaviour: namevar}, key: {type: 'Sensitive[String]'}}}";
    check(
        yaml,
        &[r#"{"name": "a", "key": {"__ptype": "Sensitive", "__pvalue": "x"}}"#],
        &[r#"{"name": "a", "key": "x"}"#, r#"{"name": "a", "key": {"__ptype": "Sensitive", "__pvalue": 1}}"#],
    );
}

#[test]
fn aliases_that_mention_themselves_are_defined_once() {
    let aliases = pcore::TypeRegistry::default();
    aliases.add("Tree", "Hash[String, Variant[Integer, Tree]]");
    let yaml = "{name: t, attributes: {name: {type: String, behaviour: namevar}, a: {type: Tree, desc: one}, b: {type: Tree}}}";
    let value = pcore::yaml::parse(yaml).unwrap();
    let definition = crate::TypeDefinition::from_value_with(&value, &aliases).unwrap();
    let schema = describe::schema(&definition);
    assert_eq!(
        validate(
            &schema,
            &[r#"{"name": "x", "a": {"b": {"c": 1}}, "b": {}}"#, r#"{"name": "x", "a": {"b": {"c": "1"}}}"#,]
        ),
        [true, false]
    );
}

#[test]
fn attributes_are_annotated() {
    let schema = describe::schema(&definition(SOFTWARE));
    let root = schema.as_hash().unwrap();
    let property = |name: &str| root.get_str("properties").unwrap().as_hash().unwrap().get_str(name).unwrap().clone();
    assert_eq!(root.get_str("title"), Some(&"software".into()));
    assert!(root.get_str("description").and_then(Value::as_str).unwrap().starts_with("Manages software, "));
    assert_eq!(
        format!("{:?}", property("ensure")),
        "{'enum' => ['absent', 'present'], 'description' => 'Whether it is there.', 'default' => 'present'}"
    );
    assert_eq!(
        format!("{:?}", property("size")),
        "{'type' => 'integer', 'description' => 'How large it is', 'readOnly' => true}"
    );
    // Its default is secret.
    assert_eq!(format!("{:?}", property("token")), "{'type' => 'string', 'description' => 'The password'}");
}
