//! The files of a run: reports, lists and logs.

use std::fs;

use serde_json::{Value, json};

use super::{apply, resource};
use crate::shelf::Shelf;

#[test]
fn a_run_leaves_its_files() {
    let shelf = Shelf::new();
    apply(&shelf, &[resource("Slip", "one", json!({"text": "new"}))], &[]);
    assert!(!shelf.path().join("var/state/resources.txt").exists(), "nobody asked for it");
    let read = |name: &str| {
        fs::read_to_string(shelf.path().join("var").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let report = read("state/last_run_report.yaml");
    assert!(report.starts_with("--- !ruby/object:Puppet::Transaction::Report\nhost: web1\n"), "{report}");
    assert!(read("state/state.yaml").contains("Slip[one]"));
    assert!(read("public/last_run_summary.yaml").contains("changes:\n  total: 1\n"));
    let stored: Vec<_> = fs::read_dir(shelf.path().join("var/reports/web1")).unwrap().collect();
    assert_eq!(stored.len(), 1);
    assert!(!shelf.path().join("var/state/agent_catalog_run.lock").exists());
}

#[test]
fn lists_hold_what_is_managed() {
    let mut defined = resource("Thing", "x", json!({}));
    defined["kind"] = "defined_type".into();
    let resources = [
        resource("Slip", "One", json!({"text": "new"})),
        resource("Notify", "hello", json!({})),
        // None of them is managed.
        resource("Slip", "two", json!({"noop": true})),
        resource("Schedule", "s", json!({"period": "daily"})),
        resource("Resources", "slip", json!({"purge": false})),
        defined,
    ];
    let shelf = Shelf::new();
    apply(&shelf, &resources, &["--write-catalog-summary"]);
    let read = |name: &str| fs::read_to_string(shelf.path().join("var/state").join(name)).unwrap();
    assert_eq!(read("classes.txt"), "settings\nmain\n");
    assert_eq!(read("resources.txt"), "slip[one]\nnotify[hello]\n");
}

#[test]
fn a_catalog_that_cannot_be_converted_leaves_the_last_report_alone() {
    let shelf = Shelf::new();
    let wrong = [resource("Note", "b", json!({"pages": "many"}))];
    assert_eq!(apply(&shelf, &wrong, &[]).0, 1);
    let report = shelf.path().join("var/state/last_run_report.yaml");
    assert!(!report.exists(), "Puppet writes none either");
    apply(&shelf, &[resource("Slip", "one", json!({"text": "new"}))], &[]);
    let before = fs::read_to_string(&report).unwrap();
    assert!(before.contains("    - - config_retrieval\n      - Config retrieval\n      - 0\n"), "{before}");
    assert_eq!(apply(&shelf, &wrong, &[]).0, 1);
    assert_eq!(fs::read_to_string(&report).unwrap(), before);
}

#[test]
fn lines_go_to_files_in_all_formats() {
    let shelf = Shelf::new();
    let resources = [resource("Notify", "hello", json!({"message": "a\nb"}))];
    let destination = |name: &str| {
        let file = shelf.path().join("logs").join(name);
        let answer = apply(&shelf, &resources, &["--logdest", file.to_str().unwrap()]);
        assert_eq!(answer, (0, String::new(), String::new()));
        fs::read_to_string(file).unwrap()
    };
    let text = destination("run.log");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with(" +0000 Puppet (notice): a") && lines[0].len() == 44, "{text}");
    assert_eq!(lines[1], "b");
    assert!(
        lines[2].contains(" /Stage[main]/Main/Notify[hello]/message (notice): defined 'message' as \"a\\nb\""),
        "{text}"
    );
    let lines = destination("run.jsonl");
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["level"], &first["message"], &first["source"]),
        (&json!("notice"), &json!("a\nb"), &json!("Puppet"))
    );
    let array = destination("run.json");
    let closed: Value = serde_json::from_str(&format!("{array}]")).expect("it is an array that was not closed");
    assert_eq!(closed.as_array().unwrap().len(), 3);
    let (code, _, stderr) = apply(&shelf, &resources, &["--logdest", "nowhere"]);
    let expected = "Error: Could not parse application options: Could not set logdest to nowhere.\nUnknown destination type \
                    nowhere\n";
    assert_eq!((code, stderr.as_str()), (1, expected));
}

#[test]
fn attributes_that_cannot_be_kept_are_reported_and_change_nothing_else() {
    let shelf = Shelf::new();
    fs::create_dir_all(shelf.path().join("var/state/last_run_report.yaml/x")).unwrap();
    let (code, stdout, stderr) = apply(&shelf, &[resource("Notify", "a", json!({}))], &["--detailed-exitcodes"]);
    assert_eq!(code, 2, "{stdout}{stderr}");
    assert!(stderr.starts_with("Error: Could not save last run local report: "), "{stderr}");
}
