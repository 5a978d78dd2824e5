//! The type `file_line` next to the real Puppet, and where it goes its own way.

use std::{fs, os::unix::fs::symlink};

use super::{Place, assert_recorded};

/// The cases in which Puppet's answer is not ours, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("a folder", "Puppet tells the number of the open file"),
    ("an unknown attribute", "Puppet does not show the place"),
    ("a line that is a number", "Puppet does not find it again, and adds it at every run"),
    ("a path that is a secret", "Puppet shows the secrets when it fails"),
];

#[test]
fn lines_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/file_line.jsonl"), 70, DIFFERENT);
}

#[test]
fn a_secret_is_shown_nowhere() {
    let place = Place::new();
    place.write("a", "password = hunter1\n", 0o600);
    let manifest = "file_line { 'x': path => '%D/a', line => Sensitive('password = hunter2'), match => '^password' }";
    let run = place.apply(manifest, &["--debug", "--show_diff"]);
    assert_eq!((run.code, place.read("a").as_str()), (2, "password = hunter2\n"));
    assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
    assert_eq!(place.apply(manifest, &[]).code, 0);
}

#[test]
fn what_cannot_be_written_stays_as_it_is() {
    let place = Place::new();
    place.write("a", "one\n", 0o644);
    // Beside a file that is a link's end nowhere, nothing can be made.
    symlink("missing/b", place.files().join("l")).unwrap();
    let run = place.apply("file_line { 'x': path => '%D/l', line => 'new' }", &[]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert_eq!(place.tree(), ["a 0644 \"one\\n\"", "l -> missing/b"]);
}

#[test]
fn many_lines_of_one_file() {
    let place = Place::new();
    place.write("a", "", 0o644);
    let manifest = "Integer[1, 200].each |$n| { file_line { \"l${n}\": path => '%D/a', line => \"line ${n}\" } }";
    assert_eq!(place.apply(manifest, &[]).code, 2);
    assert_eq!(place.read("a").lines().count(), 200);
    assert_eq!(place.apply(manifest, &[]).code, 0);
    assert_eq!(fs::read_dir(place.files()).unwrap().count(), 1);
}
