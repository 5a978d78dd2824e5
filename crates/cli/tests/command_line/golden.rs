//! The real Puppet's answers compared with ours.

use crate::shelf::Shelf;

/// An improvement: an attribute that its type calls sensitive is hidden even if its value is plain.
const KEPT_SECRET: (&str, &str) = ("pin => '4711-pin'", "pin => Sensitive [value redacted]");

/// Splits a command line as a shell does, with single quotes only.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for letter in line.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

fn our_answer(command: &str, failure: Option<&str>) -> String {
    let shelf = Shelf::new();
    if let Some(reason) = failure {
        shelf.fail(reason);
    }
    let mut words = words(command);
    if !words.iter().any(|word| word.starts_with("--strict")) {
        words.insert(1, "--strict=error".to_owned());
    }
    let run = shelf.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let errors: String = run.stderr.split_inclusive('\n').map(|line| format!("E: {line}")).collect();
    format!("{}{errors}rc={}\n", run.stdout, run.code)
}

// Requirement: CLI-1, CLI-2, CLI-3, CLI-4, CLI-5, CLI-6, CLI-7, CLI-8, TD-42, TD-46, TD-81, TD-84, SET-26, SET-28, GET-6
#[test]
fn resource_answers_as_the_real_puppet_does() {
    let recorded = include_str!("../golden/resource.txt");
    let (mut failure, mut checked, mut wrong) = (None, 0, String::new());
    let mut lines = recorded.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if let Some(reason) = line.strip_prefix("! fails ") {
            failure = Some(reason.trim_end());
        }
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|_| !ends(&expected)) {
            expected.push_str(line);
        }
        let expected = expected.replace(KEPT_SECRET.0, KEPT_SECRET.1);
        let actual = our_answer(command.trim_end(), failure.take());
        if actual != expected {
            wrong.push_str(&format!("$ {command}expected:\n{expected}found:\n{actual}\n"));
        }
        checked += 1;
    }
    assert!(checked > 50, "there are {checked} answers");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Whether an answer is complete: its last line is the exit code.
fn ends(answer: &str) -> bool {
    answer.lines().last().is_some_and(|last| last.starts_with("rc="))
}
