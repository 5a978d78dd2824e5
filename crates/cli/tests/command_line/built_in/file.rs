//! The type `file` compared with the real Puppet, and intended differences.

mod tree;
mod web;

use std::{fs, os::unix::fs::symlink};

use super::{Sandbox, assert_recorded, list};
use crate::binary;

/// The cases that differ from Puppet, with the reason. They are tested below.
const DIFFERENT: &[(&str, &str)] = &[
    ("content that looks like a checksum", "Puppet 8 writes such a text as it is"),
    ("a file in place of a link, followed", "Puppet replaces the link, and gives the file the mode 0777"),
    ("a source with permissions", "Puppet warns that the parameter is deprecated"),
    ("a checksum value for content", "Puppet replaces the file at every run; here it is refused, as with a source"),
    ("backup in an unknown bucket", "Puppet does not say that it could not run"),
    ("backup with a slash", "Puppet does not say that it could not run"),
    ("the same file twice", "Puppet finds it while it compiles, and here it is found before anything is applied"),
    ("an ensure that is a secret", "Puppet hides which of a few words it is; here it is told that the file is made"),
    ("selinux", "Puppet says with --debug alone that the property is ignored; here it is a warning"),
    (
        "a bucket with a short path",
        "a bucket is looked at when a file names it; here nobody says on which line it stands",
    ),
    (
        "a bucket with several paths",
        "a bucket is looked at when a file names it; here nobody says on which line it stands",
    ),
];

#[test]
fn files_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/file.jsonl"), 157, DIFFERENT);
}

#[test]
fn a_text_that_looks_like_a_checksum_is_written_as_it_is() {
    let sandbox = Sandbox::new();
    let run = sandbox.apply("file { '%D/a': content => '{md5}d41d8cd98f00b204e9800998ecf8427e' }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    assert_eq!(sandbox.read("a"), "{md5}d41d8cd98f00b204e9800998ecf8427e");
}

#[test]
fn a_link_that_is_followed_stays() {
    let sandbox = Sandbox::new();
    sandbox.write("t", "x", 0o640);
    symlink("t", sandbox.files().join("a")).unwrap();
    sandbox.apply("file { '%D/a': content => 'new', links => follow }", &[]);
    assert_eq!(sandbox.tree(), ["a -> t", "t 0640 \"new\""]);
}

#[test]
fn unsupported_sources_are_reported() {
    let sandbox = Sandbox::new();
    for source in ["puppet://server/modules/m/x", "puppet:///other/m/x"] {
        let run = sandbox.apply(&format!("file {{ '%D/a': source => '{source}' }}"), &[]);
        assert_eq!(run.code, 4);
        assert!(run.stderr.contains("are not supported yet"), "{}", run.stderr);
        assert!(sandbox.tree().is_empty());
    }
}

#[test]
fn a_secret_is_shown_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "the old hunter1", 0o600);
    let manifest = "file { ['%D/a', '%D/b']: content => Sensitive('the new hunter2'), mode => '0600' }";
    let run = sandbox.apply(manifest, &["--debug", "--show_diff"]);
    assert_eq!(sandbox.read("b"), "the new hunter2");
    assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
    let mut state_files = Vec::new();
    list(&sandbox.state_directory(), "", "", &mut state_files);
    assert!(state_files.iter().all(|file| !file.contains("hunter")), "{state_files:?}");
}

/// Many files are compared while the run is being prepared; later changes before their evaluation are seen
/// nevertheless.
#[test]
fn changes_made_by_earlier_resources_are_seen() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.files().join("d")).unwrap();
    let names: Vec<String> = (0..600).map(|number| format!("d/f{number}")).collect();
    names.iter().for_each(|name| sandbox.write(name, "text", 0o644));
    sandbox.write("source", "text", 0o644);
    // A file that was modified a moment ago is not compared early.
    std::thread::sleep(std::time::Duration::from_secs(4));
    let file = |name: &String| match name.as_str() {
        "d/f7" => format!("file {{ '%D/{name}': source => '%D/source', require => Exec['change'] }}\n"),
        _ => format!("file {{ '%D/{name}': content => 'text', require => Exec['change'] }}\n"),
    };
    let files: String = names.iter().map(file).collect();
    let change = "cd %D && printf other > d/f5 && printf TEXT > d/f6 && printf TEXT > source && chmod 600 d/f8";
    let manifest = format!("exec {{ 'change': command => '{change}', provider => shell }}\n{files}");
    let run = sandbox.apply(&manifest, &["--detailed-exitcodes"]);
    let changed = |name: &str| run.stdout.contains(&format!("/d/{name}]/content: content changed"));
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert_eq!(["f4", "f5", "f6", "f7", "f8"].map(changed), [false, true, true, true, false], "{}", run.stdout);
    assert_eq!(["f5", "f6", "f7"].map(|name| sandbox.read(&format!("d/{name}"))), ["text", "text", "TEXT"]);
    assert_eq!(run.stdout.matches("content changed").count(), 3);
}

#[test]
fn what_is_replaced_is_in_the_bucket() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "old", 0o644);
    sandbox.apply("file { '%D/a': content => 'new', backup => puppet }", &[]);
    let sum = "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4";
    let state_files = sandbox.state_directory().join("clientbucket/c/b/a/0/6/b/5/7").join(sum);
    assert_eq!(fs::read_to_string(state_files.join("contents")).unwrap(), "old");
    assert_eq!(
        fs::read_to_string(state_files.join("paths")).unwrap(),
        format!("{}\n", sandbox.files().join("a").display())
    );
}

#[test]
fn no_temporary_file_is_left_next_to_a_file_that_cannot_be_written() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "old", 0o644);
    let run = sandbox.apply("file { '%D/a': content => 'new', validate_cmd => '/bin/false %' }", &[]);
    assert_eq!(run.code, 4);
    assert_eq!(sandbox.tree(), ["a 0644 \"old\""]);
}

#[test]
fn one_file_is_shown_and_all_files_are_not() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "old", 0o600);
    let path = sandbox.files().join("a");
    let run = binary::bunraku(&["resource", "file", path.to_str().unwrap(), "--color=false"]);
    let sum = "cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4";
    assert!(run.stdout.contains(&format!("content  => '{{sha256}}{sum}'")), "{}{}", run.stdout, run.stderr);
    let run = binary::bunraku(&["resource", "file", "--color=false"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("Listing all file instances is not supported."), "{}", run.stderr);
}
