//! Secrets that were planted everywhere do not leak: from no command, to no stream or file, at debug level.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::{
    apply::{catalog, resource},
    binary,
    shelf::{Shelf, program},
};

/// A secret in a catalog.
const DECLARED: &str = "declared-hunter2";
/// A secret on the machine, as the provider returns it.
const FOUND: &str = "hunter2-secret";
/// A secret on the machine that the provider returns unwrapped: its type declares it to be sensitive.
const FOUND_BARE: &str = "4711-pin";
/// A secret on the command line.
const GIVEN: &str = "given-hunter3";
/// A secret in `puppet.conf`.
const CONFIGURED: &str = "configured-hunter4";

const ALL: [&str; 5] = [DECLARED, FOUND, FOUND_BARE, GIVEN, CONFIGURED];

/// A machine with a secret in everything that can contain one.
struct Planted {
    shelf: Shelf,
    seen: Vec<(String, String)>,
}

impl Planted {
    fn new() -> Planted {
        let shelf = Shelf::new();
        fs::create_dir(shelf.path().join("conf")).expect("there is room");
        let conf =
            format!("[main]\nhttp_proxy_password = {CONFIGURED}\nhttp_extra_headers = X-Token:{CONFIGURED}-too\n");
        shelf.write("conf/puppet.conf", &conf);
        Planted { shelf, seen: Vec::new() }
    }

    /// Runs a command at debug level; everything is logged to files, too.
    fn run(&mut self, arguments: &[&str]) -> i32 {
        self.run_in(arguments, |_| {})
    }

    fn run_in(&mut self, arguments: &[&str], prepare: impl FnOnce(&mut Command)) -> i32 {
        let path_of = |name: &str| self.shelf.path().join(name).display().to_string();
        let mut command = self.shelf.command(arguments);
        command.args(["--debug", "--trace", "--confdir", &path_of("conf"), "--vardir", &path_of("var")]);
        if arguments[0] == "apply" {
            let logs = ["logs/all.log", "logs/all.json", "logs/all.jsonl", "console"];
            let logs: Vec<String> =
                logs.iter().map(|log| if *log == "console" { (*log).into() } else { path_of(log) }).collect();
            command.args(["--logdest", &logs.join(",")]);
        }
        prepare(&mut command);
        let run = binary::run(&mut command, "");
        self.seen.push((format!("stdout of {arguments:?}"), run.stdout));
        self.seen.push((format!("stderr of {arguments:?}"), run.stderr));
        run.code
    }

    fn apply(&mut self, resources: &[Value], options: &[&str]) -> i32 {
        let catalog = self.shelf.write("catalog.json", &catalog(resources)).display().to_string();
        self.run(
            &[
                &[
                    "apply",
                    "--catalog",
                    &catalog,
                    "--evaltrace",
                    "--write_catalog_summary",
                    "--summarize",
                    "--detailed-exitcodes",
                ],
                options,
            ]
            .concat(),
        )
    }

    /// The complete output so far, and all files of runs.
    fn texts(&self) -> Vec<(String, String)> {
        let mut texts = self.seen.clone();
        for directory in ["var", "logs"] {
            for file in files(&self.shelf.path().join(directory)) {
                texts.push((file.display().to_string(), fs::read_to_string(&file).expect("it can be read")));
            }
        }
        texts
    }

    /// Asserts that the output contains no secret, but these texts, so that there was something to search.
    #[track_caller]
    fn assert_secret(&self, expected: &str) {
        let texts = self.texts();
        for (origin, text) in &texts {
            for secret in ALL {
                assert!(!text.contains(secret), "{secret} in {origin}: {text}");
            }
        }
        let all: String = texts.into_iter().map(|(_, text)| text).collect();
        assert!(all.contains(expected), "'{expected}' is not in: {all}");
    }
}

/// All files below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let below = entries
        .map(|entry| entry.expect("it can be read").path())
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    below.collect()
}

fn sensitive(text: &str) -> Value {
    json!({"__ptype": "Sensitive", "__pvalue": text})
}

/// A note with a secret of the catalog, on a machine with other secrets.
fn note(parameters: Value) -> Value {
    let mut all = json!({"token": sensitive(DECLARED), "pin": format!("pin-{DECLARED}"), "audit": "all"});
    for (name, value) in parameters.as_object().expect("it is an object") {
        all[name] = value.clone();
    }
    resource("Note", "/a/path", all)
}

#[test]
fn a_run_leaks_no_secret() {
    let mut planted = Planted::new();
    assert_eq!(planted.apply(&[note(json!({}))], &["--noop"]), 0);
    planted.assert_secret("Note[/a/path]/token: current_value [redacted], should be [redacted] (noop)");
    assert_eq!(planted.apply(&[note(json!({}))], &[]), 2);
    planted.assert_secret("Note[/a/path]/pin: changed [redacted] to [redacted]");
    assert_eq!(planted.apply(&[note(json!({}))], &["--parallel", "4"]), 0);
    planted.assert_secret("Applied catalog");
    let files = planted.texts().len() - planted.seen.len();
    assert!(files >= 8, "{files} files: reports, states, lists and logs");
}

#[test]
fn secrets_that_are_no_attributes_of_a_type_are_secret_as_well() {
    let mut planted = Planted::new();
    let mut defined =
        resource("Inner", "x", json!({"password": sensitive(DECLARED), "deep": {"er": [sensitive(GIVEN)]}}));
    defined["kind"] = "defined_type".into();
    let text = format!("with {DECLARED} and {GIVEN}");
    let plain = resource("Note", "b", json!({"text": text, "labels": [GIVEN], "extra": {DECLARED: GIVEN}}));
    let greeting = resource("Notify", "hello", json!({"message": format!("the password is {DECLARED}")}));
    let mut titled = resource("Slip", DECLARED, json!({"ensure": "present"}));
    titled["tags"] = json!(["slip", DECLARED]);
    assert_eq!(planted.apply(&[plain, greeting, titled, defined], &[]), 2);
    planted.assert_secret("text changed 'second\\'s' to 'with [redacted] and [redacted]'");
}

// Numbers and short texts are too common for the log to search for.
#[test]
fn secrets_inside_collections_are_kept() {
    let planted = Planted::new();
    let is = "note:\n- {name: c, ensure: present, extra: {pin: 471147114711, s: xyz, deep: {er: [81508150815]}}}\n";
    let secret = |value: Value| json!({"__ptype": "Sensitive", "__pvalue": value});
    let pin = secret(471247124712_u64.into());
    let extra = json!({"pin": pin, "s": secret("uvw".into()), "deep": {"er": [secret(81518151815_u64.into())]}});
    let path_of = |name: &str| planted.shelf.path().join(name).display().to_string();
    let logs = format!("{},console", path_of("var/log.json"));
    for (parameters, options, expected) in [
        (json!({"extra": extra}), "--noop", "current_value [redacted], should be [redacted] (noop)"),
        (json!({"extra": extra, "audit": "extra"}), "--noop", "newly-recorded value [redacted]"),
        (json!({"extra": extra, "audit": "extra"}), "--no-noop", "changed [redacted] to [redacted]"),
    ] {
        planted.shelf.write("state.yaml", is);
        let catalog = planted.shelf.write("catalog.json", &catalog(&[resource("Note", "c", parameters)]));
        let catalog = catalog.display().to_string();
        let words = ["apply", "--catalog", &catalog, "--debug", "--vardir", &path_of("var"), "--logdest", &logs];
        let run = planted.shelf.run(&[&words[..], &[options]].concat());
        let printed = run.stdout + &run.stderr;
        assert!(printed.contains(expected), "'{expected}' is not in: {printed}");
        let written = files(&planted.shelf.path().join("var"));
        assert!(written.iter().any(|file| file.ends_with("state/state.yaml")), "{written:?}");
        for text in written.iter().map(|file| fs::read_to_string(file).expect("it can be read")).chain([printed]) {
            for secret in ["471147114711", "xyz", "81508150815", "471247124712", "uvw", "81518151815"] {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
    }
}

#[test]
fn secrets_in_messages_of_providers_are_redacted() {
    for secret in [DECLARED, FOUND, FOUND_BARE, CONFIGURED] {
        let mut planted = Planted::new();
        planted.shelf.write("says", secret);
        assert_eq!(planted.apply(&[note(json!({"text": "boom"}))], &[]), 6, "{secret}");
        planted.assert_secret("the note burns: [redacted]");
        assert_eq!(planted.apply(&[note(json!({"text": "good"}))], &[]), 2, "{secret}");
        planted.assert_secret("not so loud: [redacted]");
    }
    for secret in [DECLARED, CONFIGURED] {
        let mut planted = Planted::new();
        planted.shelf.fail(&format!("no entry for {secret}"));
        assert_eq!(planted.apply(&[note(json!({}))], &[]), 4, "{secret}");
        planted.assert_secret("Could not evaluate: no entry for [redacted]");
    }
}

#[test]
fn a_catalog_that_cannot_be_applied_leaks_no_secret() {
    let wrong = [
        note(json!({"pages": sensitive(GIVEN)})),
        note(json!({"token": DECLARED})),
        note(json!({"created": sensitive(GIVEN)})),
        note(json!({"nosuch": sensitive(GIVEN)})),
        note(json!({"ensure": sensitive(GIVEN)})),
        note(json!({"name": sensitive(GIVEN)})),
        note(json!({"schedule": sensitive(GIVEN)})),
        note(json!({"require": sensitive(GIVEN)})),
        note(json!({"loglevel": sensitive(GIVEN)})),
        note(json!({"noop": sensitive(GIVEN)})),
        note(json!({"provider": sensitive(GIVEN)})),
        resource("Schedule", "s", json!({"period": sensitive(GIVEN)})),
        resource("Resources", "r", json!({"purge": true, "name": sensitive(GIVEN)})),
        resource("Nosuch", DECLARED, json!({"a": sensitive(DECLARED), "require": format!("Note[{DECLARED}]")})),
    ];
    for resource in wrong {
        let mut planted = Planted::new();
        planted.apply(&[resource], &[]);
        planted.assert_secret("Error: ");
    }
}

#[test]
fn an_invalid_catalog_leaks_no_secret() {
    let whole = catalog(&[note(json!({}))]);
    let cut = &whole[..whole.find(DECLARED).expect("it is in there") + DECLARED.len()];
    let odd = [
        cut.to_owned(),
        whole.replace("\"__pvalue\"", "__pvalue"),
        whole.replace("\"Sensitive\"", "\"Sensitiv\""),
        whole.replace("\"parameters\":{", "\"parameters\":\"declared-hunter2\",\"x\":{"),
        whole.replace("\"edges\":[", "\"edges\":[\"declared-hunter2\","),
    ];
    for text in odd {
        let mut planted = Planted::new();
        let file = planted.shelf.write("catalog.json", &text).display().to_string();
        planted.run(&["apply", "--catalog", &file]);
        let catalog = planted.shelf.path().join("catalog.json");
        assert_eq!(fs::read_to_string(catalog).expect("it is there"), text);
        planted.assert_secret("");
    }
}

#[test]
fn resources_are_listed_and_changed_without_their_secrets() {
    for format in ["pp", "yaml", "json", "ndjson"] {
        for arguments in [
            &["resource", "note"][..],
            &["resource", "note", "/a/path"],
            &["resource", "note", "/a/path", "text=new"],
            &["resource", "note", "/a/path", "text=boom", "--fail"],
            &["resource", "note", "/a/path", "pin=given-hunter3"],
            &["resource", "note", "fresh", "ensure=present", "pin=given-hunter3", "--noop"],
            &["resource", "note", "b", "pin=given-hunter3", "text=given-hunter3"],
            &["resource", "note", "b", "pin=given-hunter3", "text=boom"],
            &["resource", "note", "b", "pin=given-hunter3", "pages=many"],
            &["resource", "note", "b", "token=given-hunter3"],
            &[
                "resource",
                "note",
                "b",
                "extra={\"a\": \"x\"}",
                "token={\"__ptype\": \"Sensitive\", \"__pvalue\": \"given-hunter3\"}",
            ],
        ] {
            let mut planted = Planted::new();
            planted.shelf.write("says", GIVEN);
            // A secret that only a provider knows cannot be kept out of its messages.
            if !arguments.iter().any(|argument| argument.contains(GIVEN)) {
                planted.shelf.write("says", FOUND);
            }
            planted.run(&[arguments, &["--format", format, "--param", "pin"]].concat());
            planted.assert_secret("");
        }
    }
}

#[test]
fn what_is_edited_is_not_repeated() {
    for text in [
        "note { b: pin => 'given-hunter3', text => 'boom' }",
        "note { b: pin => 'given-hunter3' oops",
        "note { b: pin => 'given-hunter3', pages => 'x' }",
        "note { b: pin => given-hunter3 }",
    ] {
        let mut planted = Planted::new();
        let written = planted.shelf.write("written.pp", text);
        let editor = planted.shelf.write("editor.sh", &format!("cp {} \"$1\"", written.display()));
        planted.run_in(&["resource", "note", "b", "--edit"], |command| {
            let directory = editor.parent().expect("it lies in a directory");
            command.env("EDITOR", format!("sh {}", editor.display())).env("TMPDIR", directory);
        });
        planted.assert_secret("");
    }
}

#[test]
fn reports_are_shown_without_secrets() {
    let mut planted = Planted::new();
    planted.shelf.write("says", FOUND);
    planted.apply(&[note(json!({"text": "boom"}))], &[]);
    let var = planted.shelf.path().join("var").display().to_string();
    for format in ["text", "json"] {
        let mut command = Command::new(program());
        let run = binary::run(command.args(["report", "--format", format, "--vardir", &var]), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        planted.seen.push((format!("report --format {format}"), run.stdout + &run.stderr));
    }
    planted.assert_secret("the note burns: [redacted]");
}

#[test]
fn settings_are_sent_only_on_request() {
    let mut planted = Planted::new();
    assert_eq!(planted.run(&["config", "print", "vardir"]), 0);
    planted.run(&["resource", "slip"]);
    let wrong = format!("[main]\nhttp_proxy_password = {CONFIGURED}\nhttp_extra_headers = {CONFIGURED}\n");
    planted.shelf.write("conf/puppet.conf", &wrong);
    planted.run(&["resource", "slip"]);
    planted.assert_secret("");
    let mut planted = Planted::new();
    assert_eq!(planted.run(&["config", "print", "http_proxy_password"]), 0);
    assert_eq!(planted.seen[0].1, format!("{CONFIGURED}\n"));
}
