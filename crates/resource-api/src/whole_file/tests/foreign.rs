//! Links of other users on the path to a file.

use std::os::unix::fs::lchown;

use super::{removal::Swapper, *};

const ALICE: u32 = 4711;

/// Creates directories of root and of alice; `None` if we cannot give files away.
fn homes() -> Option<tempfile::TempDir> {
    if !skip_test::has_root("links of others") {
        return None;
    }
    let dir = tempfile::tempdir().unwrap();
    for (name, owner) in [("own", 0), ("alice", ALICE), ("alice/real", ALICE)] {
        let path = dir.path().join(name);
        fs::create_dir(&path).unwrap();
        lchown(&path, Some(owner), None).unwrap();
    }
    fs::write(dir.path().join("own/keys"), "root's").unwrap();
    Some(dir)
}

fn link_of(owner: u32, target: &Path, link: &Path) {
    symlink(target, link).unwrap();
    lchown(link, Some(owner), None).unwrap();
}

#[test]
fn a_directory_of_root_is_not_reached_by_a_link_of_another_user() {
    let Some(dir) = homes() else { return };
    let ssh = dir.path().join("alice/.ssh");
    // A detour through a link of root or another directory of hers does not help.
    fs::create_dir(dir.path().join("own/deep")).unwrap();
    link_of(0, &dir.path().join("own"), &dir.path().join("to_own"));
    for target in [dir.path().join("own"), "../own".into(), "../to_own".into(), "real/../../own/deep/..".into()] {
        link_of(ALICE, &target, &ssh);
        let error = replace(&ssh.join("keys"), b"alice's", &Ownership::default()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{error}");
        let foreign = error.get_ref().and_then(|error| error.downcast_ref::<ForeignLink>()).unwrap();
        // Links of root in her directory count as hers.
        let (author, link) = match target.ends_with("to_own") {
            true => (LinkAuthor::DirectoryOwner(ALICE), dir.path().join("alice/../to_own")),
            false => (LinkAuthor::Owner(ALICE), ssh.clone()),
        };
        assert_eq!((foreign.author, foreign.to, &foreign.link), (author, 0, &link));
        assert_eq!(fs::read_to_string(dir.path().join("own/keys")).unwrap(), "root's");
        assert_eq!(names(&dir.path().join("own")), ["deep", "keys"]);
        fs::remove_file(&ssh).unwrap();
    }
}

#[test]
fn links_of_root_and_to_what_is_their_owners_are_followed() {
    let Some(dir) = homes() else { return };
    link_of(0, Path::new("own"), &dir.path().join("link"));
    replace(&dir.path().join("link/keys"), b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join("own/keys")).unwrap(), "new");
    link_of(ALICE, Path::new("real"), &dir.path().join("alice/link"));
    replace(&dir.path().join("alice/link/../link/keys"), b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join("alice/real/keys")).unwrap(), "new");
    symlink("circle", dir.path().join("circle")).unwrap();
    let error = replace(&dir.path().join("circle/keys"), b"new", &Ownership::default()).unwrap_err();
    assert_eq!(error.raw_os_error(), Some(Errno::LOOP.raw_os_error()));
    let error = replace(&dir.path().join("own/keys/x"), b"new", &Ownership::default()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
}

/// Whether a path leads to a file with that content through links that may be followed.
fn leads_to(path: &Path, text: &str) -> bool {
    let entry = match DirectoryEntry::followed(path) {
        Ok(entry) => entry,
        Err(error) => {
            assert!(error.get_ref().is_some_and(|error| error.is::<ForeignLink>()), "{error}");
            assert_eq!(open_regular(path).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
            return false;
        }
    };
    assert_eq!(io::read_to_string(open_regular(path).unwrap()).unwrap(), text);
    assert_eq!(io::read_to_string(entry.open_regular().unwrap()).unwrap(), text);
    true
}

#[test]
fn a_link_of_root_that_others_can_move_counts_as_theirs() {
    let Some(dir) = homes() else { return };
    let path = |name: &str| dir.path().join(name);
    for name in ["alice/made", "alice/made/by_root", "shared", "shared/below", "sticky", "sticky/by_root"] {
        fs::create_dir(path(name)).unwrap();
    }
    for (name, mode) in [("shared", 0o775), ("sticky", 0o1777)] {
        fs::set_permissions(path(name), Permissions::from_mode(mode)).unwrap();
    }
    for name in ["alice/real/keys", "alice/made/keys", "shared/below/keys"] {
        fs::write(path(name), "theirs").unwrap();
    }
    for (link, target, text, is_followed) in [
        // Out of the directory that another user can change.
        ("alice/file", "../own/keys", "root's", false),
        ("alice/made/file", "../../own/keys", "root's", false),
        ("alice/made/by_root/file", "../../../own/keys", "root's", false),
        ("shared/file", "../own/keys", "root's", false),
        ("shared/below/file", "../../own/keys", "root's", false),
        // To a directory of the same user, or in the same directory.
        ("alice/to_real", "real/keys", "theirs", true),
        ("alice/made/to_real", "../real/keys", "theirs", true),
        ("alice/to_made", "made/keys", "theirs", true),
        ("alice/by_path", "DIRECTORY/alice/made/keys", "theirs", true),
        ("shared/to_below", "below/keys", "theirs", true),
        // Others can move a link of root into a sticky directory, but not into one of root's below it.
        ("sticky/file", "../own/keys", "root's", false),
        ("sticky/by_root/file", "../../own/keys", "root's", true),
        ("file", "own/keys", "root's", true),
    ] {
        let target = target.replace("DIRECTORY", dir.path().to_str().unwrap());
        link_of(0, Path::new(&target), &path(link));
        assert_eq!(leads_to(&path(link), text), is_followed, "{link}");
        // A link to the directory is treated like one to the file.
        let directory = path(&format!("{link}.d"));
        link_of(0, Path::new(&target).parent().unwrap(), &directory);
        assert_eq!(leads_to(&directory.join("keys"), text), is_followed, "{link}.d");
    }
    let error = DirectoryEntry::followed(&path("alice/file")).unwrap_err().to_string();
    let expected = format!(
        "'{}' is a link that user {ALICE} could have moved there and leads to a directory of user 0; only links of root \
         are followed there",
        path("alice/file").display()
    );
    assert_eq!(error, expected);
}

#[test]
fn a_link_at_the_end_leads_to_an_entry() {
    let Some(dir) = homes() else { return };
    let path = |name: &str| dir.path().join(name);
    // A chain of links to a missing file.
    link_of(0, Path::new("own/second"), &path("first"));
    link_of(0, Path::new("../new"), &path("own/second"));
    let entry = DirectoryEntry::followed(&path("first")).unwrap();
    assert_eq!((entry.name(), entry.stat().unwrap().is_none()), ("new".as_ref(), true));
    replace_at(entry, b"new", &Ownership::default()).unwrap();
    assert_eq!(fs::read_to_string(path("new")).unwrap(), "new");
    // A link to a directory.
    link_of(0, Path::new("own/.."), &path("up"));
    let entry = DirectoryEntry::followed(&path("up")).unwrap();
    assert!(entry.is_directory().unwrap());
    assert_eq!(open_regular(&path("up")).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    link_of(0, Path::new("circle"), &path("circle"));
    assert_eq!(DirectoryEntry::followed(&path("circle")).unwrap_err().raw_os_error(), Some(Errno::LOOP.raw_os_error()));
}

#[test]
fn swapping_directories_redirects_no_link() {
    let Some(dir) = homes() else { return };
    let path = |name: &str| dir.path().join(name);
    // Root created a directory with a link in the home of alice, who has one of her own.
    fs::create_dir(path("alice/of_root")).unwrap();
    fs::write(path("alice/of_root/target"), "of root").unwrap();
    link_of(0, Path::new("target"), &path("alice/of_root/keys"));
    link_of(ALICE, &path("own/keys"), &path("alice/real/keys"));
    let victim = fs::metadata(path("own")).unwrap().ino();
    let swapper = Swapper::start(path("alice/of_root"), path("alice/real"));
    let mut followed = 0;
    for _ in 0..5000 {
        if let Ok(entry) = DirectoryEntry::followed(&path("alice/of_root/keys")) {
            let directory = fstat(entry.directory()).unwrap();
            assert_ne!(directory.st_ino, victim, "alice led us to {}", entry.path().display());
            followed += 1;
        }
        if let Ok(file) = open_regular(&path("alice/of_root/keys")) {
            assert_eq!(io::read_to_string(file).unwrap(), "of root");
        }
    }
    assert!(followed > 0 && swapper.count() > 0, "{followed} followed, {} swaps", swapper.count());
}

#[test]
fn what_is_not_a_regular_file_is_never_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    rustix::fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let link = dir.path().join("link");
    symlink("pipe", &link).unwrap();
    let socket = dir.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for path in [&pipe, &link, &socket, Path::new("/dev/tty"), Path::new("/dev/zero")] {
        assert!(open_regular(path).is_err() && open_trusted(path).is_err(), "{}", path.display());
    }
    assert_eq!(open_regular(&pipe).unwrap_err().to_string(), "it is not a regular file");
}

#[test]
fn a_staged_file_that_its_directory_s_owner_swaps_is_not_installed() {
    let Some(dir) = homes() else { return };
    let (staging, target) = (dir.path().join("alice"), dir.path().join("own/keys"));
    for is_new in [false, true] {
        let mut new = NewFile::staged(DirectoryEntry::at(&target).unwrap(), &staging).unwrap();
        new.file_mut().write_all(b"validated").unwrap();
        new.set_ownership(&Ownership::default()).unwrap();
        let staged = new.path().unwrap().to_owned();
        fs::write(dir.path().join("alice/real/evil"), "evil").unwrap();
        lchown(dir.path().join("alice/real/evil"), Some(ALICE), None).unwrap();
        fs::rename(dir.path().join("alice/real/evil"), staged).unwrap();
        if is_new {
            fs::remove_file(&target).unwrap();
            new.commit_new().unwrap();
        } else {
            new.commit().unwrap();
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), "validated");
        assert_eq!(fs::metadata(&target).unwrap().uid(), 0);
    }
    assert_eq!(names(&dir.path().join("own")), ["keys"]);
}

#[test]
fn our_own_files_are_not_written_through_links_of_other_users() {
    let Some(dir) = homes() else { return };
    link_of(ALICE, &dir.path().join("own"), &dir.path().join("alice/state"));
    let is_foreign = |error: io::Error| error.get_ref().is_some_and(|error| error.is::<ForeignLink>());
    assert!(is_foreign(replace_own(&dir.path().join("alice/state/keys"), b"new", 0o640).unwrap_err()));
    assert!(is_foreign(create_own_directories(&dir.path().join("alice/state/reports")).unwrap_err()));
    assert!(is_foreign(DirectoryEntry::followed(&dir.path().join("alice/state/log")).unwrap_err()));
    assert_eq!(names(&dir.path().join("own")), ["keys"]);
    assert_eq!(fs::read_to_string(dir.path().join("own/keys")).unwrap(), "root's");
    create_own_directories(&dir.path().join("alice/made/reports")).unwrap();
    assert!(dir.path().join("alice/made/reports").is_dir());
}
