//! The type `user` compared with the real Puppet, and intended differences.

use serde_json::Value;

use super::assert_recorded;

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("a group that is not there", "Puppet shows the groups that were there without quotes when it cannot change them"),
    ("a provider that is not there", "here it is told which there are"),
    ("a provider of others", "providers of other systems are not known here"),
    ("an unknown attribute", "Puppet does not show the location"),
    ("purge without login.defs", "Puppet cannot go on where the file does not tell the limit"),
    ("purge keys", "Puppet leaves an empty line in a file of which everything goes"),
    ("purge keys in a file", "Puppet leaves an empty line in a file of which everything goes"),
    ("purge keys in files", "Puppet leaves an empty line in a file of which everything goes"),
    ("purge keys with tags", "Puppet leaves an empty line in a file of which everything goes"),
    ("list", "Puppet shows the hashes of passwords"),
    ("list one", "Puppet shows the hashes of passwords"),
    ("list one without much", "Puppet shows the hashes of passwords"),
    ("list as data", "Puppet shows the hashes of passwords"),
    ("create one", "Puppet shows of a changed resource what was given alone; here all of it is shown"),
    ("change one", "Puppet shows of a changed resource what was given alone; here all of it is shown"),
];

const CASES: &str = include_str!("../../golden/built_in/user.jsonl");

/// Puppet audits the uids of users that it might purge, and logs that.
fn without_audits(cases: &str) -> String {
    let without = |line: &str| {
        let mut case: Value = serde_json::from_str(line).unwrap();
        if case["name"].as_str().unwrap().starts_with("purge") {
            for run in case["runs"].as_array_mut().unwrap() {
                let is_audit =
                    |line: &Value| line.as_str().unwrap().contains("/uid: audit change: newly-recorded value");
                run["log"].as_array_mut().unwrap().retain(|line| !is_audit(line));
            }
        }
        format!("{case}\n")
    };
    cases.lines().map(without).collect()
}

#[test]
fn users_are_managed_as_puppet_manages_them() {
    assert_recorded(&without_audits(CASES), 132, DIFFERENT);
}
