//! Ruby modules compared with the real Puppet: output, exit code, and files.
//!
//! The modules are in `tests/ruby_modules`. The cases and Puppet's answers are recorded by
//! `oracle/ruby_modules/record.rb`; `golden/ruby_modules/different.tsv` lists the cases that differ on purpose, each
//! with the number of the rule and the reason.

mod normal;

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::{self, Run};

const DIFFERENT: &str = include_str!("../golden/ruby_modules/different.tsv");

/// The directory of a case: its files are in `d`, next to the program under the name that modules know.
struct ModuleRun {
    directory: TempDir,
}

impl ModuleRun {
    fn new(before: &Value) -> ModuleRun {
        let module_run = ModuleRun { directory: TempDir::new().unwrap() };
        for name in ["d", "conf", "var"] {
            fs::create_dir(module_run.directory.path().join(name)).unwrap();
        }
        symlink(env!("CARGO_BIN_EXE_bunraku"), module_run.directory.path().join("puppet")).unwrap();
        for (name, text) in before.as_object().unwrap() {
            let path = module_run.files().join(name);
            match text.as_str() {
                None => fs::create_dir_all(path).unwrap(),
                Some(text) => {
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(&path, module_run.with_paths(text)).unwrap();
                    // Files with passwords must be private, or there is a warning that Puppet does not have.
                    if name.ends_with(".conf") {
                        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
                    }
                }
            }
        }
        module_run
    }

    fn files(&self) -> PathBuf {
        self.directory.path().join("d")
    }

    /// A recorded text with the paths of this directory.
    fn with_paths(&self, text: &str) -> String {
        let directory = self.directory.path().to_string_lossy();
        text.replace("%D", &self.files().to_string_lossy()).replace("%W", &directory).replace("%M", &modules())
    }

    /// Runs the program as `puppet` with these arguments.
    fn run(&self, arguments: &[String]) -> Run {
        let mut command = Command::new(self.directory.path().join("puppet"));
        command.args(arguments.iter().map(|argument| self.with_paths(argument)));
        command.args(["--modulepath", &modules(), "--certname", "vm", "--color=false"]);
        command.arg("--confdir").arg(self.directory.path().join("conf"));
        command.arg("--vardir").arg(self.directory.path().join("var"));
        command.current_dir(self.files());
        command.env("SCRATCH", self.files()).env("TZ", "UTC").env("LANG", "C.UTF-8");
        binary::run(&mut command, "")
    }

    /// The files in the format of the recording, without those that transports of the modules write when they are
    /// closed: Puppet never closes them (TR-24).
    fn tree(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.list(&self.files(), "", &mut found);
        found.retain(|name| !name.starts_with("closed \"closed\\n"));
        found.sort_unstable();
        found
    }

    fn list(&self, directory: &Path, relative: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{relative}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                found.push(format!("{name}/"));
                self.list(&entry.path(), &format!("{name}/"), found);
            } else {
                let text = fs::read_to_string(entry.path()).unwrap();
                found.push(format!("{name} {}", Value::String(text.replace(&*self.files().to_string_lossy(), "%D"))));
            }
        }
    }

    /// The lines of a stream in the format of the recording.
    fn lines(&self, text: &str) -> Vec<String> {
        let text = text.replace(&*self.files().to_string_lossy(), "%D");
        let text = text.replace(&*self.directory.path().to_string_lossy(), "%W").replace(&modules(), "%M");
        normal::lines(&text)
    }
}

fn modules() -> String {
    format!("{}/tests/ruby_modules", env!("CARGO_MANIFEST_DIR"))
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// How the runs of a case differ from those of Puppet; empty if they match.
fn differences(case: &Value) -> String {
    let module_run = ModuleRun::new(&case["before"]);
    let mut differs = String::new();
    for run in case["runs"].as_array().unwrap() {
        let arguments = texts(&run["arguments"]);
        let found = module_run.run(&arguments);
        let mut tree = texts(&run["tree"]);
        tree.sort_unstable();
        let pairs = [
            ("stdout", texts(&run["stdout"]), module_run.lines(&found.stdout)),
            ("stderr", texts(&run["stderr"]), module_run.lines(&found.stderr)),
            ("exit code", vec![run["code"].to_string()], vec![found.code.to_string()]),
            ("files", tree, module_run.tree()),
        ];
        for (what, expected, answer) in pairs {
            if expected != answer {
                differs.push_str(&format!("\n  {} of `puppet {}`:", what, arguments.join(" ")));
                expected
                    .iter()
                    .filter(|line| !answer.contains(line))
                    .for_each(|line| differs.push_str(&format!("\n  - {line}")));
                answer
                    .iter()
                    .filter(|line| !expected.contains(line))
                    .for_each(|line| differs.push_str(&format!("\n  + {line}")));
            }
        }
    }
    differs
}

/// Replays the cases of a group. Cases that differ must be listed, and listed cases must differ.
#[track_caller]
fn assert_recorded(group: &str, cases: &str, number: usize) {
    if binary::run(Command::new("sh").args(["-c", "command -v ruby"]), "").code != 0 {
        skip_test::skip!("there is no ruby: {group}");
        return;
    }
    let listed: Vec<(&str, &str)> = DIFFERENT
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|fields| fields[0] == group)
        .map(|fields| (fields[1], fields[2]))
        .collect();
    let only = std::env::var("ONLY").unwrap_or_default();
    let (mut wrong, mut names) = (Vec::new(), Vec::new());
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let name = case["name"].as_str().unwrap();
        names.push(name.to_owned());
        if !name.contains(&only) {
            continue;
        }
        let differs = differences(&case);
        match listed.iter().find(|(listed, _)| *listed == name) {
            None if differs.is_empty() => {}
            None => wrong.push(format!("# {name}{differs}")),
            Some(_) if differs.is_empty() => {
                wrong.push(format!("# {name}: it is as Puppet has it now: take it off the list"))
            }
            Some(_) => {}
        }
    }
    let unknown: Vec<_> = listed.iter().filter(|(name, _)| !names.iter().any(|other| other == name)).collect();
    assert!(unknown.is_empty(), "listed, but no case: {unknown:?}");
    assert_eq!(names.len(), number, "cases");
    assert!(wrong.is_empty(), "{} of {number} cases of {group} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every line of the list has a group, a case, a number and a reason.
#[test]
fn differences_are_listed_with_numbers_and_reasons() {
    for line in DIFFERENT.lines() {
        let fields: Vec<_> = line.split('\t').collect();
        assert!(fields.len() == 4 && fields.iter().all(|field| !field.is_empty()) && fields[2] != "open", "{line}");
    }
}

#[test]
fn an_everyday_type_is_as_under_puppet() {
    assert_recorded("notes", include_str!("../golden/ruby_modules/notes.jsonl"), 66);
}

#[test]
fn modules_like_public_ones_are_as_under_puppet() {
    assert_recorded("public", include_str!("../golden/ruby_modules/public.jsonl"), 22);
}

#[test]
fn more_modules_like_public_ones_are_as_under_puppet() {
    assert_recorded("public_more", include_str!("../golden/ruby_modules/public_more.jsonl"), 73);
}

#[test]
fn features_of_the_api_are_as_under_puppet() {
    assert_recorded("features", include_str!("../golden/ruby_modules/features.jsonl"), 109);
}

#[test]
fn faults_are_as_under_puppet() {
    assert_recorded("faults", include_str!("../golden/ruby_modules/faults.jsonl"), 205);
}

// Requirement: TR-12, TR-13, TR-18, TR-30, TR-32, TR-40, TR-41
#[test]
fn devices_are_as_under_puppet() {
    assert_recorded("devices", include_str!("../golden/ruby_modules/devices.jsonl"), 69);
}

#[test]
fn legacy_types_are_run_by_the_installed_puppet() {
    if binary::run(Command::new("sh").args(["-c", "command -v puppet"]), "").code != 0 {
        skip_test::skip!("there is no Puppet: legacy types");
        return;
    }
    assert_recorded("legacy", include_str!("../golden/ruby_modules/legacy.jsonl"), 39);
}

/// Only Puppet knows such types, and only their own resources fail if it must not be used.
#[test]
fn legacy_types_need_puppet() {
    let module_run = ModuleRun::new(&serde_json::json!({}));
    let manifest = "drawer { 'a': } notify { 'told': }";
    let run = module_run.run(&["apply", "--ruby-host=bunraku", "-e", manifest].map(str::to_owned));
    assert!(run.stdout.contains("defined 'message' as 'told'"), "{}", run.stdout);
    assert!(run.stderr.contains("the type 'drawer' is a legacy type"), "{}", run.stderr);
    let run = module_run.run(&["resource", "--ruby-host=nobody", "drawer"].map(str::to_owned));
    assert_eq!(run.stderr, "Error: Could not run: --ruby-host must be 'auto', 'bunraku' or 'puppet', got 'nobody'\n");
}

#[test]
fn functions_that_only_ruby_can_run_are_as_under_puppet() {
    assert_recorded("functions", include_str!("../golden/ruby_modules/functions.jsonl"), 18);
}

#[test]
fn facts_of_modules_are_as_under_puppet() {
    assert_recorded("facts", include_str!("../golden/ruby_modules/facts.jsonl"), 42);
}

/// Without facts of modules in the query, Ruby is not needed, even if modules have facts.
#[test]
fn facts_of_modules_are_collected_when_they_are_needed() {
    let module_run = ModuleRun::new(&serde_json::json!({}));
    let without_ruby = |manifest: &str| {
        let mut command = Command::new(module_run.directory.path().join("puppet"));
        command.args(["apply", "-e", manifest, "--modulepath", &modules(), "--color=false"]).env("PATH", "/nowhere");
        command.arg("--confdir").arg(module_run.directory.path().join("conf"));
        command.arg("--vardir").arg(module_run.directory.path().join("var"));
        binary::run(&mut command, "").stderr
    };
    let expressions = [
        "$facts['os']['family']",
        "$facts.dig('os', 'name')",
        "$facts.get('os.family')",
        "$kernel",
        "\"${facts['kernel']}\"",
    ];
    for expression in expressions {
        assert_eq!(without_ruby(&format!("notice({expression})")), "", "{expression}");
    }
    let expected = "Warning: Skipping facts of modules in Ruby: ruby is not installed\n";
    for expression in ["$facts['factual_plain']", "$facts['factual_nobody']", "$facts.keys", "$facts['virtual']"] {
        assert_eq!(without_ruby(&format!("notice({expression})")), expected, "{expression}");
    }
}

#[test]
fn templates_that_only_ruby_can_fill_in_are_as_under_puppet() {
    assert_recorded("templates", include_str!("../golden/ruby_modules/templates.jsonl"), 31);
}

#[test]
fn functions_in_ruby_that_give_data_are_as_under_puppet() {
    assert_recorded("data", include_str!("../golden/ruby_modules/data.jsonl"), 12);
}

#[test]
fn modules_with_generated_types_and_tools_are_as_under_puppet() {
    assert_recorded("public_unseen", include_str!("../golden/ruby_modules/public_unseen.jsonl"), 68);
}

#[test]
fn types_like_those_of_the_gems_own_tests_are_as_under_puppet() {
    assert_recorded("acceptance", include_str!("../golden/ruby_modules/acceptance.jsonl"), 125);
}

#[test]
fn hostile_providers_behave_as_under_puppet() {
    assert_recorded("hostile", include_str!("../golden/ruby_modules/hostile.jsonl"), 219);
}

#[test]
fn a_fleet_of_devices_is_as_under_puppet() {
    assert_recorded("fleet", include_str!("../golden/ruby_modules/fleet.jsonl"), 73);
}
