//! The answers of the real Puppet. `recorded.txt` is written by `oracle/resources.rb` from `oracle/resources/cases.txt`.

use std::fmt::Write as _;

use super::harness::{Given, answer};

/// How many there are; a file that was lost must not look like success.
const CASES: usize = 131;

/// Where our answer differs on purpose: the beginning of the source, and our answer.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        // Puppet blames an object.
        "define d { break() }",
        "ERR: Evaluation Error: Error while evaluating a Resource Statement, break() from context where this is \
         illegal (file: unknown, line: 1) (line: 1) on node test.example.com",
    ),
    (
        // Puppet speaks of Ruby.
        "create_resources('notify', {'a'=>undef})",
        "ERR: Evaluation Error: Error while evaluating a Function Call, create_resources(): the parameters of 'a' must \
         be a hash, got Undef (line: 1, column: 1) on node test.example.com",
    ),
    (
        // Puppet reports it later, without a location, and mentions Ruby.
        "realize('foo')",
        "ERR: Evaluation Error: Error while evaluating a Function Call, No title provided and \"foo\" is not a valid \
         resource reference (line: 1, column: 1) on node test.example.com",
    ),
    (
        // Puppet calls the command line an unknown file here, and nowhere else.
        "create_resources(notify, {'a' => {nosuch",
        "ERR: no parameter named 'nosuch' (line: 1) on Notify[a] (line: 1) on node test.example.com",
    ),
];

#[test]
fn every_manifest_gives_what_puppet_gave() {
    let cases = cases();
    assert_eq!(cases.len(), CASES);
    let mut report = String::new();
    for (source, expected) in cases {
        let exception = EXCEPTIONS.iter().find(|(beginning, _)| source.starts_with(beginning));
        let expected = exception.map_or(expected, |(_, ours)| format!("  {ours}\n"));
        let given = without_locations(&answer(&source, &Given::default()));
        if given != expected {
            writeln!(report, "--- {source}expected:\n{expected}given:\n{given}").unwrap();
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// Sources with their answers.
fn cases() -> Vec<(String, String)> {
    let mut cases: Vec<(String, String)> = Vec::new();
    for line in include_str!("recorded.txt").lines() {
        match (line.strip_prefix(">>> "), cases.last_mut()) {
            (Some(source), Some((last, answer))) if answer.is_empty() => {
                last.push_str(source);
                last.push('\n');
            }
            (Some(source), _) => cases.push((format!("{source}\n"), String::new())),
            (None, Some((_, answer))) => {
                answer.push_str(line);
                answer.push('\n');
            }
            (None, None) => {}
        }
    }
    cases
}

/// Puppet passes the locations of warnings apart from their texts; and it shows the address of an object where we
/// name a class.
fn without_locations(answer: &str) -> String {
    let line =
        |line: &str| match line.strip_prefix("  [warning] ").and_then(|text| text.rsplit_once(" (line: 1, column")) {
            Some((text, _)) => format!("  [warning] {text}\n"),
            None => {
                format!("{}\n", line.replace(" by Class[main]", " by SOMEBODY").replace(" by Class[A]", " by SOMEBODY"))
            }
        };
    answer.lines().map(line).collect()
}
