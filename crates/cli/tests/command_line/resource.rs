//! `bunraku resource`, beyond the recorded answers of the real Puppet.

use std::fs;

use crate::{
    binary,
    shelf::{Shelf, answer},
};

/// Asserts the complete output of a command on a fresh shelf.
#[track_caller]
fn check(arguments: &[&str], code: i32, stdout: &str, stderr: &str) {
    assert_eq!(answer(arguments), (code, stdout.to_owned(), stderr.to_owned()), "for {arguments:?}");
}

// Requirement: CLI-1, TD-33
#[test]
fn settings_have_a_name_and_a_value() {
    check(&["resource", "note", "b", "text="], 1, "", "Error: Could not run: Invalid parameter setting text=\n");
    check(&["resource"], 1, "", "Error: Could not run: You must specify the type to display\n");
    check(&["resource", "foo"], 1, "", "Error: Could not run: Could not find type foo\n");
    let (code, stdout, _) = answer(&["resource", "NoTe", "b", "text=a=b c"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("text changed 'second\\'s' to 'a=b c'"), "{stdout}");
    let (_, stdout, _) = answer(&["resource", "note", "/a/path", "text=\n"]);
    assert!(stdout.contains("/Note[/a/path]/text: text changed  to \"\\n\""), "{stdout}");
}

// Requirement: CLI-2, CLI-3, CLI-4
#[test]
fn a_resource_is_shown_as_a_manifest() {
    let manifest = "note { 'b': \n  ensure => 'present',\n  text => 'second\\'s',\n  pages => 2,\n\
                    # created => 'yesterday', # Read Only\n  colour => 'red',\n  folder => 'inbox',\n}\n";
    check(&["resource", "note", "b"], 0, manifest, "");
    let written = "Notice: /Note[b]/text: text changed 'second\\'s' to 'new'\nNotice: note: setting b\n\
                   note { 'b': \n  ensure => 'present',\n  text => 'new',\n  folder => 'inbox',\n}\n";
    check(&["resource", "note", "b", "text=new", "ensure=present"], 0, written, "");
    let composite = "topic { 'cats/top': \n  subject => 'cats',\n  shelf => 'top',\n  ensure => 'present',\n  \
                     text => 'meow',\n}\n";
    check(&["resource", "topic"], 0, composite, "");
}

// Requirement: CLI-5
#[test]
fn a_listing_is_sorted_by_title() {
    let (code, stdout, stderr) = answer(&["resource", "note"]);
    let titles: Vec<&str> = stdout.lines().filter(|line| line.ends_with(": ")).collect();
    assert_eq!((code, titles), (0, vec!["note { '/a/path': ", "note { 'A': ", "note { 'b': "]));
    assert!(!stdout.contains("\n\n") && stderr.is_empty());
    check(&["resource", "blank"], 0, "\n", "");
}

// Requirement: CLI-6
#[test]
fn what_does_not_exist_is_absent() {
    check(&["resource", "slip", "x"], 0, "slip { 'x': \n  ensure => 'absent',\n}\n", "");
    check(&["resource", "sign", "x"], 0, "sign { 'x': \n}\n", "");
}

// Requirement: CLI-7
#[test]
fn a_write_shows_what_became_of_the_resource() {
    let unchanged = "slip { 'one': \n  ensure => 'present',\n  text => 'first',\n}\n";
    check(&["resource", "slip", "one", "text=first"], 0, unchanged, "");
    let noop = format!("Notice: /Slip[one]/text: text changed 'first' to 'new' (noop)\n{unchanged}");
    let shelf = Shelf::new();
    let before = shelf.state();
    assert_eq!(shelf.answer(&["resource", "--noop", "slip", "one", "text=new"]), (0, noop, String::new()));
    assert_eq!(shelf.state(), before);
    let removed = "Notice: /Slip[one]/ensure: undefined 'ensure' from 'present'\nNotice: slip: setting one\n\
                   slip { 'one': \n  ensure => 'absent',\n}\n";
    check(&["resource", "slip", "one", "ensure=absent"], 0, removed, "");
}

// Requirement: CLI-8
#[test]
fn a_failure_ends_the_command_only_when_asked_to() {
    let changed = "Notice: /Slip[one]/text: text changed 'first' to 'boom'\n";
    let failed = "Error: /Slip[one]: Could not evaluate: the note burns\n";
    let shown = "slip { 'one': \n  ensure => 'present',\n  text => 'first',\n}\n";
    check(&["resource", "slip", "one", "text=boom"], 0, &format!("{changed}{shown}"), failed);
    let stderr = format!("{failed}Error: Could not run: Failed to manage resource Slip[one]\n");
    check(&["resource", "--fail", "slip", "one", "text=boom"], 1, changed, &stderr);
    let (code, ..) = answer(&["resource", "--fail", "slip", "one", "text=fine"]);
    assert_eq!(code, 0);
    let mismatch = "Error: Could not run: Parameter pages failed on Note[b]: note.pages expects an Integer value, got \
                    String\n";
    check(&["resource", "note", "b", "pages=two"], 1, "", mismatch);
}

// Requirement: CLI-9, CLI-10, TD-85
#[test]
fn yaml_is_a_mapping_of_all_attributes() {
    let yaml = "---\nslip:\n  one:\n    ensure: present\n    text: first\n  two:\n    ensure: present\n    \
                text: second\n";
    check(&["resource", "slip", "--to_yaml"], 0, yaml, "");
    check(&["resource", "slip", "--format", "yaml"], 0, yaml, "");
    check(&["resource", "sign", "exit", "-y"], 0, "---\nsign:\n  exit:\n    text: out\n    empty:\n", "");
    let note = "---\nnote:\n  b:\n    ensure: present\n    text: second's\n    pages: 2\n    created: yesterday\n    \
                colour: red\n    folder: inbox\n";
    check(&["resource", "note", "b", "--to_yaml"], 0, note, "");
    let secret = "---\nnote:\n  \"/a/path\":\n    ensure: present\n    pages:\n    token: Sensitive [value redacted]\n    \
                  pin: Sensitive [value redacted]\n    folder: inbox\n";
    check(&["resource", "note", "/a/path", "--to_yaml"], 0, secret, "");
    check(&["resource", "blank", "--to_yaml"], 0, "---\nblank: {}\n", "");
}

// Requirement: CLI-11
#[test]
fn json_is_an_object_of_titles() {
    let lines = "{\"one\":{\"ensure\":\"present\",\"text\":\"first\"}}\n{\"two\":{\"ensure\":\"present\",\"text\":\"second\"}}\n";
    check(&["resource", "slip", "--format=ndjson"], 0, lines, "");
    check(&["resource", "sign", "--format=ndjson"], 0, "{\"exit\":{\"text\":\"out\"}}\n", "");
    check(&["resource", "blank", "--format=ndjson"], 0, "", "");
    let (code, stdout, _) = answer(&["resource", "note", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&stdout).expect("it is JSON");
    assert_eq!(code, 0);
    assert_eq!(document["A"]["labels"], serde_json::json!(["x", "y"]));
    assert_eq!(document["A"]["extra"]["n"]["z"], 1);
    assert_eq!(document["/a/path"]["token"], "Sensitive [value redacted]");
    assert_eq!(document["/a/path"].get("pages"), None);
    let absent = "{\"x\":{\"ensure\":\"absent\"}}\n";
    check(&["resource", "slip", "x", "--format", "ndjson"], 0, absent, "");
}

#[test]
fn duplicate_titles_are_not_lost_silently() {
    let shelf = Shelf::new();
    shelf.write("state.yaml", "slip: [{name: a, ensure: present}, {name: a, ensure: present, text: t}]");
    let (code, stdout, stderr) = shelf.answer(&["resource", "slip", "--format", "ndjson"]);
    assert_eq!((code, stdout.lines().count(), stderr.as_str()), (0, 2, ""));
    let (_, _, stderr) = shelf.answer(&["resource", "slip", "--format", "json"]);
    assert_eq!(stderr, "Warning: duplicate resource Slip[a]; --format ndjson shows all of them\n");
}

#[test]
fn an_unknown_format_is_refused() {
    let stderr = "Error: Could not parse application options: invalid argument: --format xml (expected pp, yaml, json or ndjson)\n";
    check(&["resource", "slip", "--format", "xml"], 1, "", stderr);
}

// Requirement: GET-21
#[test]
fn providers_are_asked_as_seldom_as_possible() {
    let calls = |arguments: &[&str]| {
        let shelf = Shelf::new();
        shelf.run(arguments);
        shelf.calls()
    };
    assert_eq!(calls(&["resource", "note"]), ["note get nil"]);
    assert_eq!(calls(&["resource", "note", "b"]), ["note get nil"]);
    assert_eq!(calls(&["resource", "note", "x"]), ["note get nil"], "nothing was changed since");
    assert_eq!(calls(&["resource", "note", "b", "text=n"]), ["note get nil", "note set b"]);
    assert_eq!(calls(&["resource", "slip"]), ["slip get nil"]);
    assert_eq!(calls(&["resource", "slip", "two"]), ["slip get nil"]);
    assert_eq!(calls(&["resource", "slip", "x"]), ["slip get nil", "slip get [\"x\"]"]);
    assert_eq!(calls(&["resource", "slip", "two", "text=n"]), ["slip get [\"two\"]", "slip set two"]);
}

#[test]
fn the_types_are_listed() {
    let own = ["bell", "blank", "left", "memo", "note", "right", "sign", "slip", "topic"].map(str::to_owned);
    let mut names: Vec<String> =
        types::all().iter().map(|resource_type| resource_type.definition().name().to_string()).collect();
    names.extend(own);
    // Puppet ships the type and runs it.
    names.push("tidy".to_owned());
    names.sort_unstable();
    check(&["resource", "--types"], 0, &format!("{}\n", names.join("\n")), "");
}

// Requirement: LOG-2, LOG-3
#[test]
fn lines_go_where_they_belong() {
    let shelf = Shelf::new();
    let (_, stdout, stderr) = shelf.answer(&["resource", "slip", "one", "text=new", "loglevel=warning"]);
    assert_eq!(stderr, "Warning: /Slip[one]/text: text changed 'first' to 'new'\n");
    assert!(stdout.starts_with("Notice: slip: setting one\n"), "{stdout}");
    let info = ["resource", "slip", "one", "text=newer", "loglevel=info"];
    assert!(!shelf.run(&info).stdout.contains("Info:"));
    shelf.run(&["resource", "slip", "one", "text=old"]);
    let verbose = [&info[..], &["-v"]].concat();
    assert!(shelf.run(&verbose).stdout.contains("Info: /Slip[one]/text: text changed 'old' to 'newer'\n"));
    let debug = shelf.run(&["resource", "slip", "one", "text=x", "--debug"]);
    assert!(debug.stdout.contains("Debug: Target State: {:name=>\"one\", :text=>\"x\"}\n"), "{}", debug.stdout);
}

// Requirement: LOG-4
#[test]
fn lines_have_colours_unless_they_are_switched_off() {
    let run = |arguments: &[&str], no_color: bool| {
        let shelf = Shelf::new();
        let mut command = std::process::Command::new(crate::shelf::program());
        command.env("SHELF", shelf.path()).env_remove("NO_COLOR").args(arguments);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        binary::run(&mut command, "")
    };
    let error = "Error: Could not run: Could not find type foo";
    assert_eq!(run(&["resource", "foo"], false).stderr, format!("\u{1b}[1;31m{error}\u{1b}[0m\n"));
    assert_eq!(run(&["resource", "foo", "--color=ansi"], true).stderr, format!("\u{1b}[1;31m{error}\u{1b}[0m\n"));
    assert_eq!(run(&["resource", "foo"], true).stderr, format!("{error}\n"));
    assert_eq!(run(&["resource", "foo", "--color=false"], false).stderr, format!("{error}\n"));
    assert_eq!(run(&["resource", "foo", "--color", "none"], false).stderr, format!("{error}\n"));
    let html = format!("<span style=\"color: #FFA0A0\">{error}</span>\n");
    assert_eq!(run(&["resource", "foo", "--color", "html"], false).stderr, html);
    let noop = run(&["resource", "--noop", "slip", "one", "text=n"], false).stdout;
    let notice = "\u{1b}[mNotice: /Slip[one]/text: text changed 'first' to 'n' (noop)\u{1b}[0m\n";
    assert!(noop.starts_with(notice), "{noop}");
}

// Requirement: TD-81, TD-84
#[test]
fn secrets_are_neither_given_nor_shown() {
    let shelf = Shelf::new();
    for arguments in [
        &["resource", "note", "--debug"][..],
        &["resource", "note", "/a/path", "text=hunter2-secret", "--debug"],
        &["resource", "note", "/a/path", "pin=4711-pin-new", "--debug"],
        &["resource", "note", "--format", "json", "--debug"],
        &["resource", "note", "--format", "ndjson", "--debug"],
        &["resource", "note", "--to_yaml", "--debug"],
    ] {
        let (_, stdout, stderr) = shelf.answer(arguments);
        for secret in ["hunter2", "4711"] {
            assert!(!stdout.contains(secret) && !stderr.contains(secret), "{arguments:?}: {stdout}{stderr}");
        }
    }
    let refused = "Error: Could not run: Parameter token failed on Note[b]: note.token expects a Sensitive[String] value, \
                   got String\n";
    check(&["resource", "note", "b", "token=clear"], 1, "", refused);
}

// Requirement: STR-1, GET-11, GET-13
#[test]
fn strictness_decides_what_a_bad_provider_may_do() {
    let shelf = Shelf::new();
    shelf.write("state.yaml", "slip: [{name: a, ensure: present, text: 1}]");
    let message = "Provider returned data that does not match the Type Schema for `slip[a]`\n Value type mismatch:\n    * \
                   text: 1 (expects a value of type Undef or String, got Integer)\n";
    let shown = "slip { 'a': \n  ensure => 'present',\n  text => 1,\n}\n";
    assert_eq!(shelf.answer(&["resource", "slip"]), (1, String::new(), format!("Error: Could not run: {message}")));
    assert_eq!(
        shelf.answer(&["resource", "slip", "--strict=warning"]),
        (0, shown.into(), format!("Warning: {message}"))
    );
    assert_eq!(shelf.answer(&["resource", "slip", "--strict=off"]), (0, shown.into(), String::new()));
    let refused = "Error: Could not initialize global default settings: Invalid value 'x' for parameter strict. Allowed \
                   values are 'off', 'warning', 'error'\n";
    assert_eq!(shelf.answer(&["resource", "slip", "--strict=x"]), (1, String::new(), refused.into()));
}

/// Runs `resource … --edit` with a script as the editor.
fn edit(shelf: &Shelf, arguments: &[&str], script: &str) -> (i32, String, String) {
    let editor = shelf.write("editor.sh", script);
    let mut command = shelf.command(arguments);
    command.env("EDITOR", format!("sh {}", editor.display()));
    let run = binary::run(&mut command, "");
    (run.code, run.stdout, run.stderr)
}

#[test]
fn what_is_edited_is_applied() {
    let shelf = Shelf::new();
    let (code, stdout, stderr) = edit(&shelf, &["resource", "note", "--edit"], "sed -i 's/=> 2,/=> 3,/' \"$1\"");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let changes: Vec<&str> = stdout.lines().filter(|line| line.starts_with("Notice:")).collect();
    assert_eq!(changes, ["Notice: /Note[b]/pages: pages changed 2 to 3", "Notice: note: setting b"]);
    let (code, stdout, _) = edit(&shelf, &["resource", "note", "b", "--edit"], "true");
    assert_eq!((code, stdout.as_str()), (0, "Notice: Nothing was edited, nothing to change\n"));
}

#[test]
fn an_edited_file_never_holds_a_secret() {
    let shelf = Shelf::new();
    let copy = shelf.path().join("copy.pp");
    edit(&shelf, &["resource", "note", "--edit"], &format!("cp \"$1\" {}", copy.display()));
    let text = fs::read_to_string(copy).expect("the editor got a file");
    assert!(text.contains("# token => Sensitive [value redacted], # Secret\n"), "{text}");
    assert!(!text.contains("hunter2") && !text.contains("4711"), "{text}");
}

#[test]
fn nothing_is_lost_when_an_edit_goes_wrong() {
    let shelf = Shelf::new();
    let (code, stdout, stderr) = edit(&shelf, &["resource", "note", "b", "--edit"], "echo 'note { oops' > \"$1\"");
    assert_eq!((code, stdout.as_str()), (1, ""));
    let (reason, path) = stderr.trim_end().split_once("\nYour edits are kept in ").expect("the file is named");
    assert!(reason.starts_with("Error: Could not run: Syntax error at end of input (file: "));
    assert!(reason.ends_with(", line: 2, column: 1)"), "{reason}");
    assert_eq!(fs::read_to_string(path).expect("it is there"), "note { oops\n");
    fs::remove_file(path).expect("it can be removed");
    let (code, _, stderr) = edit(&shelf, &["resource", "note", "b", "--edit"], "exit 3");
    assert_eq!(code, 1);
    assert!(stderr.ends_with("ended with exit code 3; nothing was changed\n"), "{stderr}");
    let mut command = shelf.command(&["resource", "note", "b", "--edit"]);
    let run = binary::run(command.env("EDITOR", "/no/such/editor"), "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("Error: Could not run: the editor '/no/such/editor' was not found"), "{}", run.stderr);
}

#[test]
fn parameters_and_help_can_be_asked_for() {
    let help = answer(&["resource", "--help"]);
    assert_eq!((help.0, help.2.as_str()), (0, ""));
    assert!(help.1.contains("-p, --param <NAME>") && help.1.contains("Usage: bunraku resource"), "{}", help.1);
    assert_eq!(binary::bunraku(&["help", "resource"]).stdout, binary::bunraku(&["resource", "-h"]).stdout);
    let shown = "Notice: world\nNotice: /Notify[hello]/message: defined 'message' as 'world'\nnotify { 'hello':\n  \
                 withpath => false,\n}\n";
    check(&["resource", "notify", "hello", "message=world", "--param", "withpath"], 0, shown, "");
}
