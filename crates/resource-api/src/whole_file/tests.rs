mod attributes;
mod faults;
mod foreign;
mod own;
mod removal;

use std::{fs, io::Write as _, os::unix::fs::symlink};

use super::*;

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn owner_and_mode_stay() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o4750)).unwrap();
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        std::os::unix::fs::chown(&path, Some(12), Some(34)).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o4750)).unwrap();
    }
    replace(&path, b"new", &Ownership::default()).unwrap();
    let new = fs::metadata(&path).unwrap();
    assert_eq!((fs::read(&path).unwrap(), new.mode() & 0o7777), (b"new".to_vec(), 0o4750));
    assert!(!is_root || (new.uid(), new.gid()) == (12, 34));
    assert_eq!(names(dir.path()), ["a"]);
}

#[test]
fn a_new_file_has_the_mode_of_new_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    replace(&path, b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o644);
    replace(&path, b"new", &Ownership { mode: Some(0o600), ..Ownership::default() }).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o600);
}

#[test]
fn what_is_there_can_be_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    let written = |text: &str| {
        let mut new = NewFile::create_in_parent(&path).unwrap();
        new.file_mut().write_all(text.as_bytes()).unwrap();
        new
    };
    let mut named = written("late");
    named.path().unwrap();
    written("first").commit_new().unwrap();
    for late in [written("late"), named] {
        assert_eq!(late.commit_new().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }
    assert_eq!((fs::read(&path).unwrap(), names(dir.path())), (b"first".to_vec(), vec!["a".to_owned()]));
    fs::remove_file(&path).unwrap();
    let mut named = written("named");
    named.path().unwrap();
    named.commit_new().unwrap();
    assert_eq!((fs::read(&path).unwrap(), names(dir.path())), (b"named".to_vec(), vec!["a".to_owned()]));
}

#[test]
fn nothing_is_left_of_a_file_that_is_not_committed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a");
    fs::write(&path, "old").unwrap();
    let mut new = NewFile::create_in_parent(&path).unwrap();
    new.file_mut().write_all(b"new").unwrap();
    // It has no name, unless the file system requires one.
    let named = usize::from(new.temp.is_some());
    assert_eq!(names(dir.path()).len(), 1 + named);
    assert_eq!(named == 0, unnamed(CWD, dir.path(), 0o600).is_ok());
    let name = new.path().unwrap().to_owned();
    assert_eq!(fs::read(&name).unwrap(), b"new");
    assert!(name.file_name().unwrap().to_str().unwrap().starts_with("a.bunraku-"));
    drop(new);
    assert_eq!(names(dir.path()), ["a"]);
    // A directory cannot be replaced by a file.
    fs::create_dir(dir.path().join("b")).unwrap();
    assert!(replace(&dir.path().join("b"), b"new", &Ownership::default()).is_err());
    assert_eq!(names(dir.path()), ["a", "b"]);
}

#[test]
fn a_link_is_replaced_and_never_written_through() {
    let dir = tempfile::tempdir().unwrap();
    let (path, target) = (dir.path().join("a"), dir.path().join("behind"));
    fs::write(&target, "theirs").unwrap();
    symlink(&target, &path).unwrap();
    replace(&path, b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"theirs");
    assert!(!path.is_symlink());
}

#[test]
fn a_file_can_be_staged_in_another_file_system() {
    let (dir, staging) = (tempfile::tempdir().unwrap(), Path::new("/dev/shm"));
    if !staging.is_dir() {
        skip_test::skip!("there is no /dev/shm");
        return;
    }
    let path = dir.path().join("a");
    let mut new = NewFile::staged(DirectoryEntry::at(&path).unwrap(), staging).unwrap();
    new.file_mut().write_all(b"new").unwrap();
    new.set_ownership(&Ownership { mode: Some(0o640), ..Ownership::default() }).unwrap();
    new.commit().unwrap();
    assert_eq!((fs::read(&path).unwrap(), fs::metadata(&path).unwrap().mode() & 0o777), (b"new".to_vec(), 0o640));
    assert_eq!(names(dir.path()), ["a"]);
}

#[test]
fn a_missing_directory_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let error = NewFile::create_in_parent(&dir.path().join("no/a")).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}
