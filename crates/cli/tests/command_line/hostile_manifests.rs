//! Hostile manifests, templates, data and catalogs: each ends in an answer or in an error with a hint.

use std::process::Command;

use crate::{binary::run, test_dir::TestDir};

/// Asserts that a manifest is refused with an error, and perhaps with a hint.
#[track_caller]
fn assert_stopped(directory: &TestDir, words: &[&str], expected: &str) {
    let run = directory.run(words);
    assert_eq!(run.code, 1, "{words:?}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(expected), "{words:?}: {}", run.stderr);
}

#[test]
fn values_as_deep_as_the_ocean() {
    let directory = TestDir::new(&[]);
    let deep = "$x = Integer[1, 3000000].reduce([]) |$m, $i| { [$m] } notice($x)";
    assert_stopped(&directory, &["apply", "-e", deep], "The limit of 1000 levels of values in values is exceeded");
    assert_stopped(&directory, &["apply", "-e", deep], "raise it with --max_value_depth");
    assert_stopped(
        &directory,
        &["apply", "--max_value_depth", "9000", "-e", deep],
        "--max_value_depth must be at most 3000",
    );
    // Accepted values must be safe for all later steps.
    let allowed = "$x = Integer[1, 2990].reduce([]) |$m, $i| { [$m] } notify { 'a': message => $x } \
                   notify { 'b': message => Sensitive($x) } notice($x == $x, type($x) =~ Type)";
    for words in [&["apply", "--noop"][..], &["catalog", "compile"]] {
        let run = directory.run(&[words, &["--max_value_depth", "3000", "-e", allowed]].concat());
        assert!((0..=1).contains(&run.code), "{}", run.stderr);
    }
}

#[test]
fn values_that_hold_each_other_ever_more_often() {
    let directory = TestDir::new(&[]);
    let shared = "$x = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] } notice($x == $x)";
    assert_stopped(&directory, &["apply", "-e", shared], "The limit of 10000000 values in one value is exceeded");
    assert_stopped(&directory, &["apply", "-e", shared], "raise it with --max_value_size");
}

#[test]
fn blocks_without_an_end() {
    let directory = TestDir::new(&[]);
    let nothing = "9223372036854775807.each |$x| { }";
    let words = ["apply", "--max_evaluation_steps", "100000", "-e", nothing];
    assert_stopped(&directory, &words, "The limit of 100000 evaluated expressions is exceeded");
    assert_stopped(&directory, &["apply", "--max_memory", "1", "-e", nothing], "The limit of 1 megabytes of memory");
}

#[test]
fn files_without_an_end() {
    let directory = TestDir::new(&[("hiera.yaml", "version: 5\nhierarchy: [{name: a, datadir: /dev, path: zero}]\n")]);
    let long = "it is longer than the limit of ";
    assert_stopped(&directory, &["apply", "/dev/zero"], long);
    assert_stopped(&directory, &["apply", "--facts", "/dev/zero", "-e", "1"], long);
    assert_stopped(&directory, &["parser", "validate", "/dev/zero"], long);
    assert_stopped(&directory, &["parser", "dump", "/dev/zero"], long);
    assert_stopped(&directory, &["epp", "render", "/dev/zero"], long);
    assert_stopped(&directory, &["epp", "render", "-e", "x", "--values_file", "/dev/zero"], long);
    assert_stopped(&directory, &["lookup", "a", "--facts", "/dev/zero"], long);
    assert_stopped(&directory, &["lookup", "a", "--hiera_config", "/dev/zero"], long);
    // A catalog is read up to its first mistake.
    assert_stopped(&directory, &["apply", "--catalog", "/dev/zero"], "expected value (line: 1, column: 1)");
    for function in ["file", "binary_file", "template", "epp", "loadjson", "loadyaml"] {
        let code = format!("notice({function}('/dev/zero'))");
        assert_stopped(&directory, &["apply", "--max_value_size", "1000000", "-e", &code], long);
        assert_stopped(&directory, &["apply", "--max_value_size", "1000000", "-e", &code], "--max_value_size");
    }
    let config = directory.path().join("hiera.yaml").display().to_string();
    let words = ["lookup", "a", "--max_value_size", "1000000", "--hiera_config", &config];
    assert_stopped(&directory, &words, long);
    // Reading an empty device is fine.
    assert_eq!(directory.run(&["apply", "/dev/null"]).code, 0);
}

#[test]
fn an_input_without_an_end() {
    for words in ["apply --noop", "parser validate", "parser dump", "epp render"] {
        let line = format!("yes | {} {words}", env!("CARGO_BIN_EXE_bunraku"));
        let ended = run(Command::new("sh").args(["-c", &line]), "");
        assert!(ended.stderr.contains("it is longer than the limit of 67108864 bytes"), "{words}: {}", ended.stderr);
    }
}

#[test]
fn documents_without_an_end() {
    let binary = env!("CARGO_BIN_EXE_bunraku");
    for (words, limit) in [
        ("report /dev/zero", "it is longer than the limit of 268435456 bytes"),
        ("model import /dev/zero", "it is longer than the limit of 67108864 bytes"),
        ("type check Integer - < /dev/zero", "it is longer than the limit of 67108864 bytes"),
        // The first mistake is reported.
        ("catalog diff /dev/zero /dev/null", "expected value"),
        (
            "catalog diff <(printf '[\"'; tr '\\0' a < /dev/zero) /dev/null",
            "a value in it is longer than the limit of 134217728 bytes",
        ),
    ] {
        let ended = run(Command::new("bash").args(["-c", &format!("{binary} {words}")]), "");
        assert!(ended.code > 0, "{words}: {}", ended.stdout);
        assert!(ended.stderr.contains(limit), "{words}: {}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn catalogs_that_were_made_elsewhere_have_as_many_resources_as_others() {
    let resources: Vec<String> =
        (0..30).map(|number| format!(r#"{{"type": "Notify", "title": "n{number}"}}"#)).collect();
    let catalog = format!(r#"{{"name": "vm", "version": 1, "resources": [{}], "edges": []}}"#, resources.join(", "));
    let directory = TestDir::new(&[("catalog.json", &catalog)]);
    let stopped = ["apply", "--noop", "--max_resources", "20", "--catalog", "catalog.json"];
    assert_stopped(&directory, &stopped, "The limit of 20 resources in a catalog is exceeded");
    assert_stopped(&directory, &stopped, "raise it with --max_resources");
    assert_eq!(directory.run(&["apply", "--noop", "--max_resources", "30", "--catalog", "catalog.json"]).code, 0);
}

// The location of an error is in the text, even if the error is at its end.
#[test]
fn names_that_end_with_colons() {
    for text in ["a::St::", "::A::", "::A::\n", "A::", "\"${::A::"] {
        let directory = TestDir::new(&[("m.pp", text)]);
        let run = directory.run(&["parser", "validate", "m.pp"]);
        assert_eq!(run.code, 1, "{text}: {}", run.stdout);
        let position = run.stderr.split("column: ").nth(1).and_then(|rest| rest.split(')').next());
        let column: usize = position.and_then(|column| column.parse().ok()).unwrap_or_else(|| panic!("{}", run.stderr));
        assert!(column <= text.len() + 1, "{text}: {}", run.stderr);
    }
}

#[test]
fn pipes_without_a_writer() {
    let directory = TestDir::new(&[]);
    let pipe = directory.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for function in ["file", "template", "epp", "loadjson"] {
        let code = format!("notice({function}('{pipe}'))");
        assert_stopped(&directory, &["apply", "-e", &code], "it is a pipe or a socket, not a file");
    }
}

#[test]
fn data_that_asks_for_itself_ever_more_often() {
    let texts = (1..60).map(|level| format!("x{level}: \"%{{lookup('x{0}')}}%{{lookup('x{0}')}}\"\n", level - 1));
    let data: String = ["x0: x\n".to_owned()].into_iter().chain(texts).collect();
    let directory = TestDir::new(&[
        ("hiera.yaml", "version: 5\nhierarchy: [{name: a, datadir: ., path: data.yaml, data_hash: yaml_data}]\n"),
        ("data.yaml", &data),
    ]);
    let words = ["lookup", "x59", "--max_evaluation_steps", "100000", "--hiera_config", "hiera.yaml"];
    assert_stopped(&directory, &words, "The limit of 100000 evaluated expressions is exceeded");
}

#[test]
fn catalogs_with_deferred_calls() {
    let deferred = |name: &str, arguments: &str| {
        format!(
            r#"{{"name": "x", "version": 1, "environment": "production", "edges": [], "classes": [], "tags": [],
            "resources": [{{"type": "Notify", "title": "a", "parameters": {{"message":
            {{"__ptype": "Deferred", "name": "{name}", "arguments": {arguments}}}}}}}]}}"#
        )
    };
    let directory = TestDir::new(&[
        ("good.json", &deferred("upcase", r#"["abc"]"#)),
        ("nested.json", &deferred("upcase", r#"[{"__ptype": "Deferred", "name": "$facts", "arguments": ["x", "y"]}]"#)),
        ("bad.json", &deferred("nosuch", "[]")),
        ("facts.json", r#"{"x": {"y": "from facts"}}"#),
    ]);
    let good = directory.run(&["apply", "--catalog", "good.json"]);
    assert!(good.stdout.contains("defined 'message' as 'ABC'"), "{}{}", good.stdout, good.stderr);
    let nested = directory.run(&["apply", "--facts", "facts.json", "--catalog", "nested.json"]);
    assert!(nested.stdout.contains("defined 'message' as 'FROM FACTS'"), "{}{}", nested.stdout, nested.stderr);
    assert_stopped(&directory, &["apply", "--catalog", "bad.json"], "Unknown function 'nosuch'");
}

#[test]
fn deferred_values() {
    let directory = TestDir::new(&[]);
    let code = "notify { 'a': message => Deferred('$facts', ['kernel']) } \
                notify { 'b': message => Sensitive(Deferred('upcase', ['hush'])) }";
    let run = directory.run(&["apply", "-e", code]);
    assert!(run.stdout.contains("Notify[a]/message: defined 'message' as 'Linux'"), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("Notify[b]/message: changed [redacted] to [redacted]"), "{}", run.stdout);
    assert!(!run.stdout.contains("HUSH"), "{}", run.stdout);
    let typed = "class c(String $m) { } class { 'c': m => Deferred('nosuch', []) }";
    assert_stopped(&directory, &["apply", "-e", typed], "Unknown function: 'nosuch'.");
}

#[test]
fn a_define_hides_a_type_of_the_same_name() {
    let directory = TestDir::new(&[
        ("modules/foo/manifests/bar.pp", "define foo::bar() { }"),
        ("modules/foo/types/bar.pp", "type Foo::Bar = Integer"),
    ]);
    let run = directory.run(&["apply", "--modulepath", "modules", "-e", "notice(Foo::Bar, 1 =~ Foo::Bar)"]);
    assert!(run.stdout.contains("Scope(Class[main]): Foo::Bar false\n"), "{}{}", run.stdout, run.stderr);
}
