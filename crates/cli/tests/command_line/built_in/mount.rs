//! The type `mount` compared with the real Puppet, and intended differences.

use super::assert_recorded;

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

#[test]
fn mounts_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/mount.jsonl"), 31, DIFFERENT);
}

#[test]
fn a_secret_is_in_the_table_alone() {
    if !skip_test::has_root("secrets in the table") {
        return;
    }
    let sandbox = super::Sandbox::with_mounts(&["/etc"]);
    let manifest = "mount { '/mnt/x': ensure => defined, device => '//server/x', fstype => 'cifs', \
                    options => Sensitive('user=u,password=SECRET') }";
    super::assert_secret(&sandbox, manifest, "etc/fstab");
}
