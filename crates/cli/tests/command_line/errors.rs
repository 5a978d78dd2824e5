//! The gallery of mistakes in the documentation: each manifest gives just the words that stand below it.
//!
//! `UPDATE_DOCS=1 cargo test -p cli --test command_line errors` writes the words anew; read them before they are kept.

use std::{fs, process::Command};

use crate::{
    binary::{Run, run},
    pages,
};

/// How many mistakes there are at least.
const MISTAKES: usize = 45;

#[test]
fn the_gallery_of_mistakes_is_true() {
    pages::assert_true("errors.md", MISTAKES, said);
}

/// What is said about a manifest, which must not be applied.
fn said(manifest: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files(manifest) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(folder.path().join("facts.json"), r#"{"os": {"family": "Debian"}}"#).unwrap();
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
    let run = run(command.current_dir(&folder).env("NO_COLOR", "1"), "");
    assert_eq!(run.code, 1, "{manifest}{}{}", run.stdout, run.stderr);
    run.stderr.replace(&format!("{}/", folder.path().display()), "")
}

/// The files that a block of the gallery shows: each begins with a comment that names it, if there are several.
fn files(block: &str) -> Vec<(&str, &str)> {
    if !block.starts_with("# modules/") {
        return vec![("site.pp", block)];
    }
    let parts = block.split("\n# ").map(|part| part.trim_start_matches("# "));
    parts.map(|part| part.split_once('\n').unwrap()).collect()
}

/// Runs `bunraku apply` on a manifest in a folder of its own.
fn apply(manifest: &[u8]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("site.pp"), manifest).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["apply", "site.pp", "--confdir", "c", "--vardir", "v", "--certname", "web1"]);
    run(command.current_dir(&folder).env("NO_COLOR", "1"), "")
}

#[test]
fn a_manifest_that_is_no_text_or_is_not_there_is_named() {
    let run = apply(b"notice(1)\nnotice('\xff')\n");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("site.pp"), "{}", run.stderr);
    assert!(run.stderr.contains("UTF-8"), "{}", run.stderr);
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["apply", "nosuch.pp", "--confdir", "c", "--vardir", "v"]);
    let run = crate::binary::run(command.current_dir(&folder).env("NO_COLOR", "1"), "");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("nosuch.pp"), "{}", run.stderr);
}

/// Mistakes with a secret close to each of them.
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
fn no_secret_is_in_what_is_said_about_a_mistake() {
    for manifest in WITH_SECRETS {
        let run = apply(manifest.as_bytes());
        assert_eq!(run.code, 1, "{manifest}\n{}", run.stderr);
        assert!(run.stderr.starts_with("Error: "), "{manifest}\n{}", run.stderr);
        assert!(!run.stderr.contains("hunter2") && !run.stdout.contains("hunter2"), "{manifest}\n{}", run.stderr);
    }
}
