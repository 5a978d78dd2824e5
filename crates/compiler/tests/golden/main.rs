//! Every recorded snippet gives what the real Puppet gave: values, log lines, catalogs and errors.
//!
//! The files in `data` say under which settings they were recorded. `exceptions.tsv` names the snippets whose answer
//! differs on purpose, each with the reason; one that has become equal must go from there.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answer;
mod snippets;

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use snippets::Snippet;

/// How many snippets are run. A file that is lost, or read in part, must not look like success.
const SNIPPETS: usize = 759;

#[test]
fn every_snippet_gives_the_recorded_answer() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut exceptions = read_exceptions(&directory.join("exceptions.tsv"));
    let snippets = snippets::read_all(&directory.join("data"));
    assert_eq!(snippets.len(), SNIPPETS);
    let only = std::env::var("GOLDEN").unwrap_or_default();
    let mut report = String::new();
    let mut differing = 0;
    for snippet in snippets.iter().filter(|snippet| snippet.name().contains(&only)) {
        let given = answer::normalized(&answer::of(snippet));
        let excepted = exceptions.remove(&snippet.name()).is_some();
        let equal = given == answer::normalized(&snippet.answer);
        if equal == excepted {
            differing += 1;
            writeln!(report, "{}", explain(snippet, &given, excepted)).unwrap();
        }
    }
    if only.is_empty() {
        assert!(exceptions.is_empty(), "exceptions for snippets that do not exist: {exceptions:?}");
    }
    assert!(report.is_empty(), "{report}\n{differing} snippets differ");
}

fn explain(snippet: &Snippet, given: &str, excepted: bool) -> String {
    let head = format!("--- {}\n{}", snippet.name(), snippet.source);
    if excepted {
        return format!("{head}\nis an exception, but equal");
    }
    format!("{head}\nexpected:\n{}given:\n{given}", snippet.answer)
}

/// Reads lines of a name and a reason.
fn read_exceptions(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, reason) = line.split_once('\t').unwrap_or_else(|| panic!("no reason: {line}"));
            (name.to_owned(), reason.to_owned())
        })
        .collect()
}
