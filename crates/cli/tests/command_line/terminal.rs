//! What people at a terminal see: a line that says how far a run is, and nothing that steers the terminal.
//!
//! `script` (bsdutils) makes the terminal.

use std::process::Command;

use serde_json::json;

use crate::{
    apply::{catalog, command, resource, without_times},
    binary,
    shelf::Shelf,
};

/// What brings a terminal back to the beginning of an empty line.
const CLEAR: &str = "\r\u{1b}[K";

/// Runs a command at a terminal, and returns all that is written there.
fn at_terminal(command: &Command) -> String {
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
fn a_line_says_how_far_a_run_is() {
    let shelf = Shelf::new();
    let resources = [resource("Slip", "one", json!({"text": "slow"})), resource("Slip", "two", json!({"text": "new"}))];
    let seen = at_terminal(&command(&shelf, &catalog(&resources), &[]));
    // It is gone before anything else is written, and at the end.
    let told = format!("{CLEAR}[3/13] /Stage[main]/Main/Slip[one]{CLEAR}");
    assert!(seen.contains(&told), "{seen:?}");
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
fn whoever_is_no_terminal_sees_no_line_of_progress() {
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
