//! The type `mount` next to the real Puppet, and where it goes its own way.

use super::assert_recorded;

/// The cases in which Puppet's answer is not ours, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

#[test]
fn mounts_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/mount.jsonl"), 31, DIFFERENT);
}

#[test]
fn a_secret_is_in_the_table_alone() {
    if !super::is_root() {
        eprintln!("skipped, because it needs root: secrets in the table");
        return;
    }
    let place = super::Place::in_place_of(&["/etc"]);
    let manifest = "mount { '/mnt/x': ensure => defined, device => '//server/x', fstype => 'cifs', \
                    options => Sensitive('user=u,password=SECRET') }";
    super::assert_secret(&place, manifest, "etc/fstab");
}
