//! The SELinux context of files. The machine that tests run on needs no SELinux: a context is an attribute of a file, and
//! what the kernel shows where SELinux is at work is mounted over the rest.

use std::{fs, path::Path, process::Command};

use super::{Place, is_root};

/// A place that looks like a machine with SELinux.
fn with_selinux() -> Option<Place> {
    if !is_root() {
        eprintln!("skipped, because it needs root: SELinux");
        return None;
    }
    let place = Place::in_place_of(&["/sys/fs"]);
    place.write("sys/fs/selinux/enforce", "1", 0o644);
    Some(place)
}

fn set_context(path: &Path, context: &str) {
    let done = Command::new("setfattr").args(["-h", "-n", "security.selinux", "-v", context]).arg(path).status();
    assert!(done.unwrap().success());
}

fn context(path: &Path) -> String {
    let told =
        Command::new("getfattr").args(["-h", "--only-values", "-n", "security.selinux"]).arg(path).output().unwrap();
    String::from_utf8(told.stdout).unwrap().trim_end_matches('\0').to_owned()
}

#[test]
fn parts_of_a_context_are_compared_and_set() {
    let Some(place) = with_selinux() else { return };
    place.write("a", "x", 0o644);
    let path = place.files().join("a");
    set_context(&path, "system_u:object_r:etc_t:s0:c1.c3");
    let manifest = "file { '%D/a': content => 'x', seluser => 'staff_u', seltype => 'tmp_t', selrole => 'object_r' }";
    let run = place.apply(manifest, &["--noop"]);
    assert!(run.stdout.contains("File[/W/a]/seltype: seltype changed 'etc_t' to 'tmp_t' (noop)"), "{}", run.stdout);
    assert_eq!(context(&path), "system_u:object_r:etc_t:s0:c1.c3");
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    assert_eq!(
        run.stdout,
        "Notice: /Stage[main]/Main/File[/W/a]/seluser: seluser changed 'system_u' to 'staff_u'\n\
         Notice: /Stage[main]/Main/File[/W/a]/seltype: seltype changed 'etc_t' to 'tmp_t'"
    );
    assert_eq!(context(&path), "staff_u:object_r:tmp_t:s0:c1.c3");
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    // The range is all that comes after the type.
    let run = place.apply("file { '%D/a': selrange => 's0:c7' }", &[]);
    assert_eq!((run.code, context(&path).as_str()), (2, "staff_u:object_r:tmp_t:s0:c7"));
}

#[test]
fn a_context_is_that_of_the_file_at_hand() {
    let Some(place) = with_selinux() else { return };
    place.write("old", "x", 0o644);
    let old = place.files().join("old");
    set_context(&old, "system_u:object_r:etc_t:s0");
    // What is replaced keeps it; what is made needs all of it, as there is no policy here that gives it one.
    let run = place.apply(
        "file { '%D/old': content => 'new' }
        file { '%D/made': content => 'new', seluser => 'system_u', selrole => 'object_r', seltype => 'etc_t', selrange => 's0' }
        file { '%D/folder': ensure => directory, seluser => 'system_u', selrole => 'object_r', seltype => 'etc_t' }
        file { '%D/link': ensure => link, target => 'old', seluser => 'system_u', selrole => 'object_r', seltype => 'lnk_t' }
        file { '%D/part': content => 'x', seltype => 'etc_t' }
        file { '%D/wrong': content => 'x', seluser => 'a:b', selrole => 'object_r', seltype => 'etc_t' }",
        &[],
    );
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    let at = |name: &str| context(&place.files().join(name));
    assert_eq!(["old", "made"].map(at), ["system_u:object_r:etc_t:s0"; 2]);
    assert_eq!((at("folder"), at("link")), ("system_u:object_r:etc_t".into(), "system_u:object_r:lnk_t".into()));
    assert!(
        run.stderr.contains("/W/part has no SELinux context of which parts could be changed; give it a seluser, too"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("'a:b' is not a valid seluser"), "{}", run.stderr);
    let run = place.resource(&["file", "%D/old"]);
    assert!(run.stdout.contains("seltype  => 'etc_t',"), "{}", run.stdout);
}

#[test]
fn without_selinux_a_warning_says_once_that_it_is_ignored() {
    if Path::new("/sys/fs/selinux/enforce").exists() {
        eprintln!("skipped, because there is SELinux");
        return;
    }
    let place = Place::new();
    place.write("a", "x", 0o644);
    let manifest = "file { '%D/a': content => 'x', seluser => 'system_u', seltype => 'etc_t' }
        file { '%D/b': content => 'x', seltype => 'etc_t' }";
    let warning = "Warning: /Stage[main]/Main/File[/W/a]/seluser: this machine has no SELinux: seluser, selrole, seltype and \
                   selrange of files are ignored";
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, warning));
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, warning));
    assert_eq!(fs::read_to_string(place.files().join("b")).unwrap(), "x");
}
