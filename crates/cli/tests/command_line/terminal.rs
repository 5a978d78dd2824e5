//! The output on a terminal: a progress line, and no control characters.
//!
//! `script` (bsdutils) provides the terminal.

use std::process::Command;

use serde_json::json;

use crate::{
    apply::{catalog, command, resource, without_times},
    binary,
    shelf::Shelf,
};

/// Returns to the start of the line and clears it.
const CLEAR: &str = "\r\u{1b}[K";

/// Runs a command on a terminal and returns all output.
pub fn at_terminal(command: &Command) -> String {
    let quote = |word: &std::ffi::OsStr| format!("'{}'", word.to_str().expect("it is UTF-8").replace('\'', "'\\''"));
    let words: Vec<String> = std::iter::once(command.get_program()).chain(command.get_args()).map(quote).collect();
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &words.join(" "), "/dev/null"]).env("TERM", "xterm");
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => script.env(name, value),
            None => script.env_remove(name),
        };
    }
    let run = binary::run(&mut script, "");
    assert_eq!(run.stderr, "");
    run.stdout.replace("\r\n", "\n")
}

#[test]
fn a_line_shows_the_progress_of_a_run() {
    let shelf = Shelf::new();
    let resources = [resource("Slip", "one", json!({"text": "slow"})), resource("Slip", "two", json!({"text": "new"}))];
    let seen = at_terminal(&command(&shelf, &catalog(&resources), &[]));
    // It is cleared before any other output, and at the end.
    let line = format!("{CLEAR}[3/13] /Stage[main]/Main/Slip[one]{CLEAR}");
    assert!(seen.contains(&line), "{seen:?}");
    let lines: String = seen.split(CLEAR).filter(|drawn| !drawn.starts_with('[')).collect();
    let lines = without_times(&lines);
    let path = "Notice: /Stage[main]/Main/Slip";
    let expected = format!(
        "{path}[one]/text: text changed 'first' to 'slow'\nNotice: slip: setting one\n{path}[two]/text: text changed \
         'second' to 'new'\nNotice: slip: setting two\nNotice: Applied catalog in N seconds\n"
    );
    assert_eq!(lines, expected);
}

#[test]
fn no_progress_is_written_without_a_terminal() {
    let shelf = Shelf::new();
    let run = binary::run(&mut command(&shelf, &catalog(&[resource("Slip", "one", json!({"text": "slow"}))]), &[]), "");
    assert!(!run.stderr.contains('\r') && !run.stdout.contains('\r') && !run.stderr.contains("[3/"), "{}", run.stderr);
}

#[test]
fn what_failed_is_summed_up_for_people() {
    let shelf = Shelf::new();
    let seen = at_terminal(&command(&shelf, &catalog(&[resource("Slip", "one", json!({"text": "boom"}))]), &[]));
    assert!(seen.ends_with("Failed:\n  Slip[one] (/site.pp:3): the note burns\n"), "{seen:?}");
}

#[test]
fn nothing_steers_the_terminal() {
    let shelf = Shelf::new();
    let hello = resource("Notify", "hello", json!({"message": "\u{1b}[2Jgone \u{7}\u{9b}31m"}));
    let seen = at_terminal(&command(&shelf, &catalog(&[hello]), &[]));
    assert!(seen.contains("Notice: \u{fffd}[2Jgone \u{fffd}\u{fffd}31m\n"), "{seen:?}");
    assert!(!seen.contains('\u{1b}') && !seen.contains('\u{7}'), "{seen:?}");
}

#[test]
fn a_difference_is_in_colours() {
    let directory = tempfile::TempDir::new().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "one\ntwo\n").unwrap();
    let manifest = format!("file {{ '{}': content => \"one\nthree\n\" }}", file.display());
    let apply = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.args(["apply", "--noop", "--show_diff", "-e", &manifest]).args(options);
        command.arg("--confdir").arg(directory.path().join("conf")).arg("--vardir").arg(directory.path().join("var"));
        command.env_remove("NO_COLOR");
        command
    };
    let seen = at_terminal(&apply(&[]));
    let coloured = "\u{1b}[36m@@ -1,2 +1,2 @@\u{1b}[0m\n one\n\u{1b}[31m-two\u{1b}[0m\n\u{1b}[32m+three\u{1b}[0m";
    assert!(seen.contains(coloured), "{seen:?}");
    // Colours can be switched off, and programs get none.
    let plain = "@@ -1,2 +1,2 @@\n one\n-two\n+three";
    assert!(at_terminal(&apply(&["--color=false"])).contains(plain));
    assert!(binary::run(&mut apply(&["--color=ansi"]), "").stdout.contains(plain));
    assert!(at_terminal(&apply(&["--color=html"])).contains(plain));
}
