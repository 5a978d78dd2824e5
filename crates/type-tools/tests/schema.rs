//! JSON Schemas of types against recorded verdicts of the real Puppet, judged by Python's `jsonschema`.
//!
//! Every value of `check.jsonl` of pcore is validated against the schema of the type it was checked against. If the
//! verdicts differ, a [`reason`] must explain it; all are counted, so that none is lost silently.

#[path = "../../pcore/tests/support/recorded.rs"]
mod recorded;

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
};

use pcore::{Type, Value, parse_type_with, regexp::Regexp, types::PatternType};
use recorded::{Case, Outcome};
use serde_json::{Map, Number, Value as Json, json};
use type_tools::schema::json_schema;

/// The results of the recorded cases. Update the numbers when more types can be parsed, or when a schema becomes more
/// exact; a failure lists some of the cases, all of them with `DIFFS=1000`.
const EXPECTED: &[(&str, usize)] = &[
    ("agree", 3851),
    ("Error: its parameters are not checked", 3),
    ("Hash: a rich form that Puppet does not write", 1),
    ("Hash: in the rich form, keys and values are distinguished in the first entry only", 8),
    ("Integer, Float: 1 and 1.0 are the same to JSON Schema", 44),
    ("Iterable: the elements of the whole value are not checked", 6),
    ("Iterable: Puppet ignores undef among the elements", 4),
    ("SemVer: ranges of versions are not checked", 13),
    ("Timespan, Timestamp: ranges of times are not checked", 19),
    ("Type: the parameters of a type are not checked", 32),
    ("URI: its parts are not checked", 5),
    ("skipped: Puppet itself fails", 14),
];

const PYTHON: &str = "/usr/bin/python3";

/// A recorded case with its schema.
struct Question {
    described: Type,
    value: Json,
    accepted: bool,
    request: String,
}

#[test]
fn schemas_accept_what_puppet_accepts() {
    let questions = RefCell::new(Vec::new());
    let counts = RefCell::new(BTreeMap::<&str, usize>::new());
    let count = |what| *counts.borrow_mut().entry(what).or_default() += 1;
    recorded::run("check", 4000, &[], |case: &Case| {
        match (parse_type_with(case.text("type"), &case.aliases()), case.answer("error")) {
            (_, Some(_)) => count("skipped: Puppet itself fails"),
            (Err(error), None) => return Outcome::Differs(format!(" does not parse: {error}")),
            (Ok(described), None) => {
                let value = case.part("value").clone();
                let schema = to_json(&json_schema(&described));
                let request = json!({"schema": schema, "value": value}).to_string();
                let accepted = case.answer("mismatch").is_none();
                questions.borrow_mut().push(Question { described, value, accepted, request });
            }
        }
        Outcome::Agrees
    });
    let questions = questions.into_inner();
    let answers = validate(questions.iter().map(|question| question.request.clone()).collect());
    let mut explained = Vec::new();
    let mut unexplained = Vec::new();
    for (question, answer) in questions.iter().zip(answers) {
        let valid = answer["valid"].as_bool();
        if valid == Some(question.accepted) {
            count("agree");
            continue;
        }
        let verdict = if question.accepted { "accepts" } else { "refuses" };
        let difference =
            format!("Puppet {verdict} {} for {:?}, jsonschema: {answer}", question.value, question.described);
        match valid.and_then(|valid| reason(question, valid)) {
            Some(reason) => {
                count(reason);
                explained.push(format!("{reason}: {difference}"));
            }
            None => unexplained.push(format!("{difference}\n  {}", question.request)),
        }
    }
    explained.sort();
    let limit = std::env::var("DIFFS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let shown = |differences: &[String]| differences.iter().take(limit).cloned().collect::<Vec<_>>().join("\n");
    let counts = counts.into_inner();
    assert!(unexplained.is_empty(), "{} unexplained, {counts:?}:\n{}", unexplained.len(), shown(&unexplained));
    assert_eq!(counts, EXPECTED.iter().copied().collect(), "the explained ones are:\n{}", shown(&explained));
}

/// Returns why the verdict of a schema may differ from Puppet's; the first reason that applies.
fn reason(question: &Question, valid: bool) -> Option<&'static str> {
    let mut kinds = Vec::new();
    question.described.walk(&mut |part| kinds.push(part.clone()));
    let mentions = |wanted: &dyn Fn(&Type) -> bool| kinds.iter().any(wanted);
    let value = question.value.to_string();
    let holds = |name: &str| value.contains(&format!("\"__ptype\":\"{name}"));
    let too_wide = valid;
    let reasons: &[(&'static str, bool)] = &[
        (
            "Type: the parameters of a type are not checked",
            too_wide && holds("Pcore::") && mentions(&|part| matches!(part, Type::Type(_))),
        ),
        (
            "Iterable: Puppet ignores undef among the elements",
            !too_wide && value.contains("null") && mentions(&|part| matches!(part, Type::Iterable(_))),
        ),
        (
            "SemVer: ranges of versions are not checked",
            too_wide && holds("SemVer") && mentions(&|part| matches!(part, Type::SemVer(_))),
        ),
        (
            "Timespan, Timestamp: ranges of times are not checked",
            too_wide && holds("Time") && mentions(&|part| matches!(part, Type::Timespan(_) | Type::Timestamp(_))),
        ),
        ("URI: its parts are not checked", too_wide && holds("URI") && mentions(&|part| matches!(part, Type::Uri(_)))),
        (
            "Error: its parameters are not checked",
            too_wide && holds("Error") && mentions(&|part| matches!(part, Type::Object(_) | Type::ObjectExtension(_))),
        ),
        ("Hash: a rich form that Puppet does not write", !too_wide && holds("Hash")),
        (
            "Hash: in the rich form, keys and values are distinguished in the first entry only",
            too_wide && holds("Hash") && !mentions(&|part| matches!(part, Type::Iterable(_))),
        ),
        (
            "Integer, Float: 1 and 1.0 are the same to JSON Schema",
            too_wide
                && (mentions(&|part| matches!(part, Type::Integer(_))) && has_number(&question.value, &is_whole_float)
                    || mentions(&|part| matches!(part, Type::Float(_)))
                        && has_number(&question.value, &Number::is_i64)),
        ),
        (
            "Iterable: the elements of the whole value are not checked",
            too_wide && mentions(&|part| matches!(part, Type::Iterable(_))),
        ),
    ];
    reasons.iter().find(|(_, fits)| *fits).map(|(reason, _)| *reason)
}

fn has_number(value: &Json, wanted: &dyn Fn(&Number) -> bool) -> bool {
    match value {
        Json::Number(number) => wanted(number),
        Json::Array(items) => items.iter().any(|item| has_number(item, wanted)),
        Json::Object(entries) => entries.values().any(|entry| has_number(entry, wanted)),
        _ => false,
    }
}

fn is_whole_float(number: &Number) -> bool {
    number.is_f64() && number.as_f64().is_some_and(|number| number.fract() == 0.0)
}

/// The results of the recorded patterns of Ruby, each with its texts.
const EXPECTED_PATTERNS: &[(&str, usize)] = &[
    ("agree", 15421),
    ("texts of patterns that Python does not read", 2),
    ("texts of patterns without translation", 152),
];

#[test]
fn patterns_match_what_ruby_matches() {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../pcore/tests/data");
    let read = |name: &str| -> Vec<Json> {
        let text = std::fs::read_to_string(data.join(name)).expect("the fixture is there");
        serde_json::from_str(&text).expect("the fixture is JSON")
    };
    let mut cases: Vec<(String, String, bool)> = Vec::new();
    for entry in read("ruby-regex-cases.json") {
        let pattern = entry["pattern"].as_str().expect("a pattern");
        for case in entry["cases"].as_array().into_iter().flatten() {
            let text = case["text"].as_str().expect("a text");
            cases.push((pattern.to_owned(), text.to_owned(), !case["match"].is_null()));
        }
    }
    let mined = read("ruby-regex-mined.json");
    let (texts, patterns) = mined.split_first().expect("texts come first");
    for entry in patterns {
        let pattern = entry["pattern"].as_str().expect("a pattern");
        let matches: Vec<&Json> = entry["matches"].as_array().expect("matches").iter().map(|found| &found[0]).collect();
        for (index, text) in texts["texts"].as_array().expect("texts").iter().enumerate() {
            let text = text.as_str().expect("a text");
            cases.push((pattern.to_owned(), text.to_owned(), matches.contains(&&json!(index))));
        }
    }
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut requests_sent = Vec::new();
    let mut schemas = BTreeMap::<String, Json>::new();
    for (pattern, text, matches) in &cases {
        let Ok(regexp) = Regexp::new(pattern) else {
            *counts.entry("texts of patterns that are not read").or_default() += 1;
            continue;
        };
        let schema = schemas.entry(pattern.clone()).or_insert_with(|| {
            let described = Type::Pattern(Arc::new(PatternType::new([Arc::new(regexp)])));
            to_json(&json_schema(&described))
        });
        if schema.get("pattern").is_none() {
            *counts.entry("texts of patterns without translation").or_default() += 1;
            continue;
        }
        requests_sent.push((pattern, text, matches, json!({"schema": schema, "value": text}).to_string()));
    }
    let requests: Vec<String> = requests_sent.iter().map(|(.., request)| request.clone()).collect();
    let mut differences = Vec::new();
    for ((pattern, text, matches, request), answer) in requests_sent.iter().zip(validate(requests)) {
        match answer["valid"].as_bool() {
            Some(valid) if valid == **matches => *counts.entry("agree").or_default() += 1,
            // Python's look-behind requires the same length for all alternatives, and does not accept the pattern
            // otherwise.
            None => *counts.entry("texts of patterns that Python does not read").or_default() += 1,
            Some(valid) => differences.push(format!("/{pattern}/ {text:?}: Ruby {matches}, schema {valid}: {request}")),
        }
    }
    assert!(differences.is_empty(), "{} differ, {counts:?}:\n{}", differences.len(), differences.join("\n"));
    assert_eq!(counts, EXPECTED_PATTERNS.iter().copied().collect());
}

/// Asks the validator once for all.
fn validate(requests: Vec<String>) -> Vec<Json> {
    let installed = Command::new(PYTHON).args(["-c", "import jsonschema"]).stderr(Stdio::null()).status();
    assert!(
        installed.is_ok_and(|status| status.success()),
        "{PYTHON} with jsonschema is needed: apt-get install -y python3-jsonschema"
    );
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/check_schema.py");
    let mut child = Command::new(PYTHON)
        .arg(&script)
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    let count = requests.len();
    let lines = requests.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("python ends");
    writer.join().expect("the writer ends").expect("python reads all");
    assert!(output.status.success(), "{} fails", script.display());
    let answers: Vec<Json> = String::from_utf8(output.stdout)
        .expect("the answers are UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("the answers are JSON"))
        .collect();
    assert_eq!(answers.len(), count, "number of answers");
    answers
}

/// Writes plain data as JSON.
fn to_json(data: &Value) -> Json {
    match data {
        Value::Undef => Json::Null,
        Value::Boolean(value) => json!(value),
        Value::Integer(number) => json!(number),
        Value::Float(number) => json!(number),
        Value::String(text) => json!(text.as_str()),
        Value::Array(items) => items.iter().map(to_json).collect(),
        Value::Hash(hash) => {
            let entries =
                hash.iter().map(|(key, value)| (key.as_str().expect("a string key").to_owned(), to_json(value)));
            Json::Object(entries.collect::<Map<_, _>>())
        }
        other => panic!("{other:?} is not plain data"),
    }
}
