//! The metadata that a file keeps when it is replaced, and what it does not keep.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
    path::{Path, PathBuf},
    process::Command,
};

use super::Sandbox;

/// A regular user and a group.
const USER: u32 = 65_534;
const GROUP: u32 = 42;

fn as_root(mounts: &[&str]) -> Option<Sandbox> {
    if !skip_test::has_root("owners and attributes of files") {
        return None;
    }
    Some(Sandbox::with_mounts(mounts))
}

/// A file of a user, with special permissions.
fn program_of_user(sandbox: &Sandbox, name: &str, mode: u32) -> PathBuf {
    sandbox.write(name, "old\n", 0o755);
    let path = sandbox.files().join(name);
    chown(&path, Some(USER), Some(USER)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    path
}

#[track_caller]
fn assert_mode(path: &Path, expected: u32) {
    let found = fs::metadata(path).unwrap();
    assert_eq!(format!("{:04o}", found.mode() & 0o7777), format!("{expected:04o}"), "{}", path.display());
}

#[track_caller]
fn apply(sandbox: &Sandbox, manifest: &str) {
    let run = sandbox.apply(manifest, &[]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_program_of_a_user_never_becomes_one_that_runs_as_root() {
    let Some(sandbox) = as_root(&[]) else { return };
    sandbox.write("source", "new\n", 0o644);
    // Puppet 7.23 leaves the same modes for the first three.
    let cases = [
        (0o4755, "source => '%D/source', owner => root, group => root", 0o0755),
        (0o6777, "source => '%D/source', owner => root, group => 42", 0o0777),
        (0o2755, "source => '%D/source', group => 42", 0o0755),
        (0o4755, "content => 'new', owner => root", 0o0755),
        (0o6755, "content => 'new', group => 42, mode => 'o-rx'", 0o0750),
        (0o4755, "content => 'new', owner => root, mode => 'u+x'", 0o0755),
        (0o4755, "owner => root", 0o0755),
        (0o2745, "group => 42", 0o0745),
        (0o6755, "content => 'new', owner => root, replace => false", 0o0755),
        // An explicit mode is set, and an unmanaged owner is kept.
        (0o0755, "content => 'new', owner => root, mode => '4755'", 0o4755),
        (0o4755, "content => 'new'", 0o4755),
    ];
    for (number, (before, attributes, after)) in cases.into_iter().enumerate() {
        let path = program_of_user(&sandbox, &format!("tool{number}"), before);
        apply(&sandbox, &format!("file {{ '%D/tool{number}': {attributes}, backup => false }}"));
        assert_mode(&path, after);
    }
}

#[test]
fn other_writers_do_not_give_special_permissions_to_root_either() {
    let Some(sandbox) = as_root(&[]) else { return };
    let path = program_of_user(&sandbox, "made", 0o6755);
    apply(
        &sandbox,
        "concat_file { '%D/made': owner => root, group => 42 } concat_fragment { 'a': target => '%D/made', content => 'x' }",
    );
    assert_mode(&path, 0o0755);
    // An edited line in a program whose owner stays the same changes nothing.
    let path = program_of_user(&sandbox, "script", 0o4755);
    apply(&sandbox, "file_line { 'a': path => '%D/script', line => 'x' }");
    assert_mode(&path, 0o4755);
    assert_eq!(fs::metadata(&path).unwrap().uid(), USER);
}

#[test]
fn special_permissions_of_a_source_are_for_its_owner_alone() {
    let Some(sandbox) = as_root(&[]) else { return };
    program_of_user(&sandbox, "source/tool", 0o6755);
    apply(&sandbox, "file { '%D/own': source => '%D/source', recurse => true, source_permissions => use }");
    assert_mode(&sandbox.files().join("own/tool"), 0o6755);
    assert_eq!(fs::metadata(sandbox.files().join("own/tool")).unwrap().uid(), USER);
    for (name, given) in [("a", "owner => root"), ("b", "group => 42"), ("c", "owner => root, group => root")] {
        let manifest = format!(
            "file {{ '%D/{name}': source => '%D/source', recurse => true, source_permissions => use, {given} }}"
        );
        apply(&sandbox, &manifest);
        assert_mode(&sandbox.files().join(name).join("tool"), 0o0755);
        let run = sandbox.apply(&manifest, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "a second run has nothing to do: {}", run.stderr);
    }
}

#[test]
fn a_directory_keeps_its_set_group_as_the_kernel_and_puppet_leave_it() {
    let Some(sandbox) = as_root(&[]) else { return };
    let path = sandbox.files().join("shared");
    fs::create_dir(&path).unwrap();
    chown(&path, Some(USER), Some(USER)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o2775)).unwrap();
    apply(&sandbox, "file { '%D/shared': ensure => directory, group => 42 }");
    assert_mode(&path, 0o2775);
    assert_eq!(fs::metadata(&path).unwrap().gid(), GROUP);
}

/// The access control list of a file without its base entries.
fn named_entries(path: &Path) -> Vec<String> {
    let listed = Command::new("getfacl").args(["-cEpn"]).arg(path).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let is_named = |line: &&str| line.starts_with("user:") && !line.starts_with("user::") || line.starts_with("mask");
    listed.lines().filter(is_named).map(str::to_owned).collect()
}

/// Gives a file an ACL and an extended attribute.
fn mark(path: &Path) {
    assert!(Command::new("setfacl").args(["-m", "u:33:rw"]).arg(path).status().unwrap().success());
    assert!(Command::new("setfattr").args(["-n", "user.note", "-v", "kept"]).arg(path).status().unwrap().success());
}

fn note(path: &Path) -> String {
    let listed = Command::new("getfattr").args(["--only-values", "-n", "user.note"]).arg(path).output().unwrap();
    String::from_utf8(listed.stdout).unwrap()
}

#[track_caller]
fn assert_marked(path: &Path) {
    assert_eq!((named_entries(path), note(path)), (vec!["user:33:rw-".into(), "mask::rw-".into()], "kept".into()));
}

#[test]
fn acls_and_xattrs_are_kept_by_every_type() {
    let Some(sandbox) = as_root(&["/etc", "/root"]) else { return };
    sandbox.write("etc/hosts", "127.0.0.1 localhost\n", 0o644);
    sandbox.write("etc/passwd", "root:x:0:0:root:/root:/bin/sh\n", 0o644);
    sandbox.write("etc/group", "root:x:0:\n", 0o644);
    fs::create_dir(sandbox.files().join("modules")).unwrap();
    for (name, text) in [("plain", "a\n"), ("made", "a\n"), ("lines", "a\n"), ("ini", "[a]\nb = c\n")] {
        sandbox.write(name, text, 0o664);
    }
    let marked = ["plain", "made", "lines", "ini", "etc/hosts"].map(|name| sandbox.files().join(name));
    marked.iter().for_each(|path| mark(path));
    apply(
        &sandbox,
        "file { '%D/plain': content => \"new\\n\" }
        concat_file { '%D/made': }
        concat_fragment { 'one': target => '%D/made', content => \"new\\n\" }
        file_line { 'one': path => '%D/lines', line => 'new' }
        ini_setting { 'one': path => '%D/ini', section => 'a', setting => 'b', value => 'new' }
        host { 'new': ip => '10.0.0.1' }",
    );
    for path in &marked {
        assert!(fs::read_to_string(path).unwrap().contains("new"), "{}", path.display());
        assert_marked(path);
    }
    // The mode is the maximum of what the ACL allows.
    apply(&sandbox, "file { '%D/plain': content => \"newer\\n\", mode => '0640' }");
    assert_eq!(named_entries(&marked[0]), ["user:33:rw-", "mask::r--"]);
    // The ACL of one owner does not apply to another one.
    chown(&marked[1], Some(USER), None).unwrap();
    mark(&marked[1]);
    apply(&sandbox, "file { '%D/made': content => \"newer\\n\", owner => root, mode => '0660' }");
    assert_eq!((named_entries(&marked[1]), note(&marked[1])), (Vec::new(), String::new()));
}

#[test]
fn lists_and_notes_stay_when_old_content_comes_back() {
    let Some(sandbox) = as_root(&[]) else { return };
    sandbox.write("a", "old\n", 0o640);
    let path = sandbox.files().join("a");
    mark(&path);
    apply(&sandbox, "file { '%D/a': content => \"new\\n\", backup => 'puppet' }");
    let listed =
        sandbox.shell(&format!("cd '{}' && find clientbucket -name contents", sandbox.state_directory().display()));
    let sum = listed.trim().rsplit('/').nth(1).unwrap().to_owned();
    let mut restore = sandbox.command();
    restore.args(["filebucket", "-l", "restore"]).arg(&path).arg(sum).arg("--vardir").arg(sandbox.state_directory());
    assert!(restore.status().unwrap().success());
    assert_eq!(fs::read_to_string(&path).unwrap(), "old\n");
    assert_marked(&path);
}

#[test]
fn lists_and_notes_are_in_copies_too() {
    let Some(sandbox) = as_root(&[]) else { return };
    for name in ["a", "folder/b"] {
        sandbox.write(name, "old\n", 0o664);
        mark(&sandbox.files().join(name));
    }
    apply(
        &sandbox,
        "file { '%D/a': content => 'new', backup => '.bak' }
        file { '%D/folder': ensure => absent, force => true, backup => '.bak' }",
    );
    assert_marked(&sandbox.files().join("a.bak"));
    assert_marked(&sandbox.files().join("folder.bak/b"));
}

#[test]
fn a_new_file_with_a_secret_is_for_its_owner_alone() {
    let Some(sandbox) = as_root(&[]) else { return };
    apply(
        &sandbox,
        "ini_setting { 'a': path => '%D/a', section => 's', setting => 'k', value => Sensitive('hunter22') }
        ini_setting { 'b': path => '%D/b', section => 's', setting => 'k', value => 'plain' }
        ini_subsetting { 'c': path => '%D/c', section => 's', setting => 'k', subsetting => '-x', value => Sensitive('hunter22') }
        sysctl { 'kernel.nothing': target => '%D/d', apply => false, value => Sensitive('hunter22') }",
    );
    let modes = ["a", "b", "c", "d"].map(|name| fs::metadata(sandbox.files().join(name)).unwrap().mode() & 0o777);
    assert_eq!(modes, [0o600, 0o644, 0o600, 0o600]);
    // An existing file keeps its mode.
    apply(
        &sandbox,
        "ini_setting { 'b': path => '%D/b', section => 's', setting => 'k', value => Sensitive('hunter22') }",
    );
    assert_mode(&sandbox.files().join("b"), 0o644);
}
