//! `bunraku report`: the last run, for people and for programs.

use serde_json::{Value, json};

use crate::{
    apply::{catalog, command, resource},
    binary::{self, Run, assert_error},
    shelf::Shelf,
};

/// Shows the report of the last run of a shelf.
pub fn report(shelf: &Shelf, options: &[&str]) -> Run {
    let vardir = shelf.path().join("var");
    let mut command = std::process::Command::new(crate::shelf::program());
    binary::run(command.arg("report").arg("--vardir").arg(vardir).args(options), "")
}

/// A shelf after a run with a change and a failure.
fn after_a_run() -> Shelf {
    let shelf = Shelf::new();
    let resources = [resource("Slip", "one", json!({"text": "new"})), resource("Slip", "two", json!({"text": "boom"}))];
    binary::run(&mut command(&shelf, &catalog(&resources), &[]), "");
    shelf
}

#[test]
fn people_read_what_failed_first() {
    let run = report(&after_a_run(), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let (head, rest) = run.stdout.split_once('\n').unwrap();
    assert!(head.starts_with("web1: failed, 20") && head.ends_with(" +0000"), "{head}");
    let expected = "1 of 9 resources changed, 1 failed, 0 skipped\nFailed:\n  Slip[two] (/site.pp:3): the note burns\n\
                    Changed:\n  Slip[one] (/site.pp:3): text changed 'first' to 'new'\nLogged:\n  err: \
                    /Stage[main]/Main/Slip[two]: Could not evaluate: the note burns\n";
    assert_eq!(rest, expected);
}

#[test]
fn programs_read_the_report_of_puppet() {
    let run = report(&after_a_run(), &["--format", "json"]);
    let document: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    assert_eq!(document["report_format"], 12);
    assert_eq!(document["status"], "failed");
    assert_eq!(document["resource_statuses"]["Slip[one]"]["events"][0]["desired_value"], "new");
    assert_eq!(document["configuration_version"], 17);
}

#[test]
fn the_report_is_where_settings_say() {
    let shelf = Shelf::new();
    let path_of = |name: &str| shelf.path().join(name).display().to_string();
    std::fs::create_dir(path_of("conf")).unwrap();
    let text = format!(
        "[main]\nvardir = {}\n[user]\nlastrunreport = $vardir/mine.yaml\nstatettl = 1s\n",
        path_of("elsewhere")
    );
    shelf.write("conf/puppet.conf", &text);
    let catalog = shelf.write("catalog.json", &catalog(&[resource("Slip", "one", json!({"text": "new"}))]));
    let mut apply = shelf.command(&["apply", "--catalog"]);
    binary::run(apply.arg(catalog).arg("--confdir").arg(path_of("conf")), "");
    assert!(shelf.path().join("elsewhere/mine.yaml").exists());
    assert!(shelf.path().join("elsewhere/public/last_run_summary.yaml").exists());
    let shown = |options: &[&str]| {
        let mut command = std::process::Command::new(crate::shelf::program());
        binary::run(command.arg("report").args(options), "")
    };
    for options in [
        &["--confdir", &path_of("conf")][..],
        &["--lastrunreport", &path_of("elsewhere/mine.yaml")],
        &[&path_of("elsewhere/mine.yaml")],
    ] {
        let run = shown(options);
        assert!(run.stdout.starts_with("web1: changed, "), "{options:?}: {}{}", run.stdout, run.stderr);
    }
    shelf.write("conf/puppet.conf", &format!("{text}nonsense\n"));
    let complaint = shown(&["--confdir", &path_of("conf"), "--lastrunreport", &path_of("elsewhere/mine.yaml")]);
    assert!(complaint.stderr.contains("Could not match line nonsense"), "{}", complaint.stderr);
    assert!(complaint.stdout.starts_with("web1: changed, "), "{}", complaint.stdout);
}

#[test]
fn a_report_can_be_missing_or_broken() {
    let shelf = Shelf::new();
    assert_error(&report(&shelf, &[]), "error: there is no report in ");
    assert_error(&report(&shelf, &[]), "hint: every run writes a report");
    let broken = shelf.write("broken.yaml", "--- [");
    assert_error(&report(&shelf, &[broken.to_str().unwrap()]), "broken.yaml");
    let run = report(&shelf, &["--format", "json", "/no/such.yaml"]);
    assert_eq!(run.code, 2);
    let error: Value = serde_json::from_str(&run.stderr).expect("the error is JSON, too");
    assert!(error["error"]["message"].as_str().unwrap().contains("/no/such.yaml"));
}
