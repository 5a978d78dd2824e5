//! Runs the binary.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

/// The output of a run.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

/// Runs `bunraku` with arguments.
pub fn bunraku(arguments: &[&str]) -> Run {
    bunraku_with_input(arguments, "")
}

/// Runs `bunraku` with arguments and stdin.
pub fn bunraku_with_input(arguments: &[&str], input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    run(command.args(arguments), input)
}

/// Runs a command with stdin.
pub fn run(command: &mut Command, input: &str) -> Run {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it has a stdin");
    let input = input.to_owned();
    // A program that fails early does not read its input; that must not fail the test.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    Run {
        stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        code: output.status.code().expect("it exits by itself"),
    }
}

/// Asserts that nothing is printed and the exit code is 0.
#[track_caller]
pub fn assert_silent(run: &Run) {
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}

/// Asserts the complete stdout, and exit code 1.
#[track_caller]
pub fn assert_refused(run: &Run, expected: &str) {
    assert_eq!((run.code, run.stdout.trim_end_matches('\n'), run.stderr.as_str()), (1, expected, ""));
}

/// Asserts that stdout is empty, stderr contains a text, and the exit code is 2.
#[track_caller]
pub fn assert_error(run: &Run, expected: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "stderr: {}", run.stderr);
    assert!(run.stderr.contains(expected), "'{expected}' is not in: {}", run.stderr);
}
