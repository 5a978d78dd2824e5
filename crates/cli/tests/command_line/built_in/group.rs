//! The type `group` compared with the real Puppet, and intended differences.

use super::assert_recorded;

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[("an unknown attribute", "Puppet does not show the location")];

#[test]
fn groups_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/group.jsonl"), 44, DIFFERENT);
}
