//! The type `ini_setting` compared with the real Puppet, and intended differences.

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("an unknown attribute", "Puppet does not show the location"),
    ("lines that end as in DOS", "Puppet ends its line otherwise"),
    ("sections twice", "Puppet loses the first and writes the last twice"),
    ("audit", "Puppet hides what it records, and it is no secret"),
    ("a value that is a hash", "Puppet shows the Ruby code that fails"),
    ("a setting in an array", "Puppet shows the Ruby code that fails"),
];

#[test]
fn settings_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/ini_setting.jsonl"), 70, DIFFERENT);
}

#[test]
fn a_secret_is_shown_nowhere() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "[s]\nk = old\n", 0o600);
    let manifest = "Ini_setting { path => '%D/a', section => 's' }
        ini_setting { 'x': setting => 'k', value => Sensitive('hunter2') }
        ini_setting { 'y': setting => 'n', value => Sensitive('hunter3') }";
    let run = sandbox.apply(manifest, &["--debug", "--show_diff"]);
    assert_eq!((run.code, sandbox.read("a").as_str()), (2, "[s]\nk = hunter2\nn = hunter3\n"));
    assert!(!run.stdout.contains("hunter") && !run.stderr.contains("hunter"), "{}{}", run.stdout, run.stderr);
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
}

#[test]
fn a_section_goes_only_when_it_is_empty() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "[s]\nk = 1\n[t]\n", 0o644);
    let run = sandbox.apply("ini_setting { 'x': ensure => absent, path => '%D/a', section => 's' }", &[]);
    assert!(run.stderr.contains("section 's' has settings"), "{}", run.stderr);
    let run = sandbox.apply("ini_setting { 'x': ensure => absent, path => '%D/a', section => 't' }", &[]);
    assert_eq!((run.code, sandbox.read("a").as_str()), (2, "[s]\nk = 1\n"), "{}", run.stderr);
}
