//! The type `user` next to the real Puppet, and where it goes its own way.

use serde_json::Value;

use super::assert_recorded;

/// The cases in which Puppet's answer is not ours, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("a group that is not there", "Puppet shows the groups that were there without quotes when it cannot change them"),
    ("a provider that is not there", "here it is told which there are"),
    ("a provider of others", "providers of other systems are not known here"),
    ("an unknown attribute", "Puppet does not show the place"),
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

/// Puppet looks at the numbers of users whom it might purge by auditing them, and tells of it.
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
