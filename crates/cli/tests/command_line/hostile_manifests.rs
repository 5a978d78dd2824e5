//! Manifests, templates, data and catalogs that were made to hurt: each ends in an answer or in an error that says what to do.

use std::process::Command;

use crate::{binary::run, folder::Folder};

/// Asserts that a manifest is refused with these words, and perhaps with a hint.
#[track_caller]
fn assert_stopped(folder: &Folder, words: &[&str], expected: &str) {
    let run = folder.run(words);
    assert_eq!(run.code, 1, "{words:?}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(expected), "{words:?}: {}", run.stderr);
}

#[test]
fn values_as_deep_as_the_ocean() {
    let folder = Folder::new(&[]);
    let deep = "$x = Integer[1, 3000000].reduce([]) |$m, $i| { [$m] } notice($x)";
    assert_stopped(&folder, &["apply", "-e", deep], "The limit of 1000 levels of values in values is exceeded");
    assert_stopped(&folder, &["apply", "-e", deep], "raise it with --max_value_depth");
    assert_stopped(&folder, &["apply", "--max_value_depth", "9000", "-e", deep], "--max_value_depth is at most 3000");
    // What is allowed is handed on to all that follows.
    let allowed = "$x = Integer[1, 2990].reduce([]) |$m, $i| { [$m] } notify { 'a': message => $x } \
                   notify { 'b': message => Sensitive($x) } notice($x == $x, type($x) =~ Type)";
    for words in [&["apply", "--noop"][..], &["catalog", "compile"]] {
        let run = folder.run(&[words, &["--max_value_depth", "3000", "-e", allowed]].concat());
        assert!((0..=1).contains(&run.code), "{}", run.stderr);
    }
}

#[test]
fn values_that_hold_each_other_ever_more_often() {
    let folder = Folder::new(&[]);
    let shared = "$x = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] } notice($x == $x)";
    assert_stopped(&folder, &["apply", "-e", shared], "The limit of 10000000 values in one value is exceeded");
    assert_stopped(&folder, &["apply", "-e", shared], "raise it with --max_value_size");
}

#[test]
fn blocks_without_an_end() {
    let folder = Folder::new(&[]);
    let nothing = "9223372036854775807.each |$x| { }";
    let words = ["apply", "--max_evaluation_steps", "100000", "-e", nothing];
    assert_stopped(&folder, &words, "The limit of 100000 evaluated expressions is exceeded");
    assert_stopped(&folder, &["apply", "--max_memory", "1", "-e", nothing], "The limit of 1 megabytes of memory");
}

#[test]
fn files_without_an_end() {
    let folder = Folder::new(&[("hiera.yaml", "version: 5\nhierarchy: [{name: a, datadir: /dev, path: zero}]\n")]);
    let long = "it is longer than the limit of ";
    assert_stopped(&folder, &["apply", "/dev/zero"], long);
    assert_stopped(&folder, &["apply", "--facts", "/dev/zero", "-e", "1"], long);
    assert_stopped(&folder, &["parser", "validate", "/dev/zero"], long);
    assert_stopped(&folder, &["parser", "dump", "/dev/zero"], long);
    assert_stopped(&folder, &["epp", "render", "/dev/zero"], long);
    assert_stopped(&folder, &["epp", "render", "-e", "x", "--values_file", "/dev/zero"], long);
    assert_stopped(&folder, &["lookup", "a", "--facts", "/dev/zero"], long);
    assert_stopped(&folder, &["lookup", "a", "--hiera_config", "/dev/zero"], long);
    assert_stopped(&folder, &["apply", "--catalog", "/dev/zero"], long);
    for function in ["file", "binary_file", "template", "epp", "loadjson", "loadyaml"] {
        let code = format!("notice({function}('/dev/zero'))");
        assert_stopped(&folder, &["apply", "--max_value_size", "1000000", "-e", &code], long);
        assert_stopped(&folder, &["apply", "--max_value_size", "1000000", "-e", &code], "--max_value_size");
    }
    let config = folder.path().join("hiera.yaml").display().to_string();
    let words = ["lookup", "a", "--max_value_size", "1000000", "--hiera_config", &config];
    assert_stopped(&folder, &words, long);
    // Nothing is there to read, which is fine.
    assert_eq!(folder.run(&["apply", "/dev/null"]).code, 0);
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
        ("catalog diff /dev/zero /dev/null", "it is longer than the limit of 268435456 bytes"),
    ] {
        let ended = run(Command::new("sh").args(["-c", &format!("{binary} {words}")]), "");
        assert!(ended.code > 0, "{words}: {}", ended.stdout);
        assert!(ended.stderr.contains(limit), "{words}: {}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn catalogs_that_were_made_elsewhere_have_as_many_resources_as_others() {
    let resources: Vec<String> =
        (0..30).map(|number| format!(r#"{{"type": "Notify", "title": "n{number}"}}"#)).collect();
    let catalog = format!(r#"{{"name": "vm", "version": 1, "resources": [{}], "edges": []}}"#, resources.join(", "));
    let folder = Folder::new(&[("catalog.json", &catalog)]);
    let stopped = ["apply", "--noop", "--max_resources", "20", "--catalog", "catalog.json"];
    assert_stopped(&folder, &stopped, "The limit of 20 resources in a catalog is exceeded");
    assert_stopped(&folder, &stopped, "raise it with --max_resources");
    assert_eq!(folder.run(&["apply", "--noop", "--max_resources", "30", "--catalog", "catalog.json"]).code, 0);
}

// The place of an error is in the text, also where what is wrong is its end.
#[test]
fn names_that_end_with_colons() {
    for text in ["a::St::", "::A::", "::A::\n", "A::", "\"${::A::"] {
        let folder = Folder::new(&[("m.pp", text)]);
        let run = folder.run(&["parser", "validate", "m.pp"]);
        assert_eq!(run.code, 1, "{text}: {}", run.stdout);
        let place = run.stderr.split("column: ").nth(1).and_then(|rest| rest.split(')').next());
        let column: usize = place.and_then(|column| column.parse().ok()).unwrap_or_else(|| panic!("{}", run.stderr));
        assert!(column <= text.len() + 1, "{text}: {}", run.stderr);
    }
}

#[test]
fn pipes_that_nobody_fills() {
    let folder = Folder::new(&[]);
    let pipe = folder.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for function in ["file", "template", "epp", "loadjson"] {
        let code = format!("notice({function}('{pipe}'))");
        assert_stopped(&folder, &["apply", "-e", &code], "it is a pipe or a socket, not a file");
    }
}

#[test]
fn data_that_asks_for_itself_ever_more_often() {
    let texts = (1..60).map(|level| format!("x{level}: \"%{{lookup('x{0}')}}%{{lookup('x{0}')}}\"\n", level - 1));
    let data: String = ["x0: x\n".to_owned()].into_iter().chain(texts).collect();
    let folder = Folder::new(&[
        ("hiera.yaml", "version: 5\nhierarchy: [{name: a, datadir: ., path: data.yaml, data_hash: yaml_data}]\n"),
        ("data.yaml", &data),
    ]);
    let words = ["lookup", "x59", "--max_evaluation_steps", "100000", "--hiera_config", "hiera.yaml"];
    assert_stopped(&folder, &words, "The limit of 100000 evaluated expressions is exceeded");
}

#[test]
fn catalogs_with_calls_that_are_left_to_us() {
    let deferred = |name: &str, arguments: &str| {
        format!(
            r#"{{"name": "x", "version": 1, "environment": "production", "edges": [], "classes": [], "tags": [],
            "resources": [{{"type": "Notify", "title": "a", "parameters": {{"message":
            {{"__ptype": "Deferred", "name": "{name}", "arguments": {arguments}}}}}}}]}}"#
        )
    };
    let folder = Folder::new(&[
        ("good.json", &deferred("upcase", r#"["abc"]"#)),
        ("nested.json", &deferred("upcase", r#"[{"__ptype": "Deferred", "name": "$facts", "arguments": ["x", "y"]}]"#)),
        ("bad.json", &deferred("nosuch", "[]")),
        ("facts.json", r#"{"x": {"y": "from facts"}}"#),
    ]);
    let good = folder.run(&["apply", "--catalog", "good.json"]);
    assert!(good.stdout.contains("defined 'message' as 'ABC'"), "{}{}", good.stdout, good.stderr);
    let nested = folder.run(&["apply", "--facts", "facts.json", "--catalog", "nested.json"]);
    assert!(nested.stdout.contains("defined 'message' as 'FROM FACTS'"), "{}{}", nested.stdout, nested.stderr);
    assert_stopped(&folder, &["apply", "--catalog", "bad.json"], "Unknown function 'nosuch'");
}

#[test]
fn values_that_are_left_for_later() {
    let folder = Folder::new(&[]);
    let code = "notify { 'a': message => Deferred('$facts', ['kernel']) } \
                notify { 'b': message => Sensitive(Deferred('upcase', ['hush'])) }";
    let run = folder.run(&["apply", "-e", code]);
    assert!(run.stdout.contains("Notify[a]/message: defined 'message' as 'Linux'"), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("Notify[b]/message: changed [redacted] to [redacted]"), "{}", run.stdout);
    assert!(!run.stdout.contains("HUSH"), "{}", run.stdout);
    let typed = "class c(String $m) { } class { 'c': m => Deferred('nosuch', []) }";
    assert_stopped(&folder, &["apply", "-e", typed], "Unknown function: 'nosuch'.");
}

#[test]
fn a_define_hides_a_type_of_the_same_name() {
    let folder = Folder::new(&[
        ("modules/foo/manifests/bar.pp", "define foo::bar() { }"),
        ("modules/foo/types/bar.pp", "type Foo::Bar = Integer"),
    ]);
    let run = folder.run(&["apply", "--modulepath", "modules", "-e", "notice(Foo::Bar, 1 =~ Foo::Bar)"]);
    assert!(run.stdout.contains("Scope(Class[main]): Foo::Bar false\n"), "{}{}", run.stdout, run.stderr);
}
