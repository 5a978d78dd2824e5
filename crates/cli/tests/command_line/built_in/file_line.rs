//! The type `file_line` compared with the real Puppet, and intended differences.

use std::{fs, os::unix::fs::symlink};

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("a folder", "Puppet tells the number of the open file"),
    ("an unknown attribute", "Puppet does not show the location"),
    ("a line that is a number", "Puppet does not find it again, and adds it at every run"),
    ("a path that is a secret", "Puppet shows the secrets when it fails"),
];

#[test]
fn lines_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/file_line.jsonl"), 70, DIFFERENT);
}

#[test]
fn a_secret_is_shown_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "password = hunter1\n", 0o600);
    let manifest = "file_line { 'x': path => '%D/a', line => Sensitive('password = hunter2'), match => '^password' }";
    let run = sandbox.apply(manifest, &["--debug", "--show_diff"]);
    assert_eq!((run.code, sandbox.read("a").as_str()), (2, "password = hunter2\n"));
    assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
}

#[test]
fn what_cannot_be_written_stays_as_it_is() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "one\n", 0o644);
    // No temporary file can be created for a dangling link.
    symlink("missing/b", sandbox.files().join("l")).unwrap();
    let run = sandbox.apply("file_line { 'x': path => '%D/l', line => 'new' }", &[]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert_eq!(sandbox.tree(), ["a 0644 \"one\\n\"", "l -> missing/b"]);
}

#[test]
fn many_lines_of_one_file() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "", 0o644);
    let manifest = "Integer[1, 200].each |$n| { file_line { \"l${n}\": path => '%D/a', line => \"line ${n}\" } }";
    assert_eq!(sandbox.apply(manifest, &[]).code, 2);
    assert_eq!(sandbox.read("a").lines().count(), 200);
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
    assert_eq!(fs::read_dir(sandbox.files()).unwrap().count(), 1);
}
