//! `bunraku config`: the real Puppet's answers compared with ours, and our own features.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::{
    binary::{Run, run},
    golden::words,
};

/// A directory with the files of a case.
struct Case(TempDir);

impl Case {
    fn new(puppet_conf: &str) -> Case {
        let case = Case(tempfile::tempdir().expect("there is room"));
        for directory in ["conf", "code/environments/production", "code/environments/staging"] {
            fs::create_dir_all(case.0.path().join(directory)).expect("there is room");
        }
        if !puppet_conf.is_empty() {
            fs::write(case.file(), puppet_conf).expect("there is room");
        }
        case
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("conf/puppet.conf")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file()).unwrap_or_default()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let directory = self.0.path().display();
        let assignments = ["confdir=conf", "vardir=var", "codedir=code"].map(|assignment| {
            let (name, below) = assignment.split_once('=').expect("it has one");
            format!("--{name}={directory}/{below}")
        });
        // As `puppet`, the program uses that name for itself.
        let link = self.0.path().join("puppet");
        if !link.exists() {
            symlink(env!("CARGO_BIN_EXE_bunraku"), &link).expect("there is room");
        }
        run(Command::new(link).args(arguments).args(assignments).arg("--color=false"), "")
    }
}

fn our_answer(command: &str, puppet_conf: &str, environment_conf: &str) -> String {
    let case = Case::new(puppet_conf);
    if !environment_conf.is_empty() {
        let file = case.0.path().join("code/environments/staging/environment.conf");
        fs::write(file, environment_conf).expect("there is room");
    }
    let words = words(command);
    let run = case.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let mark =
        |text: &str, mark: &str| text.split_inclusive('\n').map(|line| format!("{mark}{line}")).collect::<String>();
    let changes = words.iter().any(|word| word == "set" || word == "delete");
    let after = if changes { mark(&case.text(), "< ") } else { String::new() };
    let answer = format!("{}{}rc={}\n{after}", run.stdout, mark(&run.stderr, "E: "), run.code);
    answer.replace(&case.0.path().display().to_string(), "DIR")
}

#[test]
fn config_answers_as_the_real_puppet_does() {
    let recorded = include_str!("../golden/config.txt");
    let (mut checked, mut wrong) = (0, String::new());
    // An empty line starts a new case only before a mark: an answer may contain empty lines, too.
    let marked = ["| ", "& ", "$ "]
        .iter()
        .fold(recorded.to_owned(), |text, mark| text.replace(&format!("\n\n{mark}"), &format!("\n\0{mark}")));
    for case in marked.split('\0').skip(1) {
        let part = |mark: &str| -> String {
            case.lines().filter_map(|line| line.strip_prefix(mark)).map(|line| format!("{line}\n")).collect()
        };
        let (puppet_conf, environment_conf) = (part("| "), part("& "));
        let (_, answer) = case.split_once("$ config").expect("a case has a command");
        let (command, expected) = answer.split_once('\n').expect("a command has an answer");
        let command = &format!("config{command}");
        let actual = our_answer(command, &puppet_conf, &environment_conf);
        if actual.trim_end() != expected.trim_end() {
            wrong.push_str(&format!("{puppet_conf}$ {command}\nexpected:\n{expected}\nfound:\n{actual}\n"));
        }
        checked += 1;
    }
    assert!(checked > 80, "there are {checked} answers");
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_value_that_refers_to_itself_is_an_error() {
    let run = Case::new("[main]\nserver = $ca_server\n").run(&["config", "print", "server"]);
    let expected = "Error: Error converting value for param 'server': \
                    the value refers to itself: server -> ca_server -> server\n";
    assert_eq!((run.code, run.stderr.lines().next()), (1, expected.lines().next()));
}

#[test]
fn what_could_not_be_read_afterwards_is_not_written() {
    for (arguments, reason) in [
        (&["config", "set", "a-b", "1"][..], "Invalid setting name 'a-b'"),
        (&["config", "set", "server", "a\nb"], "it has a line break"),
        (&["config", "set", "noop", "true", "--section", "other"], "Illegal section 'other'"),
    ] {
        let case = Case::new("[main]\nsplay = true\n");
        let run = case.run(arguments);
        assert!(run.code == 1 && run.stderr.contains(reason), "{}", run.stderr);
        assert_eq!(case.text(), "[main]\nsplay = true\n");
    }
}

#[test]
fn set_creates_the_directory_and_a_world_readable_file() {
    let case = Case::new("");
    fs::remove_dir(case.0.path().join("conf")).expect("it is empty");
    assert_eq!(case.run(&["config", "set", "noop", "true"]).code, 0);
    assert_eq!(case.text(), "[main]\nnoop = true\n");
    assert_eq!(mode(&case.file()), 0o644);
}

#[test]
fn set_keeps_the_mode_and_a_link_and_leaves_no_other_file() {
    let case = Case::new("");
    let real = case.0.path().join("real.conf");
    fs::write(&real, "[main]\n").expect("there is room");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("it is ours");
    symlink(&real, case.file()).expect("there is room");
    assert_eq!(case.run(&["config", "set", "noop", "true"]).code, 0);
    assert!(case.file().is_symlink());
    assert_eq!((mode(&real), fs::read_to_string(&real).expect("it exists").as_str()), (0o640, "[main]\nnoop = true\n"));
    let mut names: Vec<_> = fs::read_dir(case.0.path())
        .expect("it exists")
        .map(|entry| entry.expect("it is readable").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["code", "conf", "puppet", "real.conf"]);
}

#[test]
fn braces_around_a_name_work_in_a_file() {
    let run = Case::new("[main]\nserver = a${ca_server}b\nca_server = x\n").run(&["config", "print", "server"]);
    assert_eq!((run.stdout.as_str(), run.code), ("axb\n", 0));
}

#[test]
fn other_commands_heed_the_file_and_the_command_line_wins() {
    let case = Case::new("[main]\nlog_level = debug\nstrict = loud\n");
    let expected = "Error: Could not initialize global default settings: Invalid value 'loud' for parameter strict. \
                    Allowed values are 'off', 'warning', 'error'\n";
    assert_eq!(case.run(&["resource", "notify"]).stderr, expected);
    let run = case.run(&["resource", "notify", "--strict=error"]);
    assert!(!run.stderr.contains("Invalid value"), "{}", run.stderr);
    let wrong = Case::new("[main]\nnoop = maybe\n").run(&["resource", "notify"]);
    let expected = "Error: Could not prepare for execution: Invalid value '\"maybe\"' for boolean parameter: noop\n";
    assert_eq!((wrong.code, wrong.stderr.as_str()), (1, expected));
}

fn mode(file: &Path) -> u32 {
    fs::metadata(file).expect("it exists").permissions().mode() & 0o7777
}
