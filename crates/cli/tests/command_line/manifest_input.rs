//! Invalid manifests: missing, unreadable, empty, huge, not text, endless.

use std::os::unix::fs::PermissionsExt as _;

use crate::test_dir::TestDir;

const COMPILED: &str = "Notice: Compiled catalog for vm in environment production in N.NN seconds\n";
const APPLIED: &str = "Notice: Applied catalog in N.NN seconds\n";

/// Asserts that a command exits with 1, that stderr begins with a text, and that stdout is empty.
#[track_caller]
fn assert_refused(directory: &TestDir, words: &[&str], expected: &str) {
    let run = directory.run(words);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{words:?}: {}", run.stderr);
    assert!(run.stderr.starts_with(expected), "{words:?}: {}", run.stderr);
}

#[test]
fn what_is_missing_or_unreadable_is_named() {
    let directory =
        TestDir::new(&[("folder/readme.txt", "no manifest"), ("good.pp", "notify { 'x': }"), ("dir.pp/x.txt", "")]);
    assert_refused(&directory, &["apply", "nosuch.pp"], "Error: Could not run: Could not find file nosuch.pp\n");
    assert_refused(&directory, &["apply", "good.pp", "nosuch"], "Error: Could not run: Could not find file nosuch\n");
    assert_refused(
        &directory,
        &["catalog", "compile", "--manifest", "nosuch.pp"],
        "Error: Could not run: Could not find file",
    );
    for words in [["apply", "folder"], ["apply", "dir.pp"]] {
        let run = directory.run(&words);
        assert_eq!((run.code, run.stdout, run.stderr), (0, format!("{COMPILED}{APPLIED}"), String::new()));
    }
    let secret = directory.write("secret.pp", "notify { 'x': }");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o000)).unwrap();
    // Root can read everything.
    if std::fs::read(&secret).is_err() {
        assert_refused(
            &directory,
            &["apply", "secret.pp"],
            "Error: Could not run: cannot read secret.pp: Permission denied",
        );
    }
}

#[test]
fn invalid_utf8_is_refused_with_its_location() {
    let directory = TestDir::new(&[]);
    directory.write("latin1.pp", b"notify { 'caf\xe9': }\n");
    directory.write("binary.pp", b"\x7fELF\x02\x01\x01\x00\x00");
    let problem = "latin1.pp is not UTF-8 at byte 13";
    assert_refused(&directory, &["apply", "latin1.pp"], &format!("Error: Could not run: {problem}"));
    assert_refused(&directory, &["apply", "binary.pp"], "Error: Could not parse for environment production: ");
    let binary = directory.run(&["apply", "binary.pp"]);
    assert!(!binary.stderr.contains(['\u{7f}', '\0']), "{:?}", binary.stderr);
}

#[test]
fn a_manifest_without_statements_is_an_empty_catalog() {
    let directory =
        TestDir::new(&[("empty.pp", ""), ("blank.pp", " \n\n"), ("comment.pp", "# nothing\n"), ("bom.pp", "\u{feff}")]);
    for file in ["empty.pp", "blank.pp", "comment.pp"] {
        let run = directory.run(&["apply", "--detailed-exitcodes", file]);
        assert_eq!((run.code, run.stdout, run.stderr), (0, format!("{COMPILED}{APPLIED}"), String::new()));
    }
    assert_refused(
        &directory,
        &["apply", "bom.pp"],
        "Error: Could not parse for environment production: Illegal UTF-8 Byte Order",
    );
}

#[test]
fn a_huge_manifest_is_only_huge() {
    let directory = TestDir::new(&[]);
    directory.write("comment.pp", format!("# {}\nnotify {{ 'x': }}\n", "x".repeat(20_000_000)));
    assert_eq!(directory.notices(&["apply", "comment.pp"]), ["x"]);
    directory.write("nested.pp", format!("$x = {}{}", "[".repeat(100_000), "]".repeat(100_000)));
    assert_refused(&directory, &["apply", "nested.pp"], "Error: Could not parse for environment production: ");
    directory.write("long.pp", format!("notify {{ '{}': loglevel => debug }}", "y".repeat(5_000_000)));
    assert_eq!(directory.run(&["apply", "long.pp"]).code, 0);
}

#[test]
fn a_limit_is_named_with_the_option_that_raises_it() {
    let directory = TestDir::new(&[]);
    let recursion = "function f($n) { f($n + 1) } f(0)";
    let long = "$x = range(1, 200000).map |$i| { $i * 2 }";
    let many = "range(1, 50).each |$i| { notify { \"n${i}\": } }";
    let large = "$x = range(1, 20).reduce('ab') |$m, $i| { \"${m}${m}\" }";
    for (option, value, code, enough) in [
        ("--max_evaluation_depth", "20", recursion, None),
        ("--max_evaluation_steps", "1000", long, Some("10000000")),
        ("--max_resources", "20", many, Some("60")),
        ("--max_value_size", "1000", large, Some("10000000")),
    ] {
        let run = directory.run(&["apply", option, value, "-e", code]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{option}");
        assert!(run.stderr.contains(option), "{option}: {}", run.stderr);
        if let Some(enough) = enough {
            let run = directory.run(&["apply", option, enough, "-e", code]);
            assert_eq!(run.code, 0, "{option}: {}", run.stderr);
        }
        let odd = directory.run(&["apply", option, "many", "-e", ""]);
        let name = format!("Error: Could not run: {option} must be a whole number, got 'many'\n");
        assert_eq!((odd.code, odd.stderr), (1, name));
    }
}

#[test]
fn under_the_name_of_puppet_only_its_messages_are_printed() {
    let directory = TestDir::new(&[("bad.pp", "notify { 'a' }")]);
    let line = "Error: Could not parse for environment production: Syntax error at '}' (file: /W/bad.pp, line: 1, column: 14) on node vm\n";
    let puppet = directory.run_as_puppet(&["apply", "bad.pp"]);
    assert_eq!((puppet.code, puppet.stdout.as_str(), puppet.stderr.as_str()), (1, "", line));
    let own = directory.run(&["apply", "bad.pp"]);
    assert!(own.stderr.starts_with(line), "{}", own.stderr);
    assert!(own.stderr.contains("1 | notify { 'a' }\n"), "the location is shown: {}", own.stderr);
    let unknown = directory.run_as_puppet(&["apply", "-e", "include nosuch"]);
    assert_eq!(unknown.stderr.lines().count(), 1, "{}", unknown.stderr);
}
