//! What the parser makes of texts, compared with the recorded answers of the real Puppet (`oracle/parser/trees.rb`).
//!
//! An answer is the tree with the location of every expression, or the first error with its location.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod notation;
mod spans;

use std::sync::Arc;

use diagnostics::{Severity, Source};

/// How many answers there are; one that gets lost must not go unnoticed.
const ANSWERS: usize = 1822;

#[test]
fn trees_places_and_first_errors_are_those_of_puppet() {
    let recorded = include_str!("../golden/trees.jsonl");
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in recorded.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let source = case["source"].as_str().unwrap();
        let answer = read(source, case["template"].as_bool().unwrap_or_default());
        if case["answer"] != answer {
            wrong.push(format!("{source:?}\n  puppet: {}\n  ours:   {answer}", case["answer"].as_str().unwrap()));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(count, ANSWERS);
}

fn read(text: &str, template: bool) -> String {
    let source = Arc::new(Source::new("test.pp", text));
    let parsed = match template {
        true => syntax::parse_template(Arc::clone(&source)),
        false => syntax::parse(Arc::clone(&source)),
    };
    let error = parsed.problems.iter().find(|problem| problem.severity == Severity::Error);
    match error {
        None => notation::program(&parsed.program.body),
        // Puppet does not locate these.
        Some(error) if error.message == "Syntax error at end of input" => format!("-:- {}", error.message),
        Some(error) if error.message.starts_with("Illegal UTF-8") => format!("-:- {}", error.message),
        Some(error) => {
            let position = source.position(error.span.start);
            format!("{}:{} {}", position.line, position.column, error.message)
        }
    }
}
