//! The type `group` next to the real Puppet, and where it goes its own way.

use super::assert_recorded;

/// The cases in which Puppet's answer is not ours, with the reason.
const DIFFERENT: &[(&str, &str)] = &[("an unknown attribute", "Puppet does not show the place")];

#[test]
fn groups_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/group.jsonl"), 44, DIFFERENT);
}
