//! The type `host` compared with the real Puppet, and intended differences.

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("no file", "Puppet has no provider then, and does not say so; here the file is made"),
    ("a name of one letter", "Puppet does not find it again, and adds it at every run"),
    ("a line of others with spaces", "Puppet writes the lines of others in its own form"),
    ("a file that cannot be read", "Puppet skips the resource; here it fails"),
    ("duplicates go one by one", "Puppet leaves an empty line where nothing else is left"),
    ("change one", "Puppet shows of a changed resource what was given alone; here all of it is shown"),
    (
        "two equal files",
        "Puppet tells what was made before it keeps the old file; here both files are written together",
    ),
];

#[test]
fn hosts_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/host.jsonl"), 47, DIFFERENT);
}

#[test]
fn only_what_is_managed_is_written() {
    if !skip_test::has_root("only what is managed is written") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    sandbox.write("etc/hosts", "127.0.0.1   localhost  me\r\nwhat is\r\n192.0.2.1 one # c", 0o640);
    let run = sandbox.apply("host { 'one': ip => '192.0.2.2' } host { 'a': ip => '192.0.2.3' }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let written = sandbox.read("etc/hosts");
    let behind_header = written.split("recommended.\n").nth(1).unwrap();
    assert_eq!(behind_header, "127.0.0.1   localhost  me\r\nwhat is\r\n192.0.2.2\tone\t# c\r\n192.0.2.3\ta\r\n");
    assert_eq!(sandbox.apply("host { 'one': ip => '192.0.2.2' } host { 'a': ip => '192.0.2.3' }", &[]).code, 0);
    assert!(sandbox.tree().iter().any(|line| line.starts_with("etc/hosts 0640 ")));
}

#[test]
fn a_file_that_is_not_there_is_made() {
    if !skip_test::has_root("a file that is not there is made") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    let run = sandbox.apply("host { 'one': ip => '192.0.2.2' }", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert!(sandbox.read("etc/hosts").ends_with("\n192.0.2.2\tone\n"));
    assert!(sandbox.tree().iter().any(|line| line.starts_with("etc/hosts 0644 ")), "everybody reads it");
}

#[test]
fn what_cannot_be_written_stays_as_it_is() {
    if !skip_test::has_root("what cannot be written stays as it is") {
        return;
    }
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    sandbox.write("etc/hosts", "127.0.0.1 localhost\n", 0o644);
    let hosts = sandbox.files().join("etc/hosts");
    let immutable = |on: &str| std::process::Command::new("chattr").arg(on).arg(&hosts).status();
    if !immutable("+i").is_ok_and(|status| status.success()) {
        skip_test::skip_unsupported!("no file can be made immutable here: what cannot be written stays as it is");
        return;
    }
    let run = sandbox.apply("host { ['one', 'two']: ip => '192.0.2.2' }", &[]);
    immutable("-i").unwrap();
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert_eq!(run.stderr.matches("Could not evaluate").count(), 2, "{}", run.stderr);
    assert_eq!(sandbox.tree(), ["etc/ 0755", "etc/hosts 0644 \"127.0.0.1 localhost\\n\""]);
}

#[test]
fn a_secret_is_in_the_file_alone() {
    if !skip_test::has_root("secrets in the file") {
        return;
    }
    for secret in ["comment => Sensitive('SECRET')", "host_aliases => Sensitive(['a', 'SECRET'])"] {
        let sandbox = Sandbox::with_mounts(&["/etc"]);
        super::assert_secret(&sandbox, &format!("host {{ 'one': ip => '192.0.2.1', {secret} }}"), "etc/hosts");
    }
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    let wrong = "host { 'one': ip => Sensitive('hunter22') }";
    let run = sandbox.apply(wrong, &["--debug"]);
    assert!(run.stderr.contains("the reason is not shown, since it could reveal the secret in ip"), "{}", run.stderr);
    assert!(!format!("{}{}", run.stdout, run.stderr).contains("hunter22"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_resource_is_named_by_its_title() {
    let sandbox = Sandbox::new();
    let run = sandbox.apply("host { 'the web': name => 'a b', ip => '192.0.2.1', target => '%D/hosts' }", &[]);
    assert!(run.stderr.contains("Parameter name failed on Host[the web]: Invalid host name"), "{}", run.stderr);
}

#[test]
fn links_of_others_are_not_followed_to_directories_of_root() {
    if !skip_test::has_root("links of others are not followed to folders of root") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("root/hosts", "192.0.2.9 nine\n", 0o600);
    let home = sandbox.files().join("home");
    std::fs::create_dir(&home).unwrap();
    std::os::unix::fs::symlink(sandbox.files().join("root"), home.join("conf")).unwrap();
    for path in [&home, &home.join("conf")] {
        std::os::unix::fs::lchown(path, Some(12345), Some(12345)).unwrap();
    }
    for manifest in [
        "host { 'one': ip => '192.0.2.1', target => '%D/home/conf/hosts' }",
        "sysctl { 'kernel.a': val => '1', target => '%D/home/conf/hosts' }",
        "file_line { 'one': path => '%D/home/conf/hosts', line => 'one' }",
        "ini_setting { 'one': path => '%D/home/conf/hosts', section => 's', setting => 'k', value => 'v' }",
    ] {
        let run = sandbox.apply(manifest, &[]);
        assert_ne!(run.code, 2, "{}", run.stdout);
        assert!(run.stderr.contains("only links of root are followed there"), "{manifest}: {}", run.stderr);
        assert_eq!(sandbox.read("root/hosts"), "192.0.2.9 nine\n");
    }
}
