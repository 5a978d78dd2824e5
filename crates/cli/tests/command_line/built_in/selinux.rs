//! The SELinux context of files. The tests need no SELinux: a context is an extended attribute, and the files of a
//! kernel with SELinux are mounted.

use std::{fs, path::Path, process::Command};

use super::Sandbox;

/// A sandbox that looks like a machine with SELinux.
fn with_selinux() -> Option<Sandbox> {
    if !skip_test::has_root("SELinux") {
        return None;
    }
    let sandbox = Sandbox::with_mounts(&["/sys/fs"]);
    sandbox.write("sys/fs/selinux/enforce", "1", 0o644);
    Some(sandbox)
}

fn set_context(path: &Path, context: &str) {
    let done = Command::new("setfattr").args(["-h", "-n", "security.selinux", "-v", context]).arg(path).status();
    assert!(done.unwrap().success());
}

fn context(path: &Path) -> String {
    let context =
        Command::new("getfattr").args(["-h", "--only-values", "-n", "security.selinux"]).arg(path).output().unwrap();
    String::from_utf8(context.stdout).unwrap().trim_end_matches('\0').to_owned()
}

#[test]
fn parts_of_a_context_are_compared_and_set() {
    let Some(sandbox) = with_selinux() else { return };
    sandbox.write("a", "x", 0o644);
    let path = sandbox.files().join("a");
    set_context(&path, "system_u:object_r:etc_t:s0:c1.c3");
    let manifest = "file { '%D/a': content => 'x', seluser => 'staff_u', seltype => 'tmp_t', selrole => 'object_r' }";
    let run = sandbox.apply(manifest, &["--noop"]);
    assert!(run.stdout.contains("File[/W/a]/seltype: seltype changed 'etc_t' to 'tmp_t' (noop)"), "{}", run.stdout);
    assert_eq!(context(&path), "system_u:object_r:etc_t:s0:c1.c3");
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    assert_eq!(
        run.stdout,
        "Notice: /Stage[main]/Main/File[/W/a]/seluser: seluser changed 'system_u' to 'staff_u'\n\
         Notice: /Stage[main]/Main/File[/W/a]/seltype: seltype changed 'etc_t' to 'tmp_t'"
    );
    assert_eq!(context(&path), "staff_u:object_r:tmp_t:s0:c1.c3");
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    // The range is everything after the type.
    let run = sandbox.apply("file { '%D/a': selrange => 's0:c7' }", &[]);
    assert_eq!((run.code, context(&path).as_str()), (2, "staff_u:object_r:tmp_t:s0:c7"));
}

#[test]
fn a_context_is_that_of_the_file_at_hand() {
    let Some(sandbox) = with_selinux() else { return };
    sandbox.write("old", "x", 0o644);
    let old = sandbox.files().join("old");
    set_context(&old, "system_u:object_r:etc_t:s0");
    // A replaced file keeps its context; a new one needs a complete context, because there is no policy here.
    let run = sandbox.apply(
        "file { '%D/old': content => 'new' }
        file { '%D/made': content => 'new', seluser => 'system_u', selrole => 'object_r', seltype => 'etc_t', selrange => 's0' }
        file { '%D/folder': ensure => directory, seluser => 'system_u', selrole => 'object_r', seltype => 'etc_t' }
        file { '%D/link': ensure => link, target => 'old', seluser => 'system_u', selrole => 'object_r', seltype => 'lnk_t' }
        file { '%D/part': content => 'x', seltype => 'etc_t' }
        file { '%D/wrong': content => 'x', seluser => 'a:b', selrole => 'object_r', seltype => 'etc_t' }",
        &[],
    );
    assert_eq!(run.code, 6, "{}{}", run.stdout, run.stderr);
    let at = |name: &str| context(&sandbox.files().join(name));
    assert_eq!(["old", "made"].map(at), ["system_u:object_r:etc_t:s0"; 2]);
    assert_eq!((at("folder"), at("link")), ("system_u:object_r:etc_t".into(), "system_u:object_r:lnk_t".into()));
    assert!(run.stderr.contains("/W/part has no SELinux context to change; set its seluser, too"), "{}", run.stderr);
    assert!(run.stderr.contains("'a:b' is not a valid seluser"), "{}", run.stderr);
    let run = sandbox.resource(&["file", "%D/old"]);
    assert!(run.stdout.contains("seltype  => 'etc_t',"), "{}", run.stdout);
}

#[test]
fn without_selinux_a_warning_says_once_that_it_is_ignored() {
    if Path::new("/sys/fs/selinux/enforce").exists() {
        skip_test::skip_unsupported!("there is SELinux");
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("a", "x", 0o644);
    let manifest = "file { '%D/a': content => 'x', seluser => 'system_u', seltype => 'etc_t' }
        file { '%D/b': content => 'x', seltype => 'etc_t' }";
    let warning = "Warning: /Stage[main]/Main/File[/W/a]/seluser: this machine has no SELinux: seluser, selrole, seltype and \
                   selrange of files are ignored";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, warning));
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, warning));
    assert_eq!(fs::read_to_string(sandbox.files().join("b")).unwrap(), "x");
}
