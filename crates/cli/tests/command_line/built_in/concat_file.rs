//! The types `concat_file` and `concat_fragment` compared with the real Puppet, and intended differences.

use super::{Sandbox, assert_recorded, list};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("numbers and texts in order", "Puppet makes an empty file; here it stays as it is"),
    ("an unknown attribute", "Puppet does not show the location"),
    ("json, pretty", "Ruby's JSON writes empty ones in two lines, as it does no more"),
    ("noop", "Puppet counts what happened to the file as an event of both"),
    ("noop for one", "Puppet counts what happened to the file as an event of both"),
    ("refreshes others", "Puppet names a resource of its own that stands between"),
    ("notifies others", "Puppet names a resource of its own that stands between"),
    ("json with the same key", "Puppet makes an empty file; here it stays as it is"),
    ("json that is wrong", "Puppet makes an empty file; here it stays as it is"),
    ("yaml with the same key", "Puppet makes an empty file; here it stays as it is"),
];

#[test]
fn files_are_made_of_fragments_as_puppet_makes_them() {
    assert_recorded(include_str!("../../golden/built_in/concat_file.jsonl"), 63, DIFFERENT);
}

#[test]
fn a_secret_is_shown_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "old hunter1\n", 0o600);
    let manifest = "concat_file { '%D/a': }
        concat_fragment { 'x': target => '%D/a', content => Sensitive(\"new hunter2\\n\") }
        concat_fragment { 'y': target => '%D/a', content => \"plain\\n\" }";
    let run = sandbox.apply(manifest, &["--debug", "--show_diff"]);
    assert_eq!((run.code, sandbox.read("a").as_str()), (2, "new hunter2\nplain\n"), "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
    let mut state_files = Vec::new();
    list(&sandbox.state_directory(), "", "", &mut state_files);
    assert!(state_files.iter().all(|file| !file.contains("hunter2")), "{state_files:?}");
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
}

#[test]
fn a_file_that_cannot_be_made_stays_as_it_is() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "old\n", 0o644);
    for fragments in [
        "concat_fragment { 'x': target => '%D/a', source => '%D/no' }",
        "concat_fragment { ['x', 'y']: target => '%D/a', content => '{' }",
    ] {
        let format = if fragments.contains("source") { "plain" } else { "json" };
        let run = sandbox.apply(&format!("concat_file {{ '%D/a': format => '{format}' }} {fragments}"), &[]);
        assert!(run.stderr.contains("Failed to generate additional resources"), "{}", run.stderr);
        assert_eq!(sandbox.tree(), ["a 0644 \"old\\n\""]);
    }
}

#[test]
fn a_file_is_managed_once() {
    let sandbox = Sandbox::new();
    let manifest = "file { '%D/a': } concat_file { '%D/a': } concat_fragment { 'x': target => '%D/a', content => 'x' }";
    let run = sandbox.apply(manifest, &[]);
    assert!(run.stderr.contains("File[/W/a] is in the catalog, too"), "{}", run.stderr);
    assert!(sandbox.tree().is_empty());
}

#[test]
fn many_fragments_of_many_files() {
    let sandbox = Sandbox::new();
    let manifest = "Integer[1, 50].each |$f| {
        concat_file { \"%D/${f}\": }
        Integer[1, 40].each |$n| {
          concat_fragment { \"${f} ${n}\": target => \"%D/${f}\", order => $n, content => \"${n}\\n\" }
        }
      }";
    assert_eq!(sandbox.apply(manifest, &[]).code, 2);
    let expected: String = (1..=40).map(|number| format!("{number}\n")).collect();
    assert_eq!((sandbox.read("1"), sandbox.read("50")), (expected.clone(), expected));
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
}

#[test]
fn the_defines_of_the_module_work() {
    let sandbox = Sandbox::new();
    if !sandbox.add_modules(&["concat", "stdlib"]) {
        skip_test::skip!("modules are not in target/debian-modules: the defines of the module work");
        return;
    }
    let manifest = "concat { '%D/a': warn => true, notify => Exec['/bin/true'] }
        concat::fragment { 'x': target => '%D/a', content => \"x\\n\", order => '10' }
        concat::fragment { 'y': target => '%D/a', content => \"y\\n\", order => '02' }
        exec { '/bin/true': refreshonly => true }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert_eq!(sandbox.read("a"), "# This file is managed by Puppet. DO NOT EDIT.\ny\nx\n");
    assert!(run.stdout.contains("Exec[/bin/true]: Triggered 'refresh' from 1 event"), "{}", run.stdout);
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
}

#[test]
fn a_source_of_a_fragment_is_not_endless() {
    let sandbox = Sandbox::new();
    sandbox.shell(&format!("truncate -s 4T '{}/huge'", sandbox.files().display()));
    let manifest = "concat_file { '%D/a': } concat_fragment { 'x': target => '%D/a', source => '%D/huge' }";
    let run = sandbox.apply(manifest, &[]);
    assert!(run.stderr.contains("Could not read file:///W/huge: it is larger than 268435456 bytes"), "{}", run.stderr);
    assert!(!sandbox.files().join("a").exists());
}

#[test]
fn a_new_file_with_a_secret_is_not_readable_for_others() {
    let sandbox = Sandbox::new();
    let manifest = |attributes: &str| {
        format!(
            "concat_file {{ '%D/a': {attributes} }} concat_fragment {{ 'p': target => '%D/a', content => 'plain' }}
             concat_fragment {{ 's': target => '%D/a', content => Sensitive('hunter2') }}"
        )
    };
    assert_eq!(sandbox.apply(&manifest(""), &[]).code, 2);
    assert_eq!(sandbox.tree(), ["a 0600 \"plainhunter2\""]);
    assert_eq!(sandbox.apply(&manifest("mode => '0640'"), &[]).code, 2);
    assert_eq!(sandbox.apply(&manifest(""), &[]).code, 0);
    assert_eq!(sandbox.tree(), ["a 0640 \"plainhunter2\""]);
}
