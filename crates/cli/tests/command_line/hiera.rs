//! Hiera data: the real Puppet's answers compared with ours.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::{binary::run, golden::words};

/// The recorded answers of a directory: a command and its result.
fn recorded(directory: &Path) -> Vec<(String, String)> {
    let answers = fs::read_to_string(directory.join("answers.txt")).expect("the answers are there");
    // An answer may contain empty lines: only a mark after an empty line starts the next case.
    let marked = answers.replace("\n\n$ ", "\n\0$ ");
    let cases = marked.trim_end().split('\0').map(|case| {
        let (command, answer) = case.split_once('\n').expect("a command has an answer");
        (command.trim_start_matches("$ ").to_owned(), format!("{}\n", answer.trim_end()))
    });
    cases.collect()
}

fn our_answer(directory: &Path, work: &TempDir, command: &str) -> String {
    let link = work.path().join("puppet");
    if !link.exists() {
        symlink(env!("CARGO_BIN_EXE_bunraku"), &link).expect("there is room");
    }
    let options = [
        ("--facts", directory.join("facts.yaml")),
        ("--confdir", directory.join("conf")),
        ("--codedir", directory.join("code")),
        ("--vardir", work.path().join("var")),
        ("--certname", PathBuf::from("web1.example.com")),
    ];
    let mut command_line = Command::new(link);
    command_line.current_dir(directory).args(words(command));
    for (name, value) in options {
        command_line.arg(name).arg(value);
    }
    let run = run(command_line.args(["--strict=error", "--color=false"]), "");
    let errors: String = run.stderr.split_inclusive('\n').map(|line| format!("E: {line}")).collect();
    let answer = format!("{}{errors}rc={}\n", without_times(&run.stdout), run.code);
    answer.replace(&directory.display().to_string(), "DIR")
}

/// Replaces what varies: `in 0.01 seconds` becomes `in N seconds`.
fn without_times(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line.rsplit_once(" in ") {
        Some((before, after)) if after.ends_with(" seconds\n") => format!("{before} in N seconds\n"),
        _ => line.to_owned(),
    });
    lines.collect()
}

/// Answers that differ on purpose; each line is a directory, a command, and the reason.
const EXCEPTIONS: &str = include_str!("../golden/hiera/exceptions.txt");

#[track_caller]
fn check(name: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hiera").join(name);
    let work = tempfile::tempdir().expect("there is room");
    let (mut checked, mut wrong) = (0, String::new());
    for (command, expected) in recorded(&directory) {
        let actual = our_answer(&directory, &work, &command);
        let excepted = EXCEPTIONS.lines().any(|line| line.starts_with(&format!("{name}: {command} # ")));
        if excepted {
            assert_ne!(actual, expected, "{command} is an exception no more");
        } else if actual != expected {
            wrong.push_str(&format!("$ {command}\nexpected:\n{expected}found:\n{actual}\n"));
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 5, "only {checked} answers");
}

#[test]
fn the_tree_of_the_specification() {
    check("spec");
}

#[test]
fn layers_and_modules() {
    check("layers");
}

#[test]
fn locations_of_data() {
    check("paths");
}

#[test]
fn texts_with_interpolation() {
    check("texts");
}

#[test]
fn ways_to_merge() {
    check("merging");
}

#[test]
fn elements_that_are_taken_out() {
    check("knocking");
}

#[test]
fn functions_that_give_data() {
    check("functions");
}

#[test]
fn what_is_broken() {
    check("broken");
}

/// Looks up a key in the encrypted data, or applies a manifest with it.
fn with_secrets(arguments: &[&str]) -> (i32, String, String) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hiera-eyaml");
    let work = tempfile::tempdir().expect("there is room");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.current_dir(&directory).args(arguments).args(["--facts", "facts.yaml", "--color=false"]);
    for (name, subdirectory) in [("--confdir", "conf"), ("--codedir", "code")] {
        command.arg(name).arg(directory.join(subdirectory));
    }
    let run = run(command.arg("--vardir").arg(work.path()), "");
    (run.code, run.stdout, run.stderr)
}

#[test]
fn encrypted_values_are_found_in_clear() {
    for (key, expected) in [
        ("plain", "--- not secret\n"),
        ("secret", "--- hunter2hunter2\n"),
        ("with_line_break", "--- line\n"),
        ("part", "--- user:part secret@host\n"),
        ("two", "--- first secret and second secret\n"),
        ("nested", "---\nlist:\n- in a list\n- clear\nhash:\n  key: in a hash\n"),
        ("interpolated", "--- for web\n"),
        ("short_key", "--- of 128 bits\n"),
        ("two_readers", "--- for both\n"),
        ("no_method", "--- without a method\n"),
        ("not_encrypted", "--- ENC[not, encrypted\n"),
        ("folded", "--- folded secret\n"),
    ] {
        assert_eq!(with_secrets(&["lookup", key]), (0, expected.to_owned(), String::new()), "{key}");
    }
    assert_eq!(with_secrets(&["lookup", "secret", "--environment", "pkcs8"]).1, "--- hunter2hunter2\n");
}

#[test]
fn values_that_cannot_be_decrypted_are_reported_with_their_file() {
    for (key, environment, expected) in [
        ("other_key", "production", "it was encrypted for another key"),
        ("other_cipher", "production", "the cipher 1.2.840.113549.3.7 is not supported; AES in CBC mode is"),
        ("gpg", "production", "the encryption method 'GPG' is not supported; PKCS7 is"),
        ("no_envelope", "production", "not a valid PKCS7 envelope: it does not start with a sequence"),
        ("no_base64", "production", "invalid base64"),
        ("secret", "no_key", "cannot read the private key keys/nosuch.pem: No such file or directory (os error 2)"),
    ] {
        let (code, stdout, stderr) = with_secrets(&["lookup", key, "--environment", environment]);
        assert_eq!((code, stdout.as_str()), (1, ""), "{key}");
        assert!(stderr.starts_with("Error: hiera-eyaml backend error decrypting ENC["), "{stderr}");
        assert!(stderr.contains(&format!(" when looking up {key} in /")), "{stderr}");
        assert!(stderr.ends_with(&format!("/secret.eyaml. Error was {expected}\n")), "{stderr}");
    }
}

#[test]
fn what_was_decrypted_is_in_no_log_and_no_explanation() {
    let (code, stdout, stderr) = with_secrets(&["lookup", "secret", "--explain"]);
    assert!(stdout.contains("Found key: \"secret\" value: \"[redacted]\""), "{stdout}");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let (code, stdout, _) = with_secrets(&["apply", "-e", "$s = lookup('secret') notice($s) notify { \"x ${s}\": }"]);
    assert!(stdout.contains("Scope(Class[main]): [redacted]") && !stdout.contains("hunter2"), "{stdout}");
    assert_eq!(code, 0);
}

#[test]
fn wrong_data_is_reported_under_the_name_bunraku() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hiera/broken");
    let look_up = |environment: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        command.args(["lookup", "k", "--color=false", "--environment", environment]);
        let run =
            run(command.arg("--confdir").arg(directory.join("conf")).arg("--codedir").arg(directory.join("code")), "");
        (run.code, run.stdout, run.stderr.replace(&directory.display().to_string(), "DIR"))
    };
    let expected = "Error: Unable to parse (DIR/code/environments/bad_data/data/common.yaml): mapping values are not \
                    allowed in this context at line 2 column 5\n";
    assert_eq!(look_up("bad_data"), (1, String::new(), expected.to_owned()));
    let expected = "Error: Unable to find 'data_hash' function named 'nosuch_data' (file: \
                    DIR/code/environments/no_such_function/hiera.yaml, line: 4)\n";
    assert_eq!(look_up("no_such_function"), (1, String::new(), expected.to_owned()));
}
