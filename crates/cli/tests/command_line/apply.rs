//! `bunraku apply --catalog`: output and exit codes; in `files` the files of a run, in `ending` signals and second
//! runs.

mod ending;
mod environment;
mod files;

use std::process::Command;

use serde_json::{Value, json};

use crate::{binary, shelf::Shelf};

/// A catalog as compiled by Puppet: all resources are in class `main`.
pub fn catalog(resources: &[Value]) -> String {
    let mut all = vec![
        json!({"type": "Stage", "title": "main", "tags": ["stage", "class"]}),
        json!({"type": "Class", "title": "main", "tags": ["class"]}),
    ];
    let mut edges = vec![json!({"source": "Stage[main]", "target": "Class[main]"})];
    for resource in resources {
        let (kind, title) = (resource["type"].as_str().expect("a type"), resource["title"].as_str().expect("a title"));
        edges.push(json!({"source": "Class[main]", "target": format!("{kind}[{title}]")}));
        all.push(resource.clone());
    }
    json!({
        "name": "web1", "version": 17, "environment": "production", "catalog_format": 2,
        "resources": all, "edges": edges, "classes": ["settings", "main"],
    })
    .to_string()
}

pub fn resource(kind: &str, title: &str, parameters: Value) -> Value {
    let tags = json!([kind.to_lowercase(), "class"]);
    json!({"type": kind, "title": title, "tags": tags, "file": "/site.pp", "line": 3, "parameters": parameters})
}

/// A command that applies a catalog and writes its files to the directory of the shelf.
pub fn command(shelf: &Shelf, catalog: &str, options: &[&str]) -> Command {
    let file = shelf.write("catalog.json", catalog);
    let mut command = shelf.command(&["apply"]);
    command.arg("--vardir").arg(shelf.path().join("var")).arg("--catalog").arg(file).args(options);
    command
}

/// Applies a catalog; returns exit code, stdout without times, and stderr.
fn apply(shelf: &Shelf, resources: &[Value], options: &[&str]) -> (i32, String, String) {
    let run = binary::run(&mut command(shelf, &catalog(resources), options), "");
    (run.code, without_times(&run.stdout), run.stderr)
}

/// Replaces what varies: `0.01 seconds` becomes `N seconds`.
pub fn without_times(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line.rsplit_once(" in ") {
        Some((before, after)) if after.ends_with(" seconds\n") => format!("{before} in N seconds\n"),
        _ => line.to_owned(),
    });
    lines.collect()
}

const APPLIED: &str = "Notice: Applied catalog in N seconds\n";

// Requirement: CLI-20, CLI-21, CLI-23
#[test]
fn changes_are_logged_before_they_are_made() {
    let shelf = Shelf::new();
    let resources = [
        resource("Note", "b", json!({"text": "new", "pages": 2})),
        resource("Note", "new", json!({"ensure": "present"})),
        resource("Note", "A", json!({"ensure": "absent"})),
        resource("Note", "/a/path", json!({"text": "x"})),
    ];
    let path = "Notice: /Stage[main]/Main/Note";
    let expected = format!(
        "{path}[b]/text: text changed 'second\\'s' to 'new'\nNotice: note: setting b\n\
         {path}[new]/ensure: defined 'ensure' as 'present'\nNotice: note: setting new\n\
         {path}[A]/ensure: undefined 'ensure' from 'present'\nNotice: note: setting A\n\
         {path}[/a/path]/text: text changed  to 'x'\nNotice: note: setting /a/path\n{APPLIED}"
    );
    assert_eq!(apply(&shelf, &resources, &[]), (0, expected, String::new()));
    assert_eq!(
        apply(&shelf, &resources, &["--detailed-exitcodes"]),
        (0, APPLIED.into(), String::new()),
        "the second time"
    );
}

// Requirement: CLI-22
#[test]
fn desired_booleans_are_quoted() {
    let shelf = Shelf::new();
    let (_, stdout, _) = apply(&shelf, &[resource("Note", "A", json!({"done": true, "ratio": 2.5}))], &[]);
    assert!(stdout.contains("/done: done changed false to 'true'\n"), "{stdout}");
    assert!(stdout.contains("/ratio: ratio changed 1.500000 to 2.500000\n"), "{stdout}");
}

// Requirement: CLI-24
#[test]
fn detailed_exit_codes_depend_on_what_happened() {
    let code = |resources: &[Value], options: &[&str]| apply(&Shelf::new(), resources, options).0;
    let detailed = ["--detailed-exitcodes"];
    let (same, change) = (json!({"text": "first"}), json!({"text": "new"}));
    assert_eq!(code(&[resource("Slip", "one", same)], &detailed), 0);
    assert_eq!(code(&[resource("Slip", "one", change.clone())], &detailed), 2);
    assert_eq!(code(&[resource("Slip", "one", change.clone())], &["--test"]), 2);
    assert_eq!(code(&[resource("Slip", "one", change.clone())], &[]), 0);
    assert_eq!(code(&[resource("Slip", "one", change.clone())], &["--detailed-exitcodes", "--noop"]), 0);
    // The change was logged before it failed.
    assert_eq!(code(&[resource("Slip", "one", json!({"text": "boom"}))], &detailed), 6);
    assert_eq!(code(&[resource("Slip", "one", json!({"text": "boom"}))], &[]), 0);
    let memo = json!({"ensure": "present", "author": "a", "reader": "b"});
    assert_eq!(code(&[resource("Memo", "x", memo)], &detailed), 4);
    let failing = Shelf::new();
    failing.fail("the shelf fell");
    let (code, stdout, stderr) = apply(&failing, &[resource("Slip", "one", change)], &detailed);
    assert_eq!((code, stdout.as_str()), (4, APPLIED));
    assert_eq!(stderr, "Error: /Stage[main]/Main/Slip[one]: Could not evaluate: the shelf fell\n");
}

// Requirement: CLI-26, TD-42, TD-46, SET-26
#[test]
fn what_cannot_be_built_ends_the_run_before_it_begins() {
    let refused = |title: &str, kind: &str, parameters: Value| {
        let shelf = Shelf::new();
        let before = shelf.state();
        let change = resource("Slip", "one", json!({"text": "new"}));
        let (code, stdout, stderr) =
            apply(&shelf, &[change, resource(kind, title, parameters)], &["--detailed-exitcodes"]);
        assert_eq!((code, stdout.as_str()), (1, ""));
        assert_eq!((shelf.state(), shelf.calls()), (before, vec![]));
        stderr
    };
    assert_eq!(
        refused("b", "Note", json!({"created": "now"})),
        "Error: Could not run: Parameter created failed on Note[b]: Attempting to set `created` read_only attribute value \
         to `now` (file: /site.pp, line: 3)\n"
    );
    let unknown = refused("b", "Note", json!({"nosuch": 1}));
    assert!(unknown.starts_with("Error: Could not run: no parameter named 'nosuch'"), "{unknown}");
    assert_eq!(
        refused("x", "Memo", json!({"ensure": "absent"})),
        "Error: Could not run: Validation of Memo[x] failed: The following mandatory parameters were not provided:\n    *  \
         author, \n    *  reader (file: /site.pp, line: 3)\n"
    );
    let mismatch = refused("b", "Note", json!({"pages": "two"}));
    assert!(
        mismatch.contains(
            "Parameter pages failed on Note[b]: note.pages expects a value of type Undef or Integer, got String"
        ),
        "{mismatch}"
    );
}

// Requirement: CLI-27
#[test]
fn a_change_refreshes_subscribers() {
    let shelf = Shelf::new();
    let resources = [
        resource("Slip", "one", json!({"text": "new", "notify": "Bell[door]"})),
        resource("Bell", "door", json!({"text": "ding"})),
        resource("Bell", "quiet", json!({"text": "ding", "subscribe": "Slip[one]", "noop": true})),
    ];
    let (code, stdout, stderr) = apply(&shelf, &resources, &["--detailed-exitcodes", "-v"]);
    assert_eq!((code, stderr.as_str()), (2, ""));
    let path = "/Stage[main]/Main";
    assert!(stdout.contains(&format!("Info: {path}/Slip[one]: Scheduling refresh of Bell[door]\n")), "{stdout}");
    assert!(stdout.contains(&format!("Notice: {path}/Bell[door]: Triggered 'refresh' from 1 event\n")), "{stdout}");
    let quiet = format!("Notice: {path}/Bell[quiet]: Would have triggered 'refresh' from 1 event\n");
    assert!(stdout.contains(&quiet), "{stdout}");
    assert!(shelf.calls().contains(&"bell refresh door".to_owned()), "{:?}", shelf.calls());
}

// Requirement: CLI-28
#[test]
fn metaparameters_work_on_resources() {
    let shelf = Shelf::new();
    let resources = [
        resource("Slip", "one", json!({"text": "new", "before": "Slip[two]", "loglevel": "warning"})),
        resource("Slip", "two", json!({"text": "newer", "noop": true})),
        resource("Slip", "three", json!({"ensure": "present", "require": "Notify[last]"})),
        resource("Notify", "last", json!({"message": Value::Null, "audit": "all"})),
        resource("Notify", "said", json!({"message": "it"})),
    ];
    let (code, stdout, stderr) = apply(&shelf, &resources, &["--detailed-exitcodes"]);
    assert_eq!(code, 2);
    assert_eq!(stderr, "Warning: /Stage[main]/Main/Slip[one]/text: text changed 'first' to 'new'\n");
    let (last, three) = (stdout.find("Notify[last]"), stdout.find("Slip[three]"));
    assert!(last < three && last.is_some(), "{stdout}");
    assert!(stdout.contains("Slip[two]/text: text changed 'second' to 'newer' (noop)\n"), "{stdout}");
    assert!(stdout.contains("Notify[last]/message: audit change: newly-recorded value absent\n"), "{stdout}");
    let (_, stdout, _) = apply(&shelf, &resources, &["--tags", "notify"]);
    assert!(stdout.contains("Notice: it\n") && !stdout.contains("Slip"), "{stdout}");
    // A property that is only audited is not logged.
    assert!(!stdout.contains("last"), "{stdout}");
    let (_, stdout, _) = apply(&shelf, &resources, &["--skip_tags=notify,slip"]);
    assert_eq!(stdout, APPLIED);
}

// Requirement: SET-33, SET-34
#[test]
fn noop_changes_nothing() {
    let shelf = Shelf::new();
    let before = shelf.state();
    let (code, stdout, _) =
        apply(&shelf, &[resource("Slip", "one", json!({"text": "new"}))], &["--noop", "--detailed-exitcodes"]);
    let expected = format!(
        "Notice: /Stage[main]/Main/Slip[one]/text: text changed 'first' to 'new' (noop)\n\
         Notice: Class[Main]: Would have triggered 'refresh' from 1 event\n\
         Notice: Stage[main]: Would have triggered 'refresh' from 1 event\n{APPLIED}"
    );
    assert_eq!((code, stdout), (0, expected));
    assert_eq!((shelf.state(), shelf.calls()), (before, vec!["slip get [\"one\"]".to_owned()]));
}

// Requirement: SET-40
#[test]
fn what_depends_on_a_failure_is_skipped() {
    let resources = [
        resource("Slip", "one", json!({"text": "boom"})),
        resource("Slip", "two", json!({"text": "x", "require": "Slip[one]"})),
        resource("Sign", "exit", json!({"text": "in"})),
    ];
    let (code, stdout, stderr) = apply(&Shelf::new(), &resources, &["--detailed-exitcodes"]);
    assert_eq!(code, 6);
    assert!(
        stdout.contains("Notice: /Stage[main]/Main/Slip[two]: Dependency Slip[one] has failures: true\n"),
        "{stdout}"
    );
    assert!(stdout.contains("Sign[exit]/text: text changed 'out' to 'in'\n"), "{stdout}");
    let expected = "Error: /Stage[main]/Main/Slip[one]: Could not evaluate: the note burns\n\
                    Warning: /Stage[main]/Main/Slip[two]: Skipping because of failed dependencies\n";
    assert_eq!(stderr, expected);
}

#[test]
fn a_circle_is_an_error_of_the_catalog() {
    let resources = [
        resource("Notify", "a", json!({"require": "Notify[b]"})),
        resource("Notify", "b", json!({"require": "Notify[a]"})),
    ];
    let expected = "Error: Found 1 dependency cycle:\n(Notify[a] => Notify[b] => Notify[a])\\nTry the '--graph' option and \
                    opening the resulting '.dot' file in OmniGraffle or GraphViz\nError: Failed to apply catalog: One or \
                    more resource dependency cycles detected in graph\n";
    assert_eq!(apply(&Shelf::new(), &resources, &[]), (1, String::new(), expected.to_owned()));
}

#[test]
fn a_catalog_comes_from_stdin_or_is_an_error() {
    let shelf = Shelf::new();
    let run = |catalog: &str, input: &str| {
        let mut command = shelf.command(&["apply", "--catalog", catalog]);
        let run = binary::run(command.arg("--vardir").arg(shelf.path().join("var")), input);
        (run.code, without_times(&run.stdout), run.stderr)
    };
    let hello = catalog(&[resource("Notify", "hello", json!({}))]);
    let lines = format!(
        "Notice: hello\nNotice: /Stage[main]/Main/Notify[hello]/message: defined 'message' as 'hello'\n{APPLIED}"
    );
    assert_eq!(run("-", &hello), (0, lines, String::new()));
    let prefix = "Error: Could not run: ";
    assert_eq!(
        run("/no/such.json", ""),
        (1, String::new(), format!("{prefix}No such file or directory @ rb_sysopen - /no/such.json\n"))
    );
    let unreadable = "Could not deserialize catalog from rich_data_json: Could not intern from rich_data_json: ";
    let (code, _, stderr) = run("-", "{");
    assert!(code == 1 && stderr.starts_with(&format!("{prefix}{unreadable}")), "{stderr}");
    let edge =
        r#"{"resources":[{"type":"Notify","title":"x"}],"edges":[{"source":"Class[main]","target":"Notify[x]"}]}"#;
    let expected = "Could not intern from data: Could not find relationship source \"Class[main]\" for Notify[x]";
    assert_eq!(run("-", edge), (1, String::new(), format!("{prefix}{unreadable}{expected}\n")));
    let (code, _, stderr) = run("/", "");
    assert!(code == 1 && stderr.starts_with(&format!("{prefix}cannot read the catalog /: ")), "{stderr}");
}

#[test]
fn verbose_runs_log_more() {
    let resources = [resource("Slip", "one", json!({"text": "first"}))];
    let shelf = Shelf::new();
    let (_, stdout, _) = apply(&shelf, &resources, &["-v"]);
    let begin = "Info: Using environment 'production'\nInfo: Applying configuration version '17'\n";
    let state = shelf.path().join("var/state/state.yaml");
    assert_eq!(stdout, format!("{begin}Info: Creating state file {}\n{APPLIED}", state.display()));
    // In the second run it exists.
    assert_eq!(apply(&shelf, &resources, &["-v"]).1, format!("{begin}{APPLIED}"));
    let (_, stdout, _) = apply(&Shelf::new(), &resources, &["--debug"]);
    assert!(
        stdout.contains("Debug: Current State: {:name=>\"one\", :ensure=>\"present\", :text=>\"first\"}\n"),
        "{stdout}"
    );
}

#[test]
fn a_summary_lists_failures_first() {
    let resources = [
        resource("Slip", "one", json!({"text": "boom"})),
        resource("Slip", "two", json!({"text": "x"})),
        resource("Sign", "exit", json!({"text": "in", "require": "Slip[one]"})),
    ];
    let (_, stdout, stderr) = apply(&Shelf::new(), &resources, &["--summarize"]);
    assert!(stdout.contains("\nChanges:\n            Total: 2\nEvents:\n"), "{stdout}");
    let summary = stderr.split_once("Skipping because of failed dependencies\n").unwrap().1;
    let expected = "1 of 10 resources changed, 1 failed, 1 skipped\nFailed:\n  Slip[one] (/site.pp:3): the note burns\n\
                    Skipped:\n  Sign[exit] (/site.pp:3)\nChanged:\n  Slip[two] (/site.pp:3): text changed 'second' to \
                    'x'\n";
    assert_eq!(summary, expected);
}

#[test]
fn parallel_runs_are_logged_like_serial_ones() {
    let resources: Vec<Value> = (0..40)
        .map(|number| {
            resource(["Slip", "Sign"][number % 2], &format!("n{number}"), json!({"text": format!("t{number}")}))
        })
        .collect();
    let serial = apply(&Shelf::new(), &resources, &[]);
    assert_eq!(apply(&Shelf::new(), &resources, &["--parallel", "4"]), serial);
    let (code, _, stderr) = apply(&Shelf::new(), &[], &["--parallel", "none"]);
    assert_eq!((code, stderr.contains("invalid argument: --parallel none")), (1, true));
}
