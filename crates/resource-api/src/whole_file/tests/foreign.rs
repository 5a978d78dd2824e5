//! Links of others on the way to a file.

use std::os::unix::fs::lchown;

use super::{removal::Swapper, *};

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
        // On the way up from her directory, links of root count as hers.
        let (author, link) = match target.ends_with("to_own") {
            true => (LinkAuthor::DirectoryOwner(ALICE), folder.path().join("alice/../to_own")),
            false => (LinkAuthor::Owner(ALICE), ssh.clone()),
        };
        assert_eq!((foreign.author, foreign.to, &foreign.link), (author, 0, &link));
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

/// Whether a path leads to a file of that text, through links that may be followed.
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
    let Some(folder) = homes() else { return };
    let path = |name: &str| folder.path().join(name);
    for name in ["alice/made", "alice/made/by_root", "shared", "shared/below", "sticky"] {
        fs::create_dir(path(name)).unwrap();
    }
    for (name, mode) in [("shared", 0o775), ("sticky", 0o1777)] {
        fs::set_permissions(path(name), Permissions::from_mode(mode)).unwrap();
    }
    for name in ["alice/real/keys", "alice/made/keys", "shared/below/keys"] {
        fs::write(path(name), "theirs").unwrap();
    }
    for (link, target, text, is_followed) in [
        // Out of the directory that somebody can change.
        ("alice/file", "../own/keys", "root's", false),
        ("alice/made/file", "../../own/keys", "root's", false),
        ("alice/made/by_root/file", "../../../own/keys", "root's", false),
        ("shared/file", "../own/keys", "root's", false),
        ("shared/below/file", "../../own/keys", "root's", false),
        // To what belongs to the same user, or is in the same directory.
        ("alice/to_real", "real/keys", "theirs", true),
        ("alice/made/to_real", "../real/keys", "theirs", true),
        ("alice/to_made", "made/keys", "theirs", true),
        ("alice/by_path", "DIRECTORY/alice/made/keys", "theirs", true),
        ("shared/to_below", "below/keys", "theirs", true),
        // Where nobody can move a link of root.
        ("sticky/file", "../own/keys", "root's", true),
        ("file", "own/keys", "root's", true),
    ] {
        let target = target.replace("DIRECTORY", folder.path().to_str().unwrap());
        link_of(0, Path::new(&target), &path(link));
        assert_eq!(leads_to(&path(link), text), is_followed, "{link}");
        // A link to the directory is no better than one to the file.
        let directory = path(&format!("{link}.d"));
        link_of(0, Path::new(&target).parent().unwrap(), &directory);
        assert_eq!(leads_to(&directory.join("keys"), text), is_followed, "{link}.d");
    }
    let error = DirectoryEntry::followed(&path("alice/file")).unwrap_err().to_string();
    let expected = format!(
        "'{}' is a link that user {ALICE} can have moved there and leads to a directory of user 0; only links of root \
         are followed there",
        path("alice/file").display()
    );
    assert_eq!(error, expected);
}

#[test]
fn a_link_at_the_end_leads_to_an_entry() {
    let Some(folder) = homes() else { return };
    let path = |name: &str| folder.path().join(name);
    // A chain, to something that is not there.
    link_of(0, Path::new("own/second"), &path("first"));
    link_of(0, Path::new("../new"), &path("own/second"));
    let entry = DirectoryEntry::followed(&path("first")).unwrap();
    assert_eq!((entry.name(), entry.look().unwrap().is_none()), ("new".as_ref(), true));
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
fn whoever_swaps_directories_leads_no_link_elsewhere() {
    let Some(folder) = homes() else { return };
    let path = |name: &str| folder.path().join(name);
    // Root made a directory with a link in the home of alice, who has one of her own.
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
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    rustix::fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let link = folder.path().join("link");
    symlink("pipe", &link).unwrap();
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for path in [&pipe, &link, &socket, Path::new("/dev/tty"), Path::new("/dev/zero")] {
        assert!(open_regular(path).is_err() && open_trusted(path).is_err(), "{}", path.display());
    }
    assert_eq!(open_regular(&pipe).unwrap_err().to_string(), "it is not a regular file");
}
