//! The attributes that a file preserves from the one that it replaces.

use std::{os::unix::fs::chown, process::Command};

use rustix::fs::{XattrFlags, lgetxattr, setxattr};

use super::{super::attributes::ignore_unsupported, *};

fn attribute(path: &Path, name: &str) -> Option<Vec<u8>> {
    let mut value = vec![0; 4096];
    let length = lgetxattr(path, name, &mut *value).ok()?;
    value.truncate(length);
    Some(value)
}

fn set_attribute(path: &Path, name: &str, value: &[u8]) {
    setxattr(path, name, value, XattrFlags::empty()).unwrap();
}

/// The access control list of a file, as `getfacl` prints it.
fn list(path: &Path) -> Vec<String> {
    let told = Command::new("getfacl").args(["-cEpn"]).arg(path).output().unwrap();
    String::from_utf8(told.stdout).unwrap().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn set_list(options: &[&str], path: &Path) {
    assert!(Command::new("setfacl").args(options).arg(path).status().unwrap().success());
}

/// Creates a directory with a file of root; `None` if we cannot give files away.
fn prepared() -> Option<(tempfile::TempDir, PathBuf)> {
    if !skip_test::has_root("attributes of files") {
        return None;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    Some((dir, path))
}

const NOTHING: Ownership = Ownership { mode: None, owner: None, group: None };

#[test]
fn lists_notes_and_labels_stay() {
    let Some((dir, path)) = prepared() else { return };
    set_list(&["-m", "u:12:rw"], &path);
    set_attribute(&path, "user.note", b"from the owner");
    set_attribute(&path, "security.selinux", b"system_u:object_r:etc_t:s0\0");
    // A program with this value may bind to all ports.
    set_attribute(&path, "security.capability", &[1, 0, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    set_attribute(&path, "trusted.number", b"7");
    let before = list(&path);
    assert_eq!(before, ["user::rw-", "user:12:rw-", "group::r--", "mask::rw-", "other::---"]);
    replace(&path, b"new", &NOTHING).unwrap();
    assert_eq!((fs::read(&path).unwrap(), list(&path)), (b"new".to_vec(), before));
    assert_eq!(attribute(&path, "user.note").unwrap(), b"from the owner");
    assert_eq!(attribute(&path, "security.selinux").unwrap(), b"system_u:object_r:etc_t:s0\0");
    for lost in ["security.capability", "trusted.number"] {
        assert_eq!(attribute(&path, lost), None, "{lost}");
    }
    assert_eq!(names(dir.path()), ["a"]);
}

#[test]
fn a_mode_changes_a_list_as_chmod_does() {
    let Some((_folder, path)) = prepared() else { return };
    set_list(&["-m", "u:12:rw,g:34:rwx"], &path);
    replace(&path, b"new", &Ownership { mode: Some(0o604), ..NOTHING }).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o604);
    let expected = ["user::rw-", "user:12:rw-", "group::r--", "group:34:rwx", "mask::---", "other::r--"];
    assert_eq!(list(&path), expected);
}

#[test]
fn what_one_owner_granted_does_not_hold_for_another() {
    let Some((_folder, path)) = prepared() else { return };
    chown(&path, Some(12), Some(34)).unwrap();
    set_list(&["-m", "u:12:rw"], &path);
    set_attribute(&path, "user.note", b"from the owner");
    set_attribute(&path, "security.selinux", b"system_u:object_r:etc_t:s0\0");
    replace(&path, b"new", &Ownership { owner: Some(0), mode: Some(0o660), group: None }).unwrap();
    assert_eq!(list(&path), ["user::rw-", "group::rw-", "other::---"]);
    assert_eq!(attribute(&path, "user.note"), None);
    assert_eq!(attribute(&path, "security.selinux").unwrap(), b"system_u:object_r:etc_t:s0\0");
}

#[test]
fn the_mask_of_a_list_is_not_taken_for_what_the_group_may_do() {
    let Some((dir, path)) = prepared() else { return };
    chown(&path, Some(12), Some(34)).unwrap();
    set_list(&["-m", "g::---,u:56:rw"], &path);
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o660, "it is the mask that is seen");
    replace(&path, b"new", &Ownership { owner: Some(0), ..NOTHING }).unwrap();
    assert_eq!(list(&path), ["user::rw-", "group::---", "other::---"]);

    set_list(&["-m", "g::r--,u:56:rwx"], &path);
    set_attribute(&path, "user.note", b"from the owner");
    for (is_same, expected) in [(true, 0o670), (false, 0o640)] {
        let copy = dir.path().join(format!("copy{is_same}"));
        fs::write(&copy, "").unwrap();
        let (original, copied) = (File::open(&path).unwrap(), File::open(&copy).unwrap());
        let mode = copy_attributes(&original, &copied, is_same, 0o670).unwrap();
        copied.set_permissions(Permissions::from_mode(mode)).unwrap();
        assert_eq!(fs::metadata(&copy).unwrap().mode() & 0o777, expected);
        assert_eq!(attribute(&copy, "user.note").is_some(), is_same);
        assert_eq!(list(&copy) == list(&path), is_same);
    }
}

#[test]
fn set_user_and_set_group_go_with_the_owner_and_the_group() {
    let Some((_folder, path)) = prepared() else { return };
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
    for (ownership, old, expected) in [
        (Ownership { owner: Some(0), ..NOTHING }, 0o6755, 0o0755),
        (Ownership { group: Some(0), ..NOTHING }, 0o2755, 0o0755),
        (Ownership { group: Some(0), ..NOTHING }, 0o4745, 0o0745),
        (Ownership { owner: Some(0), group: Some(0), ..NOTHING }, 0o7777, 0o1777),
        (Ownership { owner: Some(12), group: Some(34), ..NOTHING }, 0o6755, 0o6755),
        (NOTHING, 0o6755, 0o6755),
        (Ownership { owner: Some(0), mode: Some(0o4755), group: None }, 0o0755, 0o4755),
    ] {
        chown(&path, Some(12), Some(34)).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(old)).unwrap();
        replace(&path, b"new", &ownership).unwrap();
        assert_eq!(mode(&path), expected, "{old:o} {ownership:?}");
    }
}

#[test]
fn a_list_of_the_directory_is_for_new_files_alone() {
    let Some((dir, path)) = prepared() else { return };
    set_list(&["-d", "-m", "u:12:rw"], dir.path());
    replace(&path, b"new", &NOTHING).unwrap();
    assert_eq!(list(&path), ["user::rw-", "group::r--", "other::---"]);
    let other = dir.path().join("b");
    replace(&other, b"new", &NOTHING).unwrap();
    assert!(list(&other).contains(&"user:12:rw-".to_owned()), "{:?}", list(&other));
}

#[test]
fn what_is_staged_elsewhere_keeps_it_too() {
    let Some((_folder, path)) = prepared() else { return };
    let staging = Path::new("/dev/shm");
    if !staging.is_dir() {
        skip_test::skip!("there is no /dev/shm");
        return;
    }
    set_list(&["-m", "u:12:rw"], &path);
    set_attribute(&path, "user.note", b"from the owner");
    let before = list(&path);
    let mut new = NewFile::staged(DirectoryEntry::at(&path).unwrap(), staging).unwrap();
    new.file_mut().write_all(b"new").unwrap();
    new.set_ownership(&NOTHING).unwrap();
    new.commit().unwrap();
    assert_eq!((fs::read(&path).unwrap(), list(&path)), (b"new".to_vec(), before));
    assert_eq!(attribute(&path, "user.note").unwrap(), b"from the owner");
}

#[test]
fn only_a_file_system_without_attributes_may_lose_them() {
    let name = c"user.note";
    assert!(ignore_unsupported(Err(Errno::OPNOTSUPP), name).is_ok());
    let error = ignore_unsupported(Err(Errno::NOSPC), name).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    let expected = "the attribute 'user.note' of the old file cannot be kept: No space left on device (os error 28)";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_large_attribute_is_kept_whole() {
    let Some((_folder, path)) = prepared() else { return };
    let large = vec![b'x'; 700];
    set_attribute(&path, "user.large", &large);
    for number in 0..25 {
        set_attribute(&path, &format!("user.one.of.many.names.{number}"), b"");
    }
    replace(&path, b"new", &NOTHING).unwrap();
    assert_eq!(attribute(&path, "user.large").unwrap(), large);
    assert_eq!(attribute(&path, "user.one.of.many.names.24").unwrap(), b"");
}

#[test]
fn a_new_file_has_no_list_from_the_directory_of_another_user() {
    let Some((dir, _)) = prepared() else { return };
    for (owner, is_inherited) in [(12, false), (0, true), (13, true)] {
        let theirs = dir.path().join(owner.to_string());
        fs::create_dir(&theirs).unwrap();
        set_list(&["-d", "-m", "u:34:rwx"], &theirs);
        chown(&theirs, Some(owner), None).unwrap();
        let path = theirs.join("new");
        replace(
            &path,
            b"new",
            &Ownership { mode: Some(0o640), owner: Some(if owner == 13 { 13 } else { 0 }), ..NOTHING },
        )
        .unwrap();
        assert_eq!(
            list(&path).iter().any(|entry| entry.starts_with("user:34:")),
            is_inherited,
            "{owner}: {:?}",
            list(&path)
        );
    }
}
