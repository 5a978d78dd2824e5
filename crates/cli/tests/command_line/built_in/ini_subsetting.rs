//! The type `ini_subsetting` compared with the real Puppet.

use super::assert_recorded;

#[test]
fn parts_of_settings_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/ini_subsetting.jsonl"), 26, &[]);
}
