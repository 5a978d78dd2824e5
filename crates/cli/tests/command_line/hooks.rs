//! The commands that settings run before and after a run.

use crate::test_dir::{TestDir, messages};

#[test]
fn commands_run_before_and_after_a_run() {
    let directory = TestDir::new(&[]);
    let run = directory.run(&[
        "apply",
        "--prerun_command",
        "echo before; pwd > before",
        "--postrun_command",
        "cat before > after",
        "-e",
        "notify { 'a': }",
    ]);
    assert_eq!((run.code, messages(&run.stdout), run.stderr.as_str()), (0, vec!["a".to_owned()], ""));
    assert_eq!(directory.read("after").trim_end(), directory.path().canonicalize().unwrap().display().to_string());
}

#[test]
fn nothing_is_applied_when_the_command_before_fails() {
    let directory = TestDir::new(&[]);
    let hooks = ["--prerun_command", "echo why; echo not >&2; exit 3", "--postrun_command", "touch after"];
    let run = directory.run(&[&["apply"], &hooks[..], &["-e", "notify { 'a': }"]].concat());
    assert_eq!((run.code, messages(&run.stdout)), (1, Vec::new()));
    let expected = "Error: Could not run command from prerun_command: Execution of \
                    'echo why; echo not >&2; exit 3' returned 3: why\nnot\n";
    assert_eq!(run.stderr, expected);
    assert!(directory.path().join("after").exists());
}

#[test]
fn a_run_fails_with_its_postrun_command_and_the_report_shows_it() {
    let directory = TestDir::new(&[]);
    let words = ["apply", "--postrun_command", "exit 4", "--detailed-exitcodes", "-e", "notify { 'a': }"];
    let run = directory.run(&words);
    assert_eq!((run.code, messages(&run.stdout)), (1, vec!["a".to_owned()]));
    let expected = "Could not run command from postrun_command: Execution of 'exit 4' returned 4: ";
    assert_eq!(run.stderr.trim_end(), format!("Error: {expected}").trim_end());
    assert!(directory.read("v/state/last_run_report.yaml").contains("Could not run command from postrun_command"));
}

#[test]
fn a_command_that_is_missing_is_named() {
    let directory = TestDir::new(&[]);
    let run = directory.run(&["apply", "--prerun_command", "/no/such --thing", "-e", "notify { 'a': }"]);
    assert_eq!(run.code, 1);
    let start = "Error: Could not run command from prerun_command: Execution of '/no/such --thing' returned 127: ";
    assert!(run.stderr.starts_with(start) && run.stderr.contains("not found"), "{}", run.stderr);
}

#[test]
fn a_command_that_takes_too_long_is_stopped() {
    let directory = TestDir::new(&[]);
    let run = directory.run(&["apply", "--runtimeout", "1", "--prerun_command", "sleep 60", "-e", "notify { 'a': }"]);
    let expected = "Error: Could not run command from prerun_command: 'sleep 60' did not finish within N.NN seconds and was stopped; the limit is the setting runtimeout\n";
    assert_eq!((run.code, messages(&run.stdout), run.stderr.as_str()), (1, Vec::new(), expected));
}

#[test]
fn a_command_that_prints_without_end_is_stopped() {
    let directory = TestDir::new(&[]);
    let run = directory.run(&["apply", "--prerun_command", "cat /dev/zero", "-e", "notify { 'a': }"]);
    assert_eq!((run.code, messages(&run.stdout)), (1, Vec::new()));
    assert!(run.stderr.contains("'cat /dev/zero' printed more than 16777216 bytes and was stopped"), "{}", run.stderr);
}
