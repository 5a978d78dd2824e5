mod attributes;
mod faults;
mod foreign;
mod own;
mod removal;

use std::{fs, io::Write as _, os::unix::fs::symlink};

use super::*;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn owner_and_mode_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
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
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn a_new_file_has_the_mode_of_new_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    replace(&path, b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o644);
    replace(&path, b"new", &Ownership { mode: Some(0o600), ..Ownership::default() }).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o600);
}

#[test]
fn what_is_there_can_be_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let written = |text: &str| {
        let mut new = NewFile::beside(&path).unwrap();
        new.file_mut().write_all(text.as_bytes()).unwrap();
        new
    };
    let mut named = written("late");
    named.path().unwrap();
    written("first").place_anew().unwrap();
    for late in [written("late"), named] {
        assert_eq!(late.place_anew().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }
    assert_eq!((fs::read(&path).unwrap(), names(folder.path())), (b"first".to_vec(), vec!["a".to_owned()]));
    fs::remove_file(&path).unwrap();
    let mut named = written("named");
    named.path().unwrap();
    named.place_anew().unwrap();
    assert_eq!((fs::read(&path).unwrap(), names(folder.path())), (b"named".to_vec(), vec!["a".to_owned()]));
}

#[test]
fn nothing_is_left_of_what_does_not_get_to_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let mut new = NewFile::beside(&path).unwrap();
    new.file_mut().write_all(b"new").unwrap();
    // It has no name, unless the file system wants one.
    let named = usize::from(new.name.is_some());
    assert_eq!(names(folder.path()).len(), 1 + named);
    assert_eq!(named == 0, nameless(CWD, folder.path(), 0o600).is_ok());
    let name = new.path().unwrap().to_owned();
    assert_eq!(fs::read(&name).unwrap(), b"new");
    assert!(name.file_name().unwrap().to_str().unwrap().starts_with("a.bunraku-"));
    drop(new);
    assert_eq!(names(folder.path()), ["a"]);
    // A folder cannot be replaced by a file.
    fs::create_dir(folder.path().join("b")).unwrap();
    assert!(replace(&folder.path().join("b"), b"new", &Ownership::default()).is_err());
    assert_eq!(names(folder.path()), ["a", "b"]);
}

#[test]
fn a_link_is_replaced_and_never_written_through() {
    let folder = tempfile::tempdir().unwrap();
    let (path, behind) = (folder.path().join("a"), folder.path().join("behind"));
    fs::write(&behind, "theirs").unwrap();
    symlink(&behind, &path).unwrap();
    replace(&path, b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::read(&behind).unwrap(), b"theirs");
    assert!(!path.is_symlink());
}

#[test]
fn a_file_can_be_staged_in_another_file_system() {
    let (folder, staging) = (tempfile::tempdir().unwrap(), Path::new("/dev/shm"));
    if !staging.is_dir() {
        eprintln!("skipped: there is no /dev/shm");
        return;
    }
    let path = folder.path().join("a");
    let mut new = NewFile::staged(DirectoryEntry::at(&path).unwrap(), staging).unwrap();
    new.file_mut().write_all(b"new").unwrap();
    new.dress(&Ownership { mode: Some(0o640), ..Ownership::default() }).unwrap();
    new.place().unwrap();
    assert_eq!((fs::read(&path).unwrap(), fs::metadata(&path).unwrap().mode() & 0o777), (b"new".to_vec(), 0o640));
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn a_folder_that_is_missing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = NewFile::beside(&folder.path().join("no/a")).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}
