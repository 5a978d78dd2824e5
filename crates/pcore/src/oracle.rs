//! Compares our answers with those recorded from the real Puppet.
//!
//! A line of `tests/data/*.jsonl` is a case: an operation, its arguments and the answer, which is `["ok", value]` or
//! `["error", message]`. The scripts in `oracle/values` write them, and `tests/data/version.txt` names the versions
//! that were recorded.

use serde_json::{Value, json};
use std::fmt::Display;

/// Asserts that there are this many recorded cases, and that all have the same answer here.
#[track_caller]
pub(crate) fn compare<E: Display>(data: &str, cases: usize, answer: impl Fn(&str, &[Value]) -> Result<Value, E>) {
    let mut differences = Vec::new();
    for line in data.lines() {
        let case: Vec<Value> = serde_json::from_str(line).unwrap();
        let (expected, call) = case.split_last().unwrap();
        let actual = match answer(text(&call[0]), &call[1..]) {
            Ok(value) => json!(["ok", value]),
            Err(error) => json!(["error", error.to_string()]),
        };
        if actual != *expected {
            differences.push(format!("{line}\n    ours: {actual}"));
        }
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
    assert_eq!(data.lines().count(), cases);
}

/// Returns the text of a value that must be a string.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}
