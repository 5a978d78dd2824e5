//! The type `ssh_authorized_key` compared with the real Puppet, and intended differences.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, chown, lchown, symlink},
};

use super::{Sandbox, assert_recorded};

/// The cases that differ from Puppet, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

#[test]
fn keys_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/ssh_authorized_key.jsonl"), 23, DIFFERENT);
}

/// A sandbox with a regular user.
fn with_user() -> Sandbox {
    let sandbox = Sandbox::with_mounts(&["/etc"]);
    sandbox.write("etc/passwd", "root:x:0:0::%D/root:/bin/sh\nann:x:12345:12345::%D/home/ann:/bin/sh\n", 0o644);
    let home = sandbox.files().join("home/ann");
    fs::create_dir_all(&home).unwrap();
    chown(&home, Some(12345), Some(12345)).unwrap();
    sandbox
}

const KEY: &str = "ssh_authorized_key { 'new': user => 'ann', type => 'rsa', key => 'AAAAnew' }";

#[test]
fn the_file_of_a_user_is_written_by_that_user() {
    if !skip_test::has_root("the file of a user is written by that user") {
        return;
    }
    let sandbox = with_user();
    let run = sandbox.apply(KEY, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let file = sandbox.files().join("home/ann/.ssh/authorized_keys");
    let found = fs::metadata(&file).unwrap();
    assert_eq!((found.uid(), found.gid(), found.mode() & 0o7777), (12345, 12345, 0o600));
    let directory = fs::metadata(file.parent().unwrap()).unwrap();
    assert_eq!((directory.uid(), directory.mode() & 0o7777), (12345, 0o700));
    assert!(fs::read_to_string(file).unwrap().ends_with("ssh-rsa AAAAnew new\n"));
    assert_eq!(sandbox.apply(KEY, &[]).code, 0);
}

#[test]
fn a_link_that_the_user_planted_leads_nowhere() {
    if !skip_test::has_root("a link that the user planted leads nowhere") {
        return;
    }
    let sandbox = with_user();
    sandbox.write("secret", "root's own\n", 0o600);
    let directory = sandbox.files().join("home/ann/.ssh");
    fs::create_dir(&directory).unwrap();
    symlink(sandbox.files().join("secret"), directory.join("authorized_keys")).unwrap();
    chown(&directory, Some(12345), Some(12345)).unwrap();
    lchown(directory.join("authorized_keys"), Some(12345), Some(12345)).unwrap();
    let run = sandbox.apply(KEY, &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert_eq!(sandbox.read("secret"), "root's own\n");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing is left there");
    let run = sandbox.apply(&KEY.replace("type =>", "drop_privileges => false, type =>"), &[]);
    assert!(run.stderr.contains("drop_privileges is false but the target path is not trusted"), "{}", run.stderr);
    assert_eq!(sandbox.read("secret"), "root's own\n");
}

/// A line of ann in her own file.
fn ann_writes(sandbox: &Sandbox, line: &str) {
    let directory = sandbox.files().join("home/ann/.ssh");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("authorized_keys"), line).unwrap();
    chown(&directory, Some(12345), Some(12345)).unwrap();
    chown(directory.join("authorized_keys"), Some(12345), Some(12345)).unwrap();
}

#[test]
fn key_names_reveal_nothing_about_the_keys_of_other_users() {
    if !skip_test::has_root("keys of the same name of several users") {
        return;
    }
    let sandbox = with_user();
    sandbox.write("root/.ssh/authorized_keys", "ssh-rsa AAAAroot k\n", 0o600);
    ann_writes(&sandbox, "ssh-rsa AAAAann k\n");
    let before = fs::metadata(sandbox.files().join("home/ann/.ssh/authorized_keys")).unwrap().ino();
    let manifest = "ssh_authorized_key { 'x': user => 'ann', ensure => absent }\n\
                    ssh_authorized_key { 'k': user => 'root', type => 'rsa', key => 'AAAAroot' }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let run = sandbox.apply(&manifest.replace("type => 'rsa', key => 'AAAAroot'", "ensure => absent"), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert!(!sandbox.read("root/.ssh/authorized_keys").contains("AAAA"));
    assert_eq!(sandbox.read("home/ann/.ssh/authorized_keys"), "ssh-rsa AAAAann k\n");
    let after = fs::metadata(sandbox.files().join("home/ann/.ssh/authorized_keys")).unwrap();
    assert_eq!((after.ino(), after.uid()), (before, 12345), "nobody wrote it");
}

#[test]
fn root_writes_no_file_where_others_can_write() {
    if !skip_test::has_root("files where others can write") {
        return;
    }
    let sandbox = with_user();
    ann_writes(&sandbox, "ssh-rsa AAAAann k\n");
    let shared = sandbox.files().join("shared");
    fs::create_dir(&shared).unwrap();
    fs::set_permissions(&shared, std::os::unix::fs::PermissionsExt::from_mode(0o1777)).unwrap();
    for (target, user, more) in [
        ("home/ann/.ssh/authorized_keys", "root", ""),
        ("shared/keys", "root", ""),
        ("shared/keys", "ann", "drop_privileges => false,"),
    ] {
        let manifest = format!(
            "ssh_authorized_key {{ 'new': user => '{user}', target => '%D/{target}', {more} type => 'rsa', key => 'AAAAnew' }}"
        );
        let run = sandbox.apply(&manifest, &[]);
        assert_eq!(run.code, 6, "{target}: {}{}", run.stdout, run.stderr);
    }
    assert_eq!(sandbox.read("home/ann/.ssh/authorized_keys"), "ssh-rsa AAAAann k\n");
    assert!(!shared.join("keys").exists());
}

#[test]
fn a_pipe_made_by_a_user_blocks_nothing() {
    if !skip_test::has_root("a pipe in place of keys") {
        return;
    }
    let sandbox = with_user();
    ann_writes(&sandbox, "");
    let file = sandbox.files().join("home/ann/.ssh/authorized_keys");
    fs::remove_file(&file).unwrap();
    let made = std::process::Command::new("mkfifo").args(["-m", "666"]).arg(&file).status().unwrap();
    assert!(made.success());
    let run = sandbox.apply(KEY, &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("not a regular file"), "{}", run.stderr);
}
