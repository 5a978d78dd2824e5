//! `bunraku catalog`: compiles catalogs, and shows what differs between two.

use serde_json::Value;

use crate::folder::Folder;

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

/// A folder with a catalog of each of two manifests.
fn compiled() -> Folder {
    let folder = Folder::new(&[("old.pp", OLD), ("new.pp", NEW)]);
    for name in ["old", "new"] {
        let run = folder.run(&["catalog", "compile", "--manifest", &format!("{name}.pp")]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        folder.write(&format!("{name}.json"), run.stdout);
    }
    folder
}

fn titles(catalog: &Value) -> Vec<String> {
    let resources = catalog["resources"].as_array().unwrap().iter();
    let named = resources
        .map(|resource| format!("{}[{}]", resource["type"].as_str().unwrap(), resource["title"].as_str().unwrap()));
    named.filter(|name| !["Stage[", "Class[", "Node["].iter().any(|kind| name.starts_with(kind))).collect()
}

#[test]
fn a_catalog_is_compiled_for_a_machine_and_its_facts() {
    let folder = Folder::new(&[
        ("site.pp", "node 'web1' { notify { $facts['os']['family']: } } node default { notify { 'other': } }"),
        ("facts.json", r#"{"os": {"family": "Debian"}}"#),
    ]);
    let compile = |more: &[&str]| folder.run(&[&["catalog", "compile", "--manifest", "site.pp"], more].concat());
    let web = compile(&["WEB1", "--facts", "facts.json", "--render-as", "json"]);
    assert_eq!(web.code, 0, "{}", web.stderr);
    // The catalog is all that is on stdout, so that it can be kept.
    let catalog: Value = serde_json::from_str(&web.stdout).unwrap();
    assert_eq!((&catalog["name"], titles(&catalog)), (&Value::from("web1"), vec!["Notify[Debian]".to_owned()]));
    assert_eq!(web.stderr, "Notice: Compiled catalog for web1 in environment production in N.NN seconds\n");
    let other: Value = serde_json::from_str(&compile(&[]).stdout).unwrap();
    assert_eq!((&other["name"], titles(&other)), (&Value::from("vm"), vec!["Notify[other]".to_owned()]));
}

#[test]
fn a_catalog_is_compiled_from_what_the_environment_has() {
    let folder = Folder::new(&[
        ("e/production/manifests/1.pp", "notify { 'one': }"),
        ("e/production/manifests/2.pp", "notify { 'two': }"),
    ]);
    let run = folder.run(&["catalog", "compile", "--environmentpath", &folder.path().join("e").display().to_string()]);
    let catalog: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(titles(&catalog), ["Notify[one]", "Notify[two]"]);
    // Without one, there is nothing in it.
    let empty: Value = serde_json::from_str(&folder.run(&["catalog", "compile"]).stdout).unwrap();
    assert!(titles(&empty).is_empty());
}

#[test]
fn under_the_name_of_puppet_lines_go_where_puppet_puts_them() {
    let folder = Folder::new(&[("site.pp", "notice('said') notify { 'x': }")]);
    let run = folder.run_as_puppet(&["catalog", "compile", "--manifest", "site.pp"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let (lines, json) = run.stdout.split_once("\n{").unwrap();
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert_eq!(titles(&serde_json::from_str(&format!("{{{json}")).unwrap()), ["Notify[x]"]);
}

#[test]
fn what_was_compiled_can_be_applied() {
    let folder = Folder::new(&[]);
    let path = folder.path().join("made").display().to_string();
    folder.write("site.pp", format!("file {{ '{path}': content => Sensitive('hunter2') }}"));
    let run = folder.run(&["catalog", "compile", "--manifest", "site.pp"]);
    assert!(run.stdout.contains("hunter2"), "a catalog is there to be applied: {}", run.stdout);
    folder.write("site.json", run.stdout.replace("/W", &folder.path().display().to_string()));
    assert_eq!(folder.run(&["apply", "--catalog", "site.json", "--detailed-exitcodes"]).code, 2);
    assert_eq!(folder.read("made"), "hunter2");
}

#[test]
fn what_does_not_compile_is_told_in_words_and_with_1() {
    let folder = Folder::new(&[("bad.pp", "notify { 'a' }"), ("fails.pp", "fail('boom')")]);
    let refused = |words: &[&str], expected: &str| {
        let run = folder.run(&[&["catalog", "compile"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{words:?}");
        assert!(run.stderr.starts_with(&format!("Error: {expected}")), "{words:?}: {}", run.stderr);
    };
    refused(&["--manifest", "bad.pp"], "Could not parse for environment production: Syntax error at '}'");
    refused(
        &["--manifest", "fails.pp"],
        "Evaluation Error: Error while evaluating a Function Call, boom (file: /W/fails.pp",
    );
    refused(&["--manifest", "nosuch.pp"], "Could not run: Could not find file nosuch.pp");
    refused(&["a", "b"], "Could not run: catalog compile takes one machine, but 2 were given");
    refused(&["--render-as", "yaml"], "Could not run: I don't know how to render 'yaml'");
    let nothing = folder.run(&["catalog", "nosuch"]);
    assert_eq!(
        (nothing.code, nothing.stderr.as_str()),
        (1, "Error: 'catalog' has no 'nosuch' action.  See `bunraku help catalog`.\n")
    );
}

#[test]
fn a_difference_is_read_by_people() {
    let folder = compiled();
    let run = folder.run(&["catalog", "diff", "old.json", "new.json"]);
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
    let all = folder.run(&["catalog", "diff", "--all", "old.json", "new.json"]);
    assert_eq!(all.code, 1);
    for line in [
        "    + tags marked",
        "~ File[/srv/secret]: stands elsewhere in the order",
        "+ Stage[main] contains Class[Extra]",
    ] {
        assert!(all.stdout.contains(line), "{line}: {}", all.stdout);
    }
    assert!(!all.stdout.contains("hunter"), "{}", all.stdout);
}

#[test]
fn a_difference_is_read_by_programs() {
    let folder = compiled();
    let run = folder.run(&["catalog", "diff", "--render-as", "json", "old.json", "new.json"]);
    assert_eq!(run.code, 1);
    assert!(!run.stdout.contains("hunter"), "{}", run.stdout);
    let difference: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(difference["removed"], serde_json::json!(["Notify[gone]"]));
    assert_eq!(difference["changed"][0]["parameters"][0]["old"], "[value redacted]");
    assert_eq!(
        difference["changed"][2]["parameters"][1],
        serde_json::json!({"name": "mode", "old": "0644", "new": "0600"})
    );
    let same = folder.run(&["catalog", "diff", "--render-as", "json", "old.json", "old.json"]);
    assert_eq!(same.code, 0);
    assert_eq!(serde_json::from_str::<Value>(&same.stdout).unwrap()["changed"], serde_json::json!([]));
}

#[test]
fn the_exit_code_tells_whether_something_differs() {
    let folder = compiled();
    folder.write("no.json", "{");
    folder.write("list.json", "[1, 2]");
    folder.write("binary.json", b"\xff\xfe");
    let silent = folder.run(&["catalog", "diff", "old.json", "old.json"]);
    assert_eq!((silent.code, silent.stdout.as_str(), silent.stderr.as_str()), (0, "", ""));
    for (words, expected) in [
        (&["old.json"][..], "Error: catalog diff takes two files, but 1 were given\n"),
        (&["old.json", "new.json", "old.json"], "Error: catalog diff takes two files, but 3 were given\n"),
        (&["old.json", "nosuch.json"], "Error: cannot read the catalog nosuch.json: No such file or directory"),
        (&["no.json", "old.json"], "Error: no.json is no catalog: "),
        (&["list.json", "old.json"], "Error: list.json is no catalog: "),
        (&["binary.json", "old.json"], "Error: cannot read the catalog binary.json: "),
        (&["old.json", "new.json", "--render-as", "yaml"], "Error: I don't know how to render 'yaml'"),
    ] {
        let run = folder.run(&[&["catalog", "diff"], words].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{words:?}");
        assert!(run.stderr.starts_with(expected), "{words:?}: {}", run.stderr);
    }
}
