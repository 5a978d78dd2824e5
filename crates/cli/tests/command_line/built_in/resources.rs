//! The type `resources` compared with the real Puppet, and intended differences.

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("purge everything", "Puppet leaves an empty line in a file of which everything goes"),
    ("the level of the log", "Puppet leaves an empty line in a file of which everything goes"),
    ("refreshes others", "Puppet leaves an empty line in a file of which everything goes"),
    ("another title", "Puppet leaves an empty line in a file of which everything goes"),
    ("a name that is written large", "Puppet leaves an empty line in a file of which everything goes"),
    ("limits that mean nothing", "Puppet leaves an empty line in a file of which everything goes"),
    ("purge as a word", "Puppet leaves an empty line in a file of which everything goes"),
    ("an unknown attribute", "Puppet does not show the location"),
];

#[test]
fn what_is_not_managed_goes_as_with_puppet() {
    assert_recorded(include_str!("../../golden/built_in/resources.jsonl"), 13, DIFFERENT);
}

#[test]
fn not_too_many_go_at_once() {
    if !skip_test::has_root("not too many go at once") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    let hosts: String = (1..=5).map(|number| format!("192.0.2.{number}\thost{number}\n")).collect();
    sandbox.write("etc/hosts", &hosts, 0o644);
    let manifest = "resources { 'host': purge => true }";
    let run = sandbox.apply(manifest, &["--purge_limit", "4"]);
    assert!(run.stderr.contains("5 resources of type host would be purged"), "{}", run.stderr);
    assert_eq!(sandbox.read("etc/hosts"), hosts);
    let run = sandbox.apply(manifest, &["--purge_limit", "5"]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert!(!sandbox.read("etc/hosts").contains("host1"));
}
