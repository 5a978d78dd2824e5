//! `bunraku catalog`: compiles catalogs and compares them.

use serde_json::Value;

use crate::test_dir::TestDir;

const OLD: &str = "class web(Sensitive[String] $password = Sensitive('hunter2')) {
  file { '/srv/a': ensure => file, content => \"one\\ntwo\\nthree\\n\", mode => '0644' }
  file { '/srv/secret': content => $password }
  notify { 'gone': }
  notify { 'plain': message => \"with ${password.unwrap}\" }
}
include web
";

const NEW: &str = "class web(Sensitive[String] $password = Sensitive('hunter3')) {
  file { '/srv/secret': content => $password }
  file { '/srv/a': ensure => file, content => \"one\\n2\\nthree\\n\", mode => '0600', owner => 'root' }
  notify { 'came': }
  notify { 'plain': message => \"with ${password.unwrap}\", tag => 'marked' }
  include extra
}
class extra { }
include web
";

/// A directory with the catalogs of two manifests.
fn compiled() -> TestDir {
    let directory = TestDir::new(&[("old.pp", OLD), ("new.pp", NEW)]);
    for name in ["old", "new"] {
        let run = directory.run(&["catalog", "compile", "--manifest", &format!("{name}.pp")]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        directory.write(&format!("{name}.json"), run.stdout);
    }
    directory
}

fn titles(catalog: &Value) -> Vec<String> {
    let resources = catalog["resources"].as_array().unwrap().iter();
    let named = resources
        .map(|resource| format!("{}[{}]", resource["type"].as_str().unwrap(), resource["title"].as_str().unwrap()));
    named.filter(|name| !["Stage[", "Class[", "Node["].iter().any(|kind| name.starts_with(kind))).collect()
}

#[test]
fn a_catalog_is_compiled_for_a_machine_and_its_facts() {
    let directory = TestDir::new(&[
        ("site.pp", "node 'web1' { notify { $facts['os']['family']: } } node default { notify { 'other': } }"),
        ("facts.json", r#"{"os": {"family": "Debian"}}"#),
    ]);
    let compile = |more: &[&str]| directory.run(&[&["catalog", "compile", "--manifest", "site.pp"], more].concat());
    let web = compile(&["WEB1", "--facts", "facts.json", "--render-as", "json"]);
    assert_eq!(web.code, 0, "{}", web.stderr);
    // Stdout contains the catalog only.
    let catalog: Value = serde_json::from_str(&web.stdout).unwrap();
    assert_eq!((&catalog["name"], titles(&catalog)), (&Value::from("web1"), vec!["Notify[Debian]".to_owned()]));
    assert_eq!(web.stderr, "Notice: Compiled catalog for web1 in environment production in N.NN seconds\n");
    let other: Value = serde_json::from_str(&compile(&[]).stdout).unwrap();
    assert_eq!((&other["name"], titles(&other)), (&Value::from("vm"), vec!["Notify[other]".to_owned()]));
}

#[test]
fn a_catalog_is_compiled_from_what_the_environment_has() {
    let directory = TestDir::new(&[
        ("e/production/manifests/1.pp", "notify { 'one': }"),
        ("e/production/manifests/2.pp", "notify { 'two': }"),
    ]);
    let run =
        directory.run(&["catalog", "compile", "--environmentpath", &directory.path().join("e").display().to_string()]);
    let catalog: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(titles(&catalog), ["Notify[one]", "Notify[two]"]);
    // Without a manifest, the catalog is empty.
    let empty: Value = serde_json::from_str(&directory.run(&["catalog", "compile"]).stdout).unwrap();
    assert!(titles(&empty).is_empty());
}

#[test]
fn under_the_name_of_puppet_lines_go_where_puppet_puts_them() {
    let directory = TestDir::new(&[("site.pp", "notice('said') notify { 'x': }")]);
    let run = directory.run_as_puppet(&["catalog", "compile", "--manifest", "site.pp"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let (lines, json) = run.stdout.split_once("\n{").unwrap();
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert_eq!(titles(&serde_json::from_str(&format!("{{{json}")).unwrap()), ["Notify[x]"]);
}

#[test]
fn what_was_compiled_can_be_applied() {
    let directory = TestDir::new(&[]);
    let path = directory.path().join("made").display().to_string();
    directory.write("site.pp", format!("file {{ '{path}': content => Sensitive('hunter2') }}"));
    let run = directory.run(&["catalog", "compile", "--manifest", "site.pp"]);
    assert!(run.stdout.contains("hunter2"), "a catalog is there to be applied: {}", run.stdout);
    directory.write("site.json", run.stdout.replace("/W", &directory.path().display().to_string()));
    assert_eq!(directory.run(&["apply", "--catalog", "site.json", "--detailed-exitcodes"]).code, 2);
    assert_eq!(directory.read("made"), "hunter2");
}

#[test]
fn compile_errors_are_reported_and_exit_with_1() {
    let directory = TestDir::new(&[("bad.pp", "notify { 'a' }"), ("fails.pp", "fail('boom')")]);
    let refused = |words: &[&str], expected: &str| {
        let run = directory.run(&[&["catalog", "compile"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{words:?}");
        assert!(run.stderr.starts_with(&format!("Error: {expected}")), "{words:?}: {}", run.stderr);
    };
    refused(&["--manifest", "bad.pp"], "Could not parse for environment production: Syntax error at '}'");
    refused(
        &["--manifest", "fails.pp"],
        "Evaluation Error: Error while evaluating a Function Call, boom (file: /W/fails.pp",
    );
    refused(&["--manifest", "nosuch.pp"], "Could not run: Could not find file nosuch.pp");
    refused(&["a", "b"], "Could not run: catalog compile takes one machine, got 2");
    refused(&["--render-as", "yaml"], "Could not run: I don't know how to render 'yaml'");
    let nothing = directory.run(&["catalog", "nosuch"]);
    assert_eq!(
        (nothing.code, nothing.stderr.as_str()),
        (1, "Error: 'catalog' has no 'nosuch' action.  See `bunraku help catalog`.\n")
    );
}

#[test]
fn a_difference_is_read_by_people() {
    let directory = compiled();
    let run = directory.run(&["catalog", "diff", "old.json", "new.json"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let expected = "--- old.json
+++ new.json
- Notify[gone]
+ Notify[came]
+ Class[Extra]
+ class extra
~ Class[Web]
    - password => [value redacted]
    + password => [value redacted]
~ File[/srv/secret]
    - content => [value redacted]
    + content => [value redacted]
~ File[/srv/a]
    content:
      at line 2:
      - two
      + 2
    - mode => '0644'
    + mode => '0600'
    + owner => 'root'
~ Notify[plain]
    - message => 'with [redacted]'
    + message => 'with [redacted]'
    + tag => 'marked'
resources: 1 removed, 2 added, 4 changed
";
    assert_eq!(run.stdout, expected);
    let all = directory.run(&["catalog", "diff", "--all", "old.json", "new.json"]);
    assert_eq!(all.code, 1);
    for line in ["    + tags marked", "~ File[/srv/secret]: moved in the order", "+ Stage[main] contains Class[Extra]"]
    {
        assert!(all.stdout.contains(line), "{line}: {}", all.stdout);
    }
    assert!(!all.stdout.contains("hunter"), "{}", all.stdout);
}

#[test]
fn a_difference_is_read_by_programs() {
    let directory = compiled();
    let run = directory.run(&["catalog", "diff", "--render-as", "json", "old.json", "new.json"]);
    assert_eq!(run.code, 1);
    assert!(!run.stdout.contains("hunter"), "{}", run.stdout);
    let difference: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(difference["removed"], serde_json::json!(["Notify[gone]"]));
    assert_eq!(difference["changed"][0]["parameters"][0]["old"], "[value redacted]");
    assert_eq!(
        difference["changed"][2]["parameters"][1],
        serde_json::json!({"name": "mode", "old": "0644", "new": "0600"})
    );
    let same = directory.run(&["catalog", "diff", "--render-as", "json", "old.json", "old.json"]);
    assert_eq!(same.code, 0);
    assert_eq!(serde_json::from_str::<Value>(&same.stdout).unwrap()["changed"], serde_json::json!([]));
}

#[test]
fn the_exit_code_tells_whether_something_differs() {
    let directory = compiled();
    directory.write("no.json", "{");
    directory.write("list.json", "[1, 2]");
    directory.write("binary.json", b"\xff\xfe");
    let silent = directory.run(&["catalog", "diff", "old.json", "old.json"]);
    assert_eq!((silent.code, silent.stdout.as_str(), silent.stderr.as_str()), (0, "", ""));
    for (words, expected) in [
        (&["old.json"][..], "Error: catalog diff takes two files, got 1\n"),
        (&["old.json", "new.json", "old.json"], "Error: catalog diff takes two files, got 3\n"),
        (&["old.json", "nosuch.json"], "Error: cannot read the catalog nosuch.json: No such file or directory"),
        (&["no.json", "old.json"], "Error: no.json is not a catalog: "),
        (&["list.json", "old.json"], "Error: list.json is not a catalog: "),
        (&["binary.json", "old.json"], "Error: cannot read the catalog binary.json: "),
        (&["old.json", "new.json", "--render-as", "yaml"], "Error: I don't know how to render 'yaml'"),
    ] {
        let run = directory.run(&[&["catalog", "diff"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
        assert!(run.stderr.starts_with(expected), "{words:?}: {}", run.stderr);
    }
}
