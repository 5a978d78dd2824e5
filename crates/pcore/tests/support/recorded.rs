//! Reads recorded questions and answers, and counts how many agree.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
};

use pcore::{TypeRegistry, Value, rich_data};
use serde_json::Value as Json;

/// One recorded question with the real answer.
pub struct Case {
    json: Json,
}

/// How our answer compares.
pub enum Outcome {
    /// It is the same.
    Agrees,
    /// It differs, with a description.
    Differs(String),
}

/// Cases whose answer differs on purpose: a text that their questions contain, their line numbers, and the reason.
pub type Exception = (&'static str, &'static [usize], &'static str);

impl Case {
    /// Returns a string of the question.
    pub fn text(&self, field: &str) -> &str {
        self.json[field].as_str().unwrap_or_else(|| panic!("no text '{field}' in {}", self.json))
    }

    /// Returns a part of the question as JSON.
    pub fn part(&self, field: &str) -> &Json {
        &self.json[field]
    }

    /// Returns a string of the answer.
    pub fn answer(&self, field: &str) -> Option<&str> {
        self.json["answer"][field].as_str()
    }

    /// Returns the answer as JSON.
    pub fn answer_json(&self) -> &Json {
        &self.json["answer"]
    }

    /// Returns a boolean of the answer.
    pub fn answer_flag(&self, field: &str) -> bool {
        self.json["answer"][field].as_bool().unwrap_or_else(|| panic!("no '{field}' in the answer of {}", self.json))
    }

    /// Returns a value of the question, which is rich data.
    pub fn value(&self, field: &str) -> Value {
        self.decode(&self.json[field])
    }

    /// Decodes rich data.
    pub fn decode(&self, json: &Json) -> Value {
        self.try_decode(json).unwrap_or_else(|| panic!("{json} is not rich data"))
    }

    /// Decodes rich data if that is possible.
    pub fn try_decode(&self, json: &Json) -> Option<Value> {
        rich_data::from_json(&json.to_string(), &self.aliases()).ok()
    }

    /// Returns the aliases that the question defines.
    pub fn aliases(&self) -> TypeRegistry {
        let registry = TypeRegistry::default();
        if let Some(aliases) = self.json["aliases"].as_object() {
            for (name, definition) in aliases {
                registry.add(name, definition.as_str().unwrap_or_default());
            }
        }
        registry
    }
}

impl Outcome {
    /// Compares by a condition.
    pub fn from_bool(agrees: bool, difference: impl FnOnce() -> String) -> Outcome {
        if agrees { Outcome::Agrees } else { Outcome::Differs(difference()) }
    }

    /// Compares named strings: expected, then actual.
    pub fn all<const N: usize>(texts: [(&str, String, String); N]) -> Outcome {
        let mut difference = String::new();
        for (name, expected, actual) in texts {
            if expected != actual {
                let _ = write!(
                    difference,
                    "\n    {name}: expected {expected}\n    {:>1$}: found    {actual}",
                    "",
                    name.len()
                );
            }
        }
        Outcome::from_bool(difference.is_empty(), || difference)
    }
}

/// Runs all cases of a file, and fails unless exactly the listed ones differ.
pub fn run(name: &str, count: usize, exceptions: &[Exception], answer: impl Fn(&Case) -> Outcome) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../pcore/tests/golden").join(format!("{name}.jsonl"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut differences = Vec::new();
    let mut listed: BTreeMap<usize, &str> =
        exceptions.iter().flat_map(|(part, lines, _)| lines.iter().map(|line| (*line, *part))).collect();
    let mut total = 0;
    for (index, line) in text.lines().enumerate() {
        total += 1;
        let json: Json = serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}:{}: {error}", index + 1));
        let question = {
            let mut question = json.clone();
            if let Some(fields) = question.as_object_mut() {
                fields.remove("answer");
            }
            question.to_string()
        };
        let case = Case { json };
        let outcome = catch_unwind(AssertUnwindSafe(|| answer(&case)));
        if let Outcome::Differs(difference) = outcome.unwrap_or_else(|_| Outcome::Differs(" panicked".into())) {
            let excused = listed.remove(&(index + 1)).is_some_and(|part| question.contains(part));
            if !excused {
                differences.push(format!("{name}.jsonl:{}: {question}{difference}", index + 1));
            }
        }
    }
    assert_eq!(total, count, "number of cases in {name}.jsonl");
    assert!(listed.is_empty(), "these lines of {name}.jsonl no longer differ: {listed:?}");
    let shown = differences.iter().take(shown_limit()).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} of {total} differ:\n{shown}", differences.len());
}

/// How many differences are shown; `DIFFS=1000` shows more.
fn shown_limit() -> usize {
    std::env::var("DIFFS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}
