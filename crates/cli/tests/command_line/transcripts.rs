//! The real Puppet's answers to `apply`, `parser` and `epp`, compared with ours.
//!
//! `golden/commands.txt` has the commands and answers, for copies of the directory `golden/commands`. Answers that
//! differ on purpose are in `golden/exceptions.tsv` with the reason; one that no longer differs must be removed.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::binary::run;

/// The number of commands. A file that is lost or read partially must not look like success.
const COMMANDS: usize = 154;

/// The facts of the recorded machine.
const FACTS: &str = r#"{"os": {"family": "Debian", "name": "Debian"}, "networking": {"hostname": "vm"}}"#;

/// A command and the recorded answer.
#[derive(Default)]
struct Recorded {
    words: Vec<String>,
    line: String,
    input: String,
    is_again: bool,
    is_lenient: bool,
    answer: String,
}

#[test]
fn commands_answer_as_the_real_puppet_does() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let recorded = read(&fs::read_to_string(golden.join("commands.txt")).unwrap());
    assert_eq!(recorded.len(), COMMANDS);
    let mut exceptions = exceptions(&golden.join("exceptions.tsv"));
    let mut wrong = String::new();
    let mut directory = TempDir::new().unwrap();
    for case in &recorded {
        if !case.is_again {
            directory = TempDir::new().unwrap();
            copy(&golden.join("commands"), directory.path());
            symlink(env!("CARGO_BIN_EXE_bunraku"), directory.path().join("puppet")).unwrap();
            fs::write(directory.path().join("facts of the machine.json"), FACTS).unwrap();
        }
        let given = answer(case, directory.path());
        let excepted = exceptions.remove(&case.line).is_some();
        if (given == case.answer) == excepted {
            let note = if excepted { "is an exception, but equal\n" } else { "" };
            write!(wrong, "$ {}\n{note}expected:\n{}found:\n{given}\n", case.line, case.answer).unwrap();
        }
    }
    assert!(exceptions.is_empty(), "exceptions for commands that do not exist: {exceptions:?}");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Runs a command under the name `puppet`, with the settings of the recording.
fn answer(case: &Recorded, directory: &Path) -> String {
    let has = |option: &str| case.words.iter().any(|word| word.starts_with(option));
    let real = directory.display().to_string();
    let words: Vec<String> = case.words.iter().map(|word| word.replace("/W", &real)).collect();
    let (action, rest) = words.split_at(words.len().min(if words[0] == "apply" { 1 } else { 2 }));
    let mut command = Command::new(directory.join("puppet"));
    command.current_dir(directory).env_remove("NO_COLOR").args(action);
    command.args(["--confdir", &format!("{real}/c"), "--vardir", &format!("{real}/v")]);
    if !has("--color") {
        command.arg("--color=false");
    }
    if !has("--certname") {
        command.args(["--certname", "vm"]);
    }
    match case.is_lenient {
        true => command.args(["--strict=warning", "--no-strict_variables"]),
        false => command.args(["--strict=error", "--strict_variables"]),
    };
    if words[0] == "apply" {
        command.args(["--facts", "facts of the machine.json"]);
    }
    let run = run(command.args(rest), &case.input);
    let errors: String = run.stderr.split_inclusive('\n').map(|line| format!("E: {line}")).collect();
    let answer = format!("{}{errors}rc={}\n", run.stdout, run.code).replace(&real, "/W");
    without_version(&without_times_of_files(&without_seconds(&answer)))
}

/// A text with durations as N.NN.
pub fn without_seconds(text: &str) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" seconds") {
        let number = before.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        written.push_str(number);
        written.push_str(if number.len() < before.len() { "N.NN seconds" } else { " seconds" });
        rest = after;
    }
    written + rest
}

/// A text with the times of compared files as TIME, and without the name of the new one.
fn without_times_of_files(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line.split_once('\t') {
        Some((name, _)) if name.starts_with("+++ /tmp/puppet-file") => "+++ /tmp/puppet-file\tTIME\n".to_owned(),
        Some((name, _)) if name.starts_with("--- ") || name.starts_with("+++ ") => format!("{name}\tTIME\n"),
        _ => line.to_owned(),
    });
    lines.collect()
}

/// A text with the time in the version of a catalog as NNN.
fn without_version(text: &str) -> String {
    let mark = "configuration version '";
    let mut parts = text.split(mark);
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        write!(written, "{mark}{}{rest}", if rest.len() < part.len() { "NNN" } else { "" }).unwrap();
    }
    written
}

/// Parses the recording.
fn read(text: &str) -> Vec<Recorded> {
    let mut all = Vec::new();
    let mut next = Recorded::default();
    for line in text.split_inclusive('\n') {
        let plain = line.trim_end_matches('\n');
        if !next.line.is_empty() {
            next.answer.push_str(line);
            if plain.starts_with("rc=") {
                all.push(std::mem::take(&mut next));
            }
        } else if let Some(command) = plain.strip_prefix("$ ") {
            next.words = crate::golden::words(command);
            next.line = command.to_owned();
        } else if let Some(input) = plain.strip_prefix("! input ") {
            next.input = input.replace("\\n", "\n");
        } else {
            next.is_again |= plain == "! again";
            next.is_lenient |= plain == "! lenient";
        }
    }
    all
}

/// Parses lines of a command and a reason.
fn exceptions(path: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once('\t').unwrap_or_else(|| panic!("no reason: {line}")));
    pairs.map(|(command, reason)| (command.to_owned(), reason.to_owned())).collect()
}

/// Copies a directory recursively.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let mut entries: Vec<PathBuf> = fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        let target = to.join(entry.file_name().unwrap());
        if entry.is_dir() {
            copy(&entry, &target);
        } else {
            fs::copy(&entry, &target).unwrap();
        }
    }
}
