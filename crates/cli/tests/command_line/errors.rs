//! The error gallery in the documentation: each manifest prints exactly the text below it.
//!
//! `UPDATE_DOCS=1 cargo test -p cli --test command_line errors` updates the texts; read them before you commit them.

use std::{fs, process::Command};

use crate::{
    binary::{Run, run},
    pages,
};

/// The minimum number of examples.
const MIN_EXAMPLES: usize = 45;

#[test]
fn the_error_gallery_is_correct() {
    pages::assert_true("errors.md", MIN_EXAMPLES, error_of);
}

/// The error for a manifest, which must not be applied.
fn error_of(manifest: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files(manifest) {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(directory.path().join("facts.json"), r#"{"os": {"family": "Debian"}}"#).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args([
        "apply",
        "site.pp",
        "--facts",
        "facts.json",
        "--certname",
        "web1",
        "--confdir",
        "c",
        "--vardir",
        "v",
        "--modulepath",
        "modules",
    ]);
    let run = run(command.current_dir(&directory).env("NO_COLOR", "1"), "");
    assert_eq!(run.code, 1, "{manifest}{}{}", run.stdout, run.stderr);
    run.stderr.replace(&format!("{}/", directory.path().display()), "")
}

/// The files of an example: each begins with a comment that names it, if there are several.
fn files(block: &str) -> Vec<(&str, &str)> {
    if !block.starts_with("# modules/") {
        return vec![("site.pp", block)];
    }
    let parts = block.split("\n# ").map(|part| part.trim_start_matches("# "));
    parts.map(|part| part.split_once('\n').unwrap()).collect()
}

/// Runs `bunraku apply` on a manifest in a directory of its own.
fn apply(manifest: &[u8]) -> Run {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("site.pp"), manifest).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["apply", "site.pp", "--confdir", "c", "--vardir", "v", "--certname", "web1"]);
    run(command.current_dir(&directory).env("NO_COLOR", "1"), "")
}

#[test]
fn a_manifest_that_is_missing_or_not_text_is_named() {
    let run = apply(b"notice(1)\nnotice('\xff')\n");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("site.pp"), "{}", run.stderr);
    assert!(run.stderr.contains("UTF-8"), "{}", run.stderr);
    let directory = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["apply", "nosuch.pp", "--confdir", "c", "--vardir", "v"]);
    let run = crate::binary::run(command.current_dir(&directory).env("NO_COLOR", "1"), "");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("nosuch.pp"), "{}", run.stderr);
}

/// Errors with a secret nearby.
const WITH_SECRETS: &[&str] = &[
    "class a(Integer $x) { } class { 'a': x => Sensitive('hunter2') }",
    "class a(Sensitive[Integer] $x) { } class { 'a': x => Sensitive('hunter2') }",
    "class a($x) { } class { 'a': y => Sensitive('hunter2'), x => 1 }",
    "define a(Integer $x) { } a { 'b': x => Sensitive('hunter2') }",
    "notify { 'a': mesage => Sensitive('hunter2') }",
    "notify { Sensitive('hunter2'): }",
    "notify { 'a': require => Sensitive('hunter2') }",
    "notify { 'a': message => Sensitive('hunter2') } notify { 'a': }",
    "notify { 'a': message => Sensitive('hunter2') loglevel => 'err' }",
    "notify { 'a': message => Sensitive.new(\"hunter2\") ) }",
    "notice(Sensitive('hunter2') + 1)",
    "notice(Sensitive('hunter2')['a'])",
    "notice(Sensitive('hunter2') ? { 'a' => 1 })",
    "notice(split(Sensitive('hunter2')))",
    "notice(split(Sensitive('hunter2'), 1, 2))",
    "function f(Integer $x) { $x } notice(f(Sensitive('hunter2')))",
    "function f($x) >> Integer { $x } notice(f(Sensitive('hunter2')))",
    "include Sensitive('hunter2')",
    "$a = Sensitive('hunter2') $a = 2",
    "[$a, $b] = Sensitive('hunter2')",
    "[$a, $b] = [Sensitive('hunter2')]",
    "notice(Integer(Sensitive('hunter2')))",
    "notice(assert_type(Integer, Sensitive('hunter2')))",
    "fail(Sensitive('hunter2'))",
    "fail(\"x ${Sensitive('hunter2')}\")",
    "notice({ 'a' => Sensitive('hunter2') } + 1)",
    "notice([Sensitive('hunter2')].nosuch)",
    "notice('a' =~ Sensitive('hunter2'))",
    "notify { 'a': } -> Sensitive('hunter2')",
    "create_resources('notify', { 'a' => { 'mesage' => Sensitive('hunter2') } })",
    "notify { 'a': * => Sensitive('hunter2') }",
    "Notify['a'] { message => Sensitive('hunter2') }",
];

#[test]
fn error_messages_hold_no_secret() {
    for manifest in WITH_SECRETS {
        let run = apply(manifest.as_bytes());
        assert_eq!(run.code, 1, "{manifest}\n{}", run.stderr);
        assert!(run.stderr.starts_with("Error: "), "{manifest}\n{}", run.stderr);
        assert!(!run.stderr.contains("hunter2") && !run.stdout.contains("hunter2"), "{manifest}\n{}", run.stderr);
    }
}
