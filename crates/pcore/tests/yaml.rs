//! YAML against recorded answers of the real Psych, against laws, and against hostile input.
//!
//! `golden/yaml-*.jsonl` are written by `oracle/yaml.rb`, whose header describes the format. Intended differences are
//! listed here with the reason, and the test fails if they start to agree.

#![allow(clippy::unwrap_used, reason = "clippy does not take functions beside the tests for tests")]

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use pcore::{
    Hash, Value,
    yaml::{self, Node, NodeKind, Scalar, YamlError, YamlProblem},
};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

/// Documents that Psych accepts and we do not, or that it refuses with a different message.
const READ_DIFFERENCES: [(&str, &str); 7] = [
    ("&a [*a]", RECURSIVE),
    ("&a {b: *a}", RECURSIVE),
    ("&a {<<: *a, b: 1}", RECURSIVE),
    ("! &a\n- *a", RECURSIVE),
    ("!ruby/class Symbol", "the class Symbol has no value outside of Ruby"),
    ("!ruby/encoding utf-8", "encodings have no values outside of Ruby"),
    ("!ruby/encoding nope", "refused for the tag already, not for the name"),
];

const RECURSIVE: &str = "values cannot hold themselves";

/// Values that we write differently than Psych.
const WRITE_DIFFERENCES: [(&str, &str); 2] = [("0b_", CRASH), ("0x_", CRASH)];

const CRASH: &str = "Psych fails to write what it would fail to read";

fn golden(text: &'static str) -> impl Iterator<Item = Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// A value in the format of the recorded answers.
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

fn decode(coded: &Json) -> Value {
    match coded {
        Json::Null => Value::Undef,
        Json::Bool(value) => Value::from(*value),
        Json::Number(number) => Value::from(number.as_i64().unwrap()),
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => items.iter().map(decode).collect(),
        Json::Object(object) => match object.iter().next().unwrap() {
            (kind, Json::String(text)) if kind == "F" => Value::Float(text.parse().unwrap()),
            (kind, Json::String(name)) if kind == "S" => Value::Symbol(name.as_str().into()),
            (kind, Json::Array(pairs)) if kind == "H" => {
                Value::from(pairs.iter().map(|pair| (decode(&pair[0]), decode(&pair[1]))).collect::<Hash>())
            }
            other => panic!("unknown form {other:?}"),
        },
    }
}

/// A document in the format of the recorded answers, for what a value cannot hold. Aliases and tags of collections are
/// ignored.
fn encode_node(node: &Node) -> Json {
    match &node.kind {
        NodeKind::Scalar { .. } => match node.scalar().unwrap().unwrap() {
            Scalar::Null => Json::Null,
            Scalar::Boolean(value) => json!(value),
            Scalar::Integer(number) => json!(number),
            Scalar::BigInteger(number) => json!({"I": number.to_string()}),
            Scalar::Float(number) => encode(&Value::Float(number)),
            Scalar::String(text) => json!(text.as_str()),
            Scalar::Symbol(name) => json!({"S": name.as_str()}),
            Scalar::Binary(bytes) => json!({"B": STANDARD.encode(&bytes)}),
            other @ (Scalar::Date(_) | Scalar::Time(_)) => panic!("not read by Psych: {other:?}"),
        },
        NodeKind::Sequence(items) => items.iter().map(encode_node).collect(),
        NodeKind::Mapping(pairs) => {
            json!({"H": pairs.iter().map(|(key, value)| [encode_node(key), encode_node(value)]).collect::<Vec<_>>()})
        }
        NodeKind::Alias(name) => panic!("alias {name}"),
    }
}

/// Our result for a text, in the format of the recorded answers.
fn read(text: &str) -> Json {
    let error = match yaml::parse(text) {
        Ok(value) => return json!({"value": encode(&value)}),
        Err(YamlError { problem: YamlProblem::BigInteger(_) | YamlProblem::NotText, .. }) => {
            return json!({"value": encode_node(&yaml::first_document(text).unwrap().unwrap())});
        }
        Err(error) => error,
    };
    assert!(!matches!(error.problem, YamlProblem::Parser), "the parser panics on {text:?}");
    let at = error.at.unwrap();
    match error.problem {
        YamlProblem::Syntax { .. } => json!({"error": error.to_string(), "line": at.line, "column": at.column}),
        _ => json!({"error": error.to_string()}),
    }
}

fn expected(case: &Json) -> Json {
    let answer: serde_json::Map<_, _> = ["value", "error", "line", "column", "internal"]
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), case.get(key)?.clone())))
        .collect();
    Json::Object(answer)
}

#[test]
fn texts_are_read_as_psych_reads_them() {
    let (mut count, mut different, mut failures) = (0, 0, Vec::new());
    for case in golden(include_str!("golden/yaml-read.jsonl")) {
        count += 1;
        let text = case["text"].as_str().unwrap();
        let (actual, expected) = (read(text), expected(&case));
        // If Ruby itself fails inside of Psych, its message is useless; only an error is required.
        let agrees = actual == expected || expected.get("internal").is_some() && actual.get("error").is_some();
        let listed = READ_DIFFERENCES.iter().any(|(known, _)| *known == text);
        different += usize::from(listed);
        if agrees == listed {
            failures.push(format!("{text:?}\n  Psych {expected}\n  ours  {actual}"));
        }
        if let Some(all) = case.get("all") {
            let ours: Json = yaml::parse_all(text).unwrap_or_default().iter().map(encode).collect();
            if ours != *all {
                failures.push(format!("all of {text:?}\n  Psych {all}\n  ours  {ours}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
    assert_eq!((count, different), (2629, READ_DIFFERENCES.len()));
}

#[test]
fn values_are_written_as_psych_writes_them() {
    let (mut count, mut different, mut failures) = (0, 0, Vec::new());
    for case in golden(include_str!("golden/yaml-write.jsonl")) {
        count += 1;
        let actual = yaml::write(&decode(&case["value"])).unwrap();
        let agrees = case["text"].as_str() == Some(actual.as_str());
        let listed = WRITE_DIFFERENCES.iter().any(|(known, _)| case["value"].as_str() == Some(*known));
        different += usize::from(listed);
        if agrees == listed {
            failures.push(format!("{}\n  Psych {}\n  ours  {}", case["value"], case["text"], json!(actual)));
        }
    }
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
    assert_eq!((count, different), (1575, WRITE_DIFFERENCES.len()));
}

/// Everything that can be written can be read back; symbols are excluded, which Psych writes as strings if they need
/// quotes.
fn data() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[ -~\n\t]{0,12}",
        "[-+:.,_0-9eExX~yn]{1,8}",
        "[a-z: \n#'\"\u{e9}\u{85}\u{2028}\u{1f600}\u{7eff}-]{0,60}",
        "([a-z]{1,9} ){5,30}",
        "yes|no|on|off|y|n|null|~|<<|true|false|0644|0x1F|1:30|2024-01-02|2024-01-02 03:04:05|\\.inf|=|",
    ];
    let leaf = prop_oneof![
        Just(Value::Undef),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::array),
            prop::collection::vec((inner.clone(), inner), 0..5).prop_map(Value::hash),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_the_same(value in data()) {
        let text = yaml::write(&value).unwrap();
        prop_assert_eq!(yaml::parse(&text), Ok(value), "{}", text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in prop_oneof![
        any::<String>(),
        "[-\\[\\]{}:,!&*|>'\"%@`#?a1~.\\\\ \n\t\r]{0,40}",
        "(- |  |a: |\\? |: |!a|!,|&a |\\*a|\\[|\\]|\\{|\\}|,|\\||>|\n|\n  |---\n|'|\"|x|%TAG ! a\n){0,20}",
    ]) {
        let result = yaml::parse_all(&text);
        prop_assert!(!matches!(result, Err(YamlError { problem: YamlProblem::Parser, .. })), "{:?}", result);
    }
}

/// Runs with the stack of an ordinary thread and fails instead of hanging.
#[track_caller]
fn bounded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    const LIMIT: Duration = Duration::from_secs(300);
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(move || drop(sender.send(work()))).unwrap();
    let result = receiver.recv_timeout(LIMIT);
    assert_ne!(result.as_ref().err(), Some(&RecvTimeoutError::Timeout));
    worker.join().unwrap();
    result.unwrap()
}

#[test]
fn deep_nesting_ends_in_an_error() {
    for opening in ["[", "{a: ", "- ", "? ", "[a: ", "!a [", "[!,", "&a ["] {
        let error = bounded(move || yaml::parse(&opening.repeat(100_000)).unwrap_err());
        let refused = matches!(error.problem, YamlProblem::TooDeep | YamlProblem::Syntax { .. });
        assert!(refused, "{opening}: {error}");
    }
    let error = bounded(|| yaml::parse(&"[".repeat(100_000)).unwrap_err());
    assert_eq!(error.to_string(), "nested more than 500 levels deep at line 1 column 501");
    let value = bounded(|| {
        let value = yaml::parse(&format!("{}1{}", "[".repeat(yaml::MAX_DEPTH), "]".repeat(yaml::MAX_DEPTH))).unwrap();
        assert_eq!(value, value.clone());
        let text = yaml::write(&value).unwrap();
        assert_eq!(yaml::parse(&text).unwrap(), value);
        value
    });
    let error = yaml::write(&Value::array([value])).unwrap_err();
    assert_eq!(error, YamlProblem::ValueTooDeep.into());
}

#[test]
fn aliases_that_add_depth_end_in_an_error() {
    let chain: String = (1..100_000).map(|level| format!("- &a{level} [*a{}]\n", level - 1)).collect();
    let error = bounded(move || yaml::parse(&format!("- &a0 []\n{chain}")).unwrap_err());
    assert_eq!(error.to_string(), "nested more than 500 levels deep at line 500 column 10");
    let chain: String = (1..499).map(|level| format!("- &a{level} [*a{}]\n", level - 1)).collect();
    let value = yaml::parse(&format!("- &a0 []\n{chain}")).unwrap();
    assert_eq!(yaml::parse(&yaml::write(&value).unwrap()).unwrap(), value);
}

#[test]
fn alias_bombs_end_in_an_error() {
    let list = |level: usize| format!("a{level}: &a{level} [{}]\n", format!("*a{},", level - 1).repeat(9));
    let bomb: String = (1..40).map(list).collect();
    let error = bounded(move || yaml::parse(&format!("a0: &a0 [lol]\n{bomb}")).unwrap_err());
    assert_eq!(error.to_string(), "aliases expand to more than 1000000 nodes at line 7 column 34");

    let merge = |level: usize| format!("? &a{level} {{? *a{0} : *a{0}, <<: *a{0}, b{level}: *a{0}}}\n: 1\n", level - 1);
    let bomb: String = (1..60).map(merge).collect();
    let error = bounded(move || yaml::parse(&format!("? &a0 {{x: y}}\n: 1\n{bomb}")).unwrap_err());
    assert!(matches!(error.problem, YamlProblem::TooManyNodes), "{error}");
}

#[test]
fn large_scalars_are_read() {
    let length = 50_000_000;
    let value = bounded(move || yaml::parse(&format!("a: {}", "x".repeat(length))).unwrap());
    assert_eq!(value.as_hash().and_then(|hash| hash.get_str("a")?.as_str()).map(str::len), Some(length));
    let error = bounded(|| yaml::parse(&format!("0x{}", "f".repeat(1_000_000))).unwrap_err());
    assert!(matches!(error.problem, YamlProblem::BigInteger(_)), "{error}");
    let error = bounded(|| yaml::parse(&format!("{}:30", "9".repeat(1_000_000))).unwrap_err());
    assert!(matches!(error.problem, YamlProblem::BigInteger(_)), "{error}");
    let value = bounded(|| yaml::parse(&format!("[{}]", "!, ".repeat(20_000))).unwrap());
    assert_eq!(value.as_array().map(<[_]>::len), Some(20_000));
}
