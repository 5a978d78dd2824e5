//! The type `sysctl` compared with the real Puppet, and its effect on the running kernel.

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] =
    &[("a line of others with blanks", "Puppet writes the lines of others in its own form")];

#[test]
fn parameters_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/sysctl.jsonl"), 12, DIFFERENT);
}

#[test]
fn a_value_is_that_of_the_kernel_that_runs_too() {
    if !skip_test::has_root("the value of the kernel that runs") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc"]).with_own_network();
    sandbox.write("etc/sysctl.conf", "# ours\nnet.ipv4.ip_forward=0\n", 0o644);
    let running = || {
        let mut cat = sandbox.program("cat");
        crate::binary::run(cat.arg("/proc/sys/net/ipv4/ip_forward"), "").stdout
    };
    let manifest = "sysctl { 'net.ipv4.ip_forward': value => 1 }";
    let path = "Notice: /Stage[main]/Main/Sysctl[net.ipv4.ip_forward]/value:";
    let expected = "changed configuration value from '0' to '1' and live value from '0' to '1'";
    let run = sandbox.apply(manifest, &["--noop"]);
    assert!(run.stdout.contains(&format!("{path} {expected} (noop)")), "{}{}", run.stdout, run.stderr);
    assert_eq!(sandbox.read("etc/sysctl.conf"), "# ours\nnet.ipv4.ip_forward=0\n");
    assert_eq!(running(), "0\n");
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert!(run.stdout.contains(&format!("{path} {expected}")), "{}", run.stdout);
    assert!(sandbox.read("etc/sysctl.conf").ends_with("# ours\nnet.ipv4.ip_forward=1\n"));
    assert_eq!(running(), "1\n");
    assert_eq!(sandbox.apply(manifest, &[]).code, 0);
    let run = sandbox.apply("sysctl { 'net.ipv4.ip_forward': value => '0', apply => false }", &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert_eq!(running(), "1\n");
    let run = sandbox.apply("sysctl { 'net.ipv4.ip_forward': value => '0' }", &[]);
    assert!(run.stdout.contains(&format!("{path} changed live value from '1' to '0'")), "{}{}", run.stdout, run.stderr);
    assert_eq!(running(), "0\n");
    let run = sandbox.apply("sysctl { 'net.no.such': value => '1' }", &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("in the running kernel: No such file or directory"), "{}", run.stderr);
    let run = sandbox.apply("sysctl { 'net.ipv4.ip_forward': ensure => absent }", &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_secret_is_in_the_file_alone() {
    if !skip_test::has_root("secrets in the file") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    super::assert_secret(&sandbox, "sysctl { 'kernel.a': val => Sensitive('SECRET') }", "etc/sysctl.conf");
    let manifest = "sysctl { 'kernel.b': value => Sensitive('SECRET'), apply => false }";
    super::assert_secret(&sandbox, manifest, "etc/sysctl.conf");
}
