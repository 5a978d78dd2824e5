//! What Puppet 7.23 logs when it applies the same catalogs.
//!
//! `oracle/transaction/record.rb` recorded it. Where Puppet 8 says something else, or where this engine does so on
//! purpose, the difference is written down here.

use catalog::Catalog;
use engine::transaction::History;
use pcore::NoNames;
use resource_api::{
    State,
    log::{Level, LogEntry},
};
use serde_json::Value as Json;

use crate::support::{Machine, shown};

/// Lines that differ from Puppet's on purpose, with the reasons.
const DIFFERENCES: [(&str, &str, &str); 2] = [
    // The requirement has the words of the compiler, which finds it first.
    (
        "two resources with one name",
        "Duplicate declaration: Note[a] is already declared; cannot redeclare",
        "Cannot alias Note[b] to [\"a\"] at (file: /W/site.pp, line: 1); resource [\"Note\", \"a\"] already declared (file: /W/site.pp, line: 1)",
    ),
    // The containers do not matter for the identity.
    (
        "an alias that is taken",
        "Could not deserialize catalog from rich_data_json: Could not intern from rich_data_json: Cannot alias",
        "Cannot alias",
    ),
];

// Requirement: CLI-21, CLI-23, CLI-26, CLI-27, CLI-28, CG-7, CG-9, GET-6, GET-7, SET-33, SET-34, SET-40
#[test]
fn runs_are_logged_as_puppet_logs_them() {
    let recorded = include_str!("../golden/transaction.jsonl");
    let mut count = 0;
    for case in recorded.lines().map(|line| serde_json::from_str::<Json>(line).expect("the record is JSON")) {
        check(&case);
        count += 1;
    }
    assert!(count > 40, "only {count} cases are recorded");
}

fn check(case: &Json) {
    let name = case["name"].as_str().expect("a case has a name");
    let mut machine = Machine::default();
    machine.store().unreadable = case["broken"] == true;
    let options: Vec<&str> = case["options"].as_array().expect("options").iter().filter_map(Json::as_str).collect();
    for (index, option) in options.iter().enumerate() {
        let list = || options[index + 1].split(',').map(Into::into).collect();
        match *option {
            "--noop" => machine.options.settings.noop = true,
            "--merge_dependency_warnings" => machine.options.merge_dependency_warnings = true,
            "--evaltrace" => machine.options.trace_evaluation = true,
            "--tags" => machine.options.tags = list(),
            "--skip_tags" => machine.options.skip_tags = list(),
            _ => {}
        }
    }
    let mut history = History::default();
    for run in case["runs"].as_array().expect("runs") {
        if let Some(before) = run["before"].as_array() {
            let mut store = machine.store();
            store.notes.clear();
            for note in before.iter().map(state) {
                store.notes.insert(note.text("name").expect("a note has a name").to_owned(), note);
            }
        }
        let mut end = None;
        let catalog = Catalog::from_json(&case["catalog"].to_string(), &NoNames);
        match catalog.map_err(Into::into).and_then(|catalog| machine.transaction(catalog)) {
            Err(failure) => end = Some(format!("Error: Could not run: {failure}")),
            Ok(transaction) => {
                let applied = transaction.with_history(std::mem::take(&mut history)).run();
                end = end.or(applied.failure.map(|failure| format!("Error: Failed to apply catalog: {failure}")));
                history = applied.history;
            }
        }
        let mut actual: Vec<String> =
            machine.recorder.take().iter().filter(|entry| is_kept(entry)).map(shown).collect();
        actual.extend(end);
        let actual: Vec<String> = actual.iter().map(|line| without_time(line)).collect();
        let expected: Vec<String> = run["log"]
            .as_array()
            .expect("log")
            .iter()
            .filter_map(Json::as_str)
            .map(|line| expected(name, line))
            .collect();
        let actual: Vec<String> =
            actual.iter().enumerate().map(|(index, line)| without_location(line, expected.get(index))).collect();
        assert_eq!(actual, expected, "{name}");
        // Puppet forgets the defaults of attributes that are audited.
        if name == "an audit of everything" {
            continue;
        }
        let after: Vec<State> = run["after"].as_array().expect("after").iter().map(state).collect();
        let is_unordered = |states: Vec<State>| {
            let mut shown: Vec<String> = states.iter().map(resource_api::render::inspect_state).collect();
            shown.sort();
            shown
        };
        let notes: Vec<State> = machine.store().notes.values().map(sorted).collect();
        assert_eq!(is_unordered(notes), is_unordered(after.iter().map(sorted).collect()), "{name}");
    }
}

/// Debug lines are recorded only when they are about a resource.
fn is_kept(entry: &LogEntry) -> bool {
    entry.level > Level::Debug || entry.source.is_some()
}

fn expected(name: &str, line: &str) -> String {
    let mut line = noop_of_puppet_8(line);
    for (case, theirs, ours) in DIFFERENCES {
        if case == name {
            line = line.replace(theirs, ours);
        }
    }
    line
}

/// With noop, Puppet 7 logs the current and the desired value; Puppet 8 logs the change.
fn noop_of_puppet_8(line: &str) -> String {
    let Some((start, rest)) = line.split_once(": current_value ") else { return line.to_owned() };
    let (is, should) = rest.trim_end_matches(" (noop)").split_once(", should be ").expect("both values");
    let property = start.rsplit('/').next().expect("the source is a path");
    let change = match (is, should) {
        ("'absent'", _) => format!("defined '{property}' as {should}"),
        (_, "'absent'") => format!("undefined '{property}' from {is}"),
        _ => format!("{property} changed {is} to {should}"),
    };
    format!("{start}: {change} (noop)")
}

/// Types of the Resource API lose where their resources are declared; here every message says it.
fn without_location(line: &str, expected: Option<&String>) -> String {
    match line.split_once(" (file: ") {
        Some((start, _)) if expected.is_some_and(|expected| !expected.contains(" (file: ")) => start.to_owned(),
        _ => line.to_owned(),
    }
}

fn without_time(line: &str) -> String {
    match line.split_once("Evaluated in ") {
        Some((start, _)) => format!("{start}Evaluated in N seconds"),
        None => line.to_owned(),
    }
}

fn state(note: &Json) -> State {
    let value = |value: &Json| match value {
        Json::Number(number) => pcore::Value::Integer(number.as_i64().expect("sizes are integers")),
        Json::String(text) => text.as_str().into(),
        _ => pcore::Value::Undef,
    };
    note.as_object()
        .expect("a note is a map")
        .iter()
        .map(|(name, given)| (ecow::EcoString::from(name.as_str()), value(given)))
        .collect()
}

fn sorted(note: &State) -> State {
    let mut attributes: Vec<_> =
        note.iter().filter(|(_, value)| !value.is_undef()).map(|(name, value)| (name.clone(), value.clone())).collect();
    attributes.sort_by(|left, right| left.0.cmp(&right.0));
    attributes.into_iter().collect()
}
