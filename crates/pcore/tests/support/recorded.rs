//! Reading recorded questions and answers, and counting how many agree.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::{
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
    /// It is another, described for a person.
    Differs(String),
}

/// A case whose answer differs on purpose: a text that its line contains, and why.
pub type Exception = (&'static str, &'static str);

impl Case {
    /// Returns a text of the question.
    pub fn text(&self, field: &str) -> &str {
        self.json[field].as_str().unwrap_or_else(|| panic!("no text '{field}' in {}", self.json))
    }

    /// Returns a part of the question as JSON.
    pub fn part(&self, field: &str) -> &Json {
        &self.json[field]
    }

    /// Returns a text of the answer.
    pub fn answer(&self, field: &str) -> Option<&str> {
        self.json["answer"][field].as_str()
    }

    /// Returns the answer as JSON.
    pub fn answer_json(&self) -> &Json {
        &self.json["answer"]
    }

    /// Returns a truth value of the answer.
    pub fn answer_flag(&self, field: &str) -> bool {
        self.json["answer"][field].as_bool().unwrap_or_else(|| panic!("no '{field}' in the answer of {}", self.json))
    }

    /// Returns a value of the question, which is rich data.
    pub fn value(&self, field: &str) -> Value {
        self.decode(&self.json[field])
    }

    /// Returns the value that rich data stands for.
    pub fn decode(&self, json: &Json) -> Value {
        self.try_decode(json).unwrap_or_else(|| panic!("{json} is not rich data"))
    }

    /// Returns the value that rich data stands for, if it can be read.
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

    /// Compares named texts: expected, then found.
    pub fn all<const N: usize>(texts: [(&str, String, String); N]) -> Outcome {
        let mut difference = String::new();
        for (name, expected, found) in texts {
            if expected != found {
                let _ = write!(
                    difference,
                    "\n    {name}: expected {expected}\n    {:>1$}: found    {found}",
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
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.jsonl"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut differences = Vec::new();
    let mut stale: Vec<&Exception> = exceptions.iter().collect();
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
            let excused = exceptions.iter().any(|(part, _)| question.contains(part));
            stale.retain(|(part, _)| !question.contains(part));
            if !excused {
                differences.push(format!("{name}.jsonl:{}: {question}{difference}", index + 1));
            }
        }
    }
    assert_eq!(total, count, "number of cases in {name}.jsonl");
    assert!(stale.is_empty(), "these no longer differ: {stale:?}");
    let shown = differences.iter().take(shown_limit()).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} of {total} differ:\n{shown}", differences.len());
}

/// How many differences are shown; `DIFFS=1000` shows more.
fn shown_limit() -> usize {
    std::env::var("DIFFS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}
