//! Types of the language as manifests see them: a test for each rule, in the order of the rules.

mod features;
mod forbidden;
mod instances;
mod resources;
mod settings;
mod syntax;

use crate::evaluate::harness::logged;

/// A manifest logs these lines.
#[track_caller]
fn shows(source: &str, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|line| format!("notice: {line}")).collect();
    assert_eq!(logged(source), Ok(expected), "for {source}");
}

/// A manifest fails, and this is the whole failure.
#[track_caller]
fn fails(source: &str, expected: &str) {
    assert_eq!(logged(source), Err(expected.to_owned()), "for {source}");
}

/// A manifest fails with these words.
#[track_caller]
fn refuses(source: &str, words: &str) {
    let failure = logged(source).expect_err(source);
    assert!(failure.contains(words), "{failure}\nfor {source}");
}
