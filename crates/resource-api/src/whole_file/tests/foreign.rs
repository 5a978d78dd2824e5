//! Links of others on the way to a file.

use std::os::unix::fs::lchown;

use super::*;

const ALICE: u32 = 4711;

/// A folder with those of root and alice, where we can make one of hers.
fn homes() -> Option<tempfile::TempDir> {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped, because it needs root: links of others");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, owner) in [("own", 0), ("alice", ALICE), ("alice/real", ALICE)] {
        let path = folder.path().join(name);
        fs::create_dir(&path).unwrap();
        lchown(&path, Some(owner), None).unwrap();
    }
    fs::write(folder.path().join("own/keys"), "root's").unwrap();
    Some(folder)
}

fn link_of(owner: u32, target: &Path, link: &Path) {
    symlink(target, link).unwrap();
    lchown(link, Some(owner), None).unwrap();
}

#[test]
fn a_folder_of_root_is_not_reached_by_a_link_of_somebody_else() {
    let Some(folder) = homes() else { return };
    let ssh = folder.path().join("alice/.ssh");
    // It does not help to go by way of a link of root, or of another folder of hers.
    fs::create_dir(folder.path().join("own/deep")).unwrap();
    link_of(0, &folder.path().join("own"), &folder.path().join("to_own"));
    for target in [folder.path().join("own"), "../own".into(), "../to_own".into(), "real/../../own/deep/..".into()] {
        link_of(ALICE, &target, &ssh);
        let error = replace(&ssh.join("keys"), b"alice's", &Ownership::default()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{error}");
        let foreign = error.get_ref().and_then(|error| error.downcast_ref::<ForeignLink>()).unwrap();
        assert_eq!((foreign.of, foreign.to, foreign.link.as_path()), (ALICE, 0, ssh.as_path()));
        assert_eq!(fs::read_to_string(folder.path().join("own/keys")).unwrap(), "root's");
        assert_eq!(names(&folder.path().join("own")), ["deep", "keys"]);
        fs::remove_file(&ssh).unwrap();
    }
}

#[test]
fn links_of_root_and_to_what_is_their_owners_are_followed() {
    let Some(folder) = homes() else { return };
    link_of(0, Path::new("own"), &folder.path().join("link"));
    replace(&folder.path().join("link/keys"), b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("own/keys")).unwrap(), "new");
    link_of(ALICE, Path::new("real"), &folder.path().join("alice/link"));
    replace(&folder.path().join("alice/link/../link/keys"), b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("alice/real/keys")).unwrap(), "new");
    symlink("circle", folder.path().join("circle")).unwrap();
    let error = replace(&folder.path().join("circle/keys"), b"new", &Ownership::default()).unwrap_err();
    assert_eq!(error.raw_os_error(), Some(Errno::LOOP.raw_os_error()));
    let error = replace(&folder.path().join("own/keys/x"), b"new", &Ownership::default()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
}
