//! `bunraku facts`, and the facts that manifests see.

use std::{fs, process::Command};

use tempfile::TempDir;

use crate::binary::{Run, run};

/// Runs a command with its own settings and external facts.
fn facts(command: &[&str], arguments: &[&str]) -> Run {
    let directory = TempDir::new().expect("a directory can be made");
    let path_of = |name: &str| format!("{}/{name}", directory.path().display());
    fs::create_dir(path_of("facts.d")).expect("there is room");
    fs::write(path_of("facts.d/site.yaml"), "site: {room: 12, doors: [a, b]}\nempty: ''\n").expect("there is room");
    fs::write(path_of("facter.conf"), "facts : { blocklist : [ \"kernel\" ] }").expect("there is room");
    let mut program = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    program.args(command).args(["--confdir", &path_of("conf"), "--vardir", &path_of("var"), "--color", "false"]);
    if command.first() == Some(&"facts") {
        program.args(["--external-dir", &path_of("facts.d"), "--config-file", &path_of("facter.conf")]);
    }
    run(program.args(arguments).env("FACTER_role", "web"), "")
}

fn shown(arguments: &[&str]) -> String {
    let run = facts(&["facts"], arguments);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.stdout
}

#[test]
fn facts_that_are_named_are_shown_in_the_order_of_their_names() {
    let expected = "{\n  \"nosuch\": \"\",\n  \"role\": \"web\",\n  \"site.room\": 12\n}\n";
    assert_eq!(shown(&["show", "site.room", "role", "nosuch"]), expected);
    assert_eq!(shown(&["site.room", "role", "nosuch"]), expected);
}

#[test]
fn facts_are_written_in_several_ways() {
    for (arguments, expected) in [
        (&["role", "--render-as", "json"][..], "{\"role\":\"web\"}\n"),
        (&["site", "--render-as", "yaml"], "---\nsite:\n  room: 12\n  doors:\n  - a\n  - b\n"),
        (&["role", "--render-as", "text"], "web\n"),
        (
            &["role", "site", "--render-as", "text"],
            "role => web\nsite => {\n  room => 12,\n  doors => [\n    \"a\",\n    \"b\"\n  ]\n}\n",
        ),
        (&["site.doors.1", "--value-only"], "b\n"),
        (&["site.doors", "--value-only"], "[\n  \"a\",\n  \"b\"\n]\n"),
        (&["nosuch", "--value-only"], "\n"),
    ] {
        assert_eq!(shown(arguments), expected, "{arguments:?}");
    }
    let unknown = facts(&["facts"], &["--render-as", "nope"]);
    let reason = "Error: Could not parse application options: I don't know how to render 'nope'\n";
    assert_eq!((unknown.code, unknown.stdout.as_str(), unknown.stderr.as_str()), (1, "", reason));
}

#[test]
fn a_value_alone_is_one_value() {
    let run = facts(&["facts"], &["role", "site.room", "--value-only"]);
    assert_eq!(run.stdout, "{\n  \"role\": \"web\",\n  \"site.room\": 12\n}\n");
    let warning =
        "Warning: Incorrect use of --value-only argument; it can only be used when querying for a single fact!\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, warning));
}

#[test]
fn what_is_blocked_is_shown_on_demand() {
    assert_eq!(shown(&["kernel", "--value-only"]), "\n");
    assert_eq!(shown(&["kernel", "--value-only", "--no-block"]), "Linux\n");
}

#[test]
fn legacy_facts_are_shown_on_request() {
    let has = |arguments: &[&str]| shown(arguments).contains("\"hardwaremodel\": \"");
    assert_eq!([has(&[]), has(&["--show-legacy"]), has(&["hardwaremodel"])], [false, true, true]);
}

#[test]
fn facts_for_a_server_name_the_machine() {
    let found = shown(&["find", "--certname", "web1.example.com"]);
    let found: serde_json::Value = serde_json::from_str(&found).expect("it is JSON");
    assert_eq!(found["name"], "web1.example.com");
    assert_eq!(found["values"]["clientcert"], "web1.example.com");
    assert_eq!(found["values"]["clientversion"], found["values"]["puppetversion"]);
    assert!(found["timestamp"].as_str() < found["expiration"].as_str());
}

#[test]
fn manifests_see_the_facts_of_the_machine() {
    let code = "notice($facts['kernel'], $facts['role'], $facts['clientnoop'], $facts['hardwaremodel'])";
    let run = facts(&["apply"], &["--noop", "-e", code]);
    assert!(run.stdout.contains("Notice: Scope(Class[main]): Linux web true \n"), "{}{}", run.stdout, run.stderr);
    let run = facts(&["apply"], &["--include_legacy_facts", "-e", "notice($facts['hardwaremodel'] =~ String[1])"]);
    assert!(run.stdout.contains("Notice: Scope(Class[main]): true\n"), "{}{}", run.stdout, run.stderr);
}
