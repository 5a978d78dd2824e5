//! The type `ssh_authorized_key` next to the real Puppet, and where it goes its own way.

use std::{
    fs,
    os::unix::fs::{MetadataExt as _, chown, lchown, symlink},
};

use super::{Place, assert_recorded, is_root};

/// The cases in which Puppet's answer is not ours, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

#[test]
fn keys_are_managed_as_puppet_manages_them() {
    assert_recorded(include_str!("../../golden/built_in/ssh_authorized_key.jsonl"), 23, DIFFERENT);
}

/// A place with a user who is not root.
fn with_user() -> Place {
    let place = Place::in_place_of(&["/etc"]);
    place.write("etc/passwd", "root:x:0:0::%D/root:/bin/sh\nann:x:12345:12345::%D/home/ann:/bin/sh\n", 0o644);
    let home = place.files().join("home/ann");
    fs::create_dir_all(&home).unwrap();
    chown(&home, Some(12345), Some(12345)).unwrap();
    place
}

const KEY: &str = "ssh_authorized_key { 'new': user => 'ann', type => 'rsa', key => 'AAAAnew' }";

#[test]
fn the_file_of_a_user_is_written_by_that_user() {
    if !is_root() {
        eprintln!("skipped, because it needs root: the file of a user is written by that user");
        return;
    }
    let place = with_user();
    let run = place.apply(KEY, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let file = place.files().join("home/ann/.ssh/authorized_keys");
    let found = fs::metadata(&file).unwrap();
    assert_eq!((found.uid(), found.gid(), found.mode() & 0o7777), (12345, 12345, 0o600));
    let folder = fs::metadata(file.parent().unwrap()).unwrap();
    assert_eq!((folder.uid(), folder.mode() & 0o7777), (12345, 0o700));
    assert!(fs::read_to_string(file).unwrap().ends_with("ssh-rsa AAAAnew new\n"));
    assert_eq!(place.apply(KEY, &[]).code, 0);
}

#[test]
fn a_link_that_the_user_planted_leads_nowhere() {
    if !is_root() {
        eprintln!("skipped, because it needs root: a link that the user planted leads nowhere");
        return;
    }
    let place = with_user();
    place.write("secret", "root's own\n", 0o600);
    let folder = place.files().join("home/ann/.ssh");
    fs::create_dir(&folder).unwrap();
    symlink(place.files().join("secret"), folder.join("authorized_keys")).unwrap();
    chown(&folder, Some(12345), Some(12345)).unwrap();
    lchown(folder.join("authorized_keys"), Some(12345), Some(12345)).unwrap();
    let run = place.apply(KEY, &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert_eq!(place.read("secret"), "root's own\n");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left there");
    let run = place.apply(&KEY.replace("type =>", "drop_privileges => false, type =>"), &[]);
    assert!(run.stderr.contains("drop_privileges is false but the target path is not trusted"), "{}", run.stderr);
    assert_eq!(place.read("secret"), "root's own\n");
}

/// A line of ann's, in her own file.
fn ann_writes(place: &Place, line: &str) {
    let folder = place.files().join("home/ann/.ssh");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("authorized_keys"), line).unwrap();
    chown(&folder, Some(12345), Some(12345)).unwrap();
    chown(folder.join("authorized_keys"), Some(12345), Some(12345)).unwrap();
}

#[test]
fn what_a_user_calls_a_key_says_nothing_about_the_keys_of_others() {
    if !is_root() {
        eprintln!("skipped, because it needs root: keys of the same name of several users");
        return;
    }
    let place = with_user();
    place.write("root/.ssh/authorized_keys", "ssh-rsa AAAAroot k\n", 0o600);
    ann_writes(&place, "ssh-rsa AAAAann k\n");
    let before = fs::metadata(place.files().join("home/ann/.ssh/authorized_keys")).unwrap().ino();
    let manifest = "ssh_authorized_key { 'x': user => 'ann', ensure => absent }\n\
                    ssh_authorized_key { 'k': user => 'root', type => 'rsa', key => 'AAAAroot' }";
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let run = place.apply(&manifest.replace("type => 'rsa', key => 'AAAAroot'", "ensure => absent"), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert!(!place.read("root/.ssh/authorized_keys").contains("AAAA"));
    assert_eq!(place.read("home/ann/.ssh/authorized_keys"), "ssh-rsa AAAAann k\n");
    let after = fs::metadata(place.files().join("home/ann/.ssh/authorized_keys")).unwrap();
    assert_eq!((after.ino(), after.uid()), (before, 12345), "nobody wrote it");
}

#[test]
fn root_writes_no_file_where_others_can_write() {
    if !is_root() {
        eprintln!("skipped, because it needs root: files where others can write");
        return;
    }
    let place = with_user();
    ann_writes(&place, "ssh-rsa AAAAann k\n");
    let shared = place.files().join("shared");
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
        let run = place.apply(&manifest, &[]);
        assert_eq!(run.code, 6, "{target}: {}{}", run.stdout, run.stderr);
    }
    assert_eq!(place.read("home/ann/.ssh/authorized_keys"), "ssh-rsa AAAAann k\n");
    assert!(!shared.join("keys").exists());
}

#[test]
fn nobody_waits_for_a_pipe_that_a_user_made() {
    if !is_root() {
        eprintln!("skipped, because it needs root: a pipe in place of keys");
        return;
    }
    let place = with_user();
    ann_writes(&place, "");
    let file = place.files().join("home/ann/.ssh/authorized_keys");
    fs::remove_file(&file).unwrap();
    let made = std::process::Command::new("mkfifo").args(["-m", "666"]).arg(&file).status().unwrap();
    assert!(made.success());
    let run = place.apply(KEY, &[]);
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("it is not a file"), "{}", run.stderr);
}
