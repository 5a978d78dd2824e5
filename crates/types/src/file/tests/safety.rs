//! What happens when something goes wrong, by accident or by intent.

use std::{
    ffi::OsStr,
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::Path,
    sync::Arc,
};

use pcore::Value;
use resource_api::{
    Change, Changes, Context, Identity, Insync, Provider, State,
    context::Driver,
    log::{Log, Recorder},
};
use rustix::fs::{CWD, FileType, Mode, OFlags};

use super::super::{Files, bucket::Bucket, checksum::Checksum, handle::Handle, resource_type};

/// A context with the settings that a test needs, and its log.
pub(super) fn context(settings: &'static [(&'static str, &'static str)]) -> (Driver, Arc<Recorder>) {
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let text = |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned());
    (Driver::new(resource_type().definition().clone(), log).with_settings(Arc::new(text)), recorder)
}

pub(super) fn canonical(context: &Context, path: &Path, attributes: &[(&str, Value)]) -> State {
    let mut should: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    should.insert("path", path.to_str().unwrap());
    let mut states = [should];
    Files::default().canonicalize(context, &mut states).unwrap();
    let [should] = states;
    should
}

/// Brings a file into a state, and returns why that failed.
fn set(path: &Path, attributes: &[(&str, Value)]) -> Result<(), String> {
    let (context, _) = context(&[]);
    let should = canonical(&context, path, attributes);
    let change = Change { name: Identity::single("path", path.to_str().unwrap()), is: None, should: Some(should) };
    Files::default().set(&context, &Changes::new(vec![change], false)).map_err(|failure| failure.to_string())?;
    match context.take_failed_properties().pop() {
        Some((property, failure)) => Err(format!("{property}: {failure}")),
        None => Ok(()),
    }
}

/// The kind of the file at a path.
fn kind(path: &Path) -> FileType {
    FileType::from_raw_mode(fs::symlink_metadata(path).unwrap().mode())
}

fn text(content: &str) -> (&'static str, Value) {
    ("content", content.into())
}

const FILE: (&str, Value) = ("ensure", Value::String(ecow::EcoString::inline("file")));

/// Creates a link, a pipe and a directory with an entry.
fn obstacles(temp: &Path) -> [(std::path::PathBuf, FileType); 3] {
    let [link, pipe, directory] = ["link", "pipe", "directory"].map(|name| temp.join(name));
    fs::write(temp.join("target"), "theirs").unwrap();
    symlink("target", &link).unwrap();
    rustix::fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    fs::create_dir(&directory).unwrap();
    fs::write(directory.join("precious"), "mine").unwrap();
    [(link, FileType::Symlink), (pipe, FileType::Fifo), (directory, FileType::Directory)]
}

#[test]
fn what_is_in_the_way_stays_until_the_new_content_is_valid() {
    let temp = tempfile::tempdir().unwrap();
    for (path, before) in obstacles(temp.path()) {
        let force = ("force", Value::from(true));
        let invalid = [FILE, text("new"), force.clone(), ("validate_cmd", "/bin/false %".into())];
        let error = set(&path, &invalid).unwrap_err();
        assert!(error.starts_with("Execution of '/bin/false "), "{error}");
        assert_eq!(kind(&path), before);
        // The staging directory does not exist.
        let nowhere = temp.path().join("no").to_str().unwrap().into();
        set(&path, &[FILE, text("new"), force.clone(), ("staging_location", nowhere)]).unwrap_err();
        assert_eq!(kind(&path), before);
        set(&path, &[FILE, text("new"), force]).unwrap();
        assert_eq!((kind(&path), fs::read_to_string(&path).unwrap()), (FileType::RegularFile, "new".to_owned()));
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o644);
    }
    assert_eq!(fs::read_to_string(temp.path().join("target")).unwrap(), "theirs");
    let mut names: Vec<_> = fs::read_dir(temp.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["directory", "link", "pipe", "target"]);
}

#[test]
fn what_is_in_the_way_makes_room_for_a_file_without_content_and_for_a_link() {
    for (ensure, after) in [("file", FileType::RegularFile), ("link", FileType::Symlink)] {
        let temp = tempfile::tempdir().unwrap();
        for (path, _) in obstacles(temp.path()) {
            let mut attributes = vec![("ensure", Value::from(ensure)), ("force", true.into())];
            if ensure == "link" {
                attributes.push(("target", "/nowhere".into()));
            }
            set(&path, &attributes).unwrap();
            assert_eq!(kind(&path), after);
        }
        assert_eq!(fs::read_to_string(temp.path().join("target")).unwrap(), "theirs");
    }
}

#[test]
fn a_change_is_one_of_what_was_looked_at() {
    let temp = tempfile::tempdir().unwrap();
    let (path, other) = (temp.path().join("a"), temp.path().join("b"));
    for open_files in ["/proc/self/fd", "/no/such/folder"] {
        fs::write(&path, "").unwrap();
        fs::write(&other, "").unwrap();
        fs::set_permissions(&other, fs::Permissions::from_mode(0o600)).unwrap();
        let handle = Handle::open(&path, true).unwrap().unwrap();
        handle.set_mode(0o640, open_files).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o640);
        // Another file takes its path, or a link to one.
        fs::rename(&path, temp.path().join("moved")).unwrap();
        fs::hard_link(&other, &path).unwrap();
        let _ = handle.set_mode(0o666, open_files);
        fs::remove_file(&path).unwrap();
        symlink(&other, &path).unwrap();
        let _ = handle.set_mode(0o666, open_files);
        if rustix::process::geteuid().is_root() {
            handle.set_owner(Some(4711), Some(4712)).unwrap();
            let moved = fs::metadata(temp.path().join("moved")).unwrap();
            assert_eq!((moved.uid(), moved.gid()), (4711, 4712));
        }
        let metadata = fs::metadata(&other).unwrap();
        assert_eq!((metadata.mode() & 0o7777, metadata.uid()), (0o600, rustix::process::geteuid().as_raw()));
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_link_that_another_user_can_redirect_is_not_given_away() {
    if !skip_test::has_root("links of others") {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("current");
    symlink("/etc/shadow", &path).unwrap();
    std::os::unix::fs::lchown(&path, Some(4711), None).unwrap();
    let owned_by = |owner: u32, mode: u32| {
        std::os::unix::fs::chown(temp.path(), Some(owner), None).unwrap();
        fs::set_permissions(temp.path(), fs::Permissions::from_mode(mode)).unwrap();
    };
    let owner = || fs::symlink_metadata(&path).unwrap().uid();
    let root = ("owner", Value::from(0));
    for (directory_owner, mode) in [(4711, 0o755), (0, 0o1777), (4712, 0o755)] {
        owned_by(directory_owner, mode);
        let error = set(&path, std::slice::from_ref(&root)).unwrap_err();
        assert!(error.contains("it is a link of user 4711, who can change where it leads"), "{error}");
        assert_eq!(owner(), 4711);
    }
    // A link with a target in the manifest is created anew.
    let inode = fs::symlink_metadata(&path).unwrap().ino();
    let link = [("ensure", Value::from("link")), ("target", "/etc/shadow".into()), root.clone()];
    set(&path, &link).unwrap();
    assert_eq!(owner(), 0);
    assert_ne!(fs::symlink_metadata(&path).unwrap().ino(), inode);
    // A tree that root has taken over is only root's to change.
    std::os::unix::fs::lchown(&path, Some(4711), None).unwrap();
    owned_by(0, 0o755);
    set(&path, &[root]).unwrap();
    assert_eq!(owner(), 0);
}

#[test]
fn links_of_other_users_are_not_followed() {
    if !skip_test::has_root("links of others") {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    for (name, owner) in [("root", 0), ("alice", 4711)] {
        fs::create_dir(temp.path().join(name)).unwrap();
        std::os::unix::fs::chown(temp.path().join(name), Some(owner), None).unwrap();
    }
    let (kept, link) = (temp.path().join("root/keys"), temp.path().join("alice/.ssh"));
    fs::write(&kept, "root's").unwrap();
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("../root", &link).unwrap();
    std::os::unix::fs::lchown(&link, Some(4711), None).unwrap();
    let absent = ("ensure", Value::from("absent"));
    for (name, attributes) in [
        ("keys", vec![text("alice's")]),
        ("keys", vec![("mode", "0666".into())]),
        ("keys", vec![("owner", 4711.into())]),
        ("keys", vec![absent]),
        ("new", vec![FILE]),
        ("new", vec![("ensure", "directory".into())]),
        ("new", vec![("ensure", "link".into()), ("target", "/x".into())]),
    ] {
        let error = set(&link.join(name), &attributes).unwrap_err();
        assert!(error.contains("is a link of user 4711 and leads to a directory of user 0"), "{error}");
    }
    let metadata = fs::metadata(&kept).unwrap();
    assert_eq!((metadata.mode() & 0o7777, metadata.uid()), (0o600, 0));
    assert_eq!(fs::read_to_string(&kept).unwrap(), "root's");
    assert_eq!(fs::read_dir(temp.path().join("root")).unwrap().count(), 1);
}

#[test]
fn no_bucket_is_created_behind_a_link_of_another_user() {
    if !skip_test::has_root("links of others") {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    for (name, owner) in [("keeper", 0), ("alice", 4711)] {
        fs::create_dir(temp.path().join(name)).unwrap();
        std::os::unix::fs::chown(temp.path().join(name), Some(owner), None).unwrap();
    }
    let file = temp.path().join("file");
    fs::write(&file, "old").unwrap();
    for (name, target) in [("there", "../keeper"), ("nowhere", "../keeper/new")] {
        let link = temp.path().join("alice").join(name);
        symlink(target, &link).unwrap();
        std::os::unix::fs::lchown(&link, Some(4711), None).unwrap();
        for bucket in [link.clone(), link.join("deep/bucket")] {
            assert!(
                Bucket::new(bucket.clone(), Checksum::Sha256).save_from(fs::File::open(&file).unwrap(), &file).is_err(),
                "{}",
                bucket.display()
            );
        }
    }
    assert_eq!(fs::read_dir(temp.path().join("keeper")).unwrap().count(), 0);
    // A link of root is followed.
    symlink("keeper", temp.path().join("link")).unwrap();
    let bucket = Bucket::new(temp.path().join("link/bucket"), Checksum::Sha256);
    let sum = bucket.save_from(fs::File::open(&file).unwrap(), &file).unwrap();
    assert_eq!(fs::read_to_string(bucket.find(&sum).unwrap()).unwrap(), "old");
    assert_eq!(fs::metadata(temp.path().join("keeper/bucket")).unwrap().mode() & 0o7777, 0o770);
}

#[test]
fn a_content_is_a_duplicate_under_another_path_alone() {
    let temp = tempfile::tempdir().unwrap();
    let [first, second] = ["a", "b"].map(|name| temp.path().join(name));
    fs::write(&first, "same").unwrap();
    fs::write(&second, "same").unwrap();
    let bucket = Bucket::new(temp.path().join("bucket"), Checksum::Sha256);
    let is_duplicate = |file: &Path| bucket.save_detecting_duplicate(fs::File::open(file).unwrap(), file).unwrap().1;
    assert!(!is_duplicate(&first));
    assert!(!is_duplicate(&first));
    assert!(is_duplicate(&second));
}

#[test]
fn a_source_that_cannot_be_read_is_no_empty_one() {
    let temp = tempfile::tempdir().unwrap();
    let (source, local) = (temp.path().join("source"), temp.path().join("local"));
    fs::create_dir(&source).unwrap();
    fs::create_dir(&local).unwrap();
    fs::write(local.join("precious"), "").unwrap();
    // A path that is too long, even for root.
    let name = "d".repeat(250);
    let mut deepest = rustix::fs::open(&source, OFlags::PATH, Mode::empty()).unwrap();
    for _ in 0..17 {
        rustix::fs::mkdirat(&deepest, &name, Mode::RWXU).unwrap();
        deepest = rustix::fs::openat(&deepest, &name, OFlags::PATH, Mode::empty()).unwrap();
    }
    let (context, _) = context(&[]);
    let attributes = [
        ("ensure", "directory".into()),
        ("recurse", true.into()),
        ("purge", true.into()),
        ("source", source.to_str().unwrap().into()),
    ];
    let should = canonical(&context, &local, &attributes);
    let name = Identity::single("path", local.to_str().unwrap());
    let failure = Files::default().generate(&context, &name, None, &should).unwrap_err().to_string();
    let expected = format!("Could not retrieve file metadata for file://{}: File name too long @ ", source.display());
    assert!(failure.starts_with(&expected), "{failure}");
    // A directory that disappeared is empty.
    fs::remove_dir_all(&source).unwrap();
    fs::create_dir(&source).unwrap();
    assert_eq!(Files::default().generate(&context, &name, None, &should).unwrap().len(), 1);
}

#[test]
fn a_copy_is_as_the_original_and_follows_no_link() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("a");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("file"), "content").unwrap();
    fs::set_permissions(path.join("file"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::write(temp.path().join("secret"), "root's").unwrap();
    symlink("../secret", path.join("link")).unwrap();
    rustix::fs::mknodat(CWD, path.join("pipe"), FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o710)).unwrap();
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        std::os::unix::fs::chown(path.join("file"), Some(12), Some(34)).unwrap();
    }
    // An earlier backup is replaced, not the target of its link.
    symlink("secret", temp.path().join("a.bak")).unwrap();
    set(&path, &[FILE, text("new"), ("force", true.into()), ("backup", ".bak".into())]).unwrap();
    let copy = temp.path().join("a.bak");
    assert_eq!((kind(&copy), fs::metadata(&copy).unwrap().mode() & 0o7777), (FileType::Directory, 0o710));
    assert_eq!(fs::read_to_string(copy.join("file")).unwrap(), "content");
    let file = fs::metadata(copy.join("file")).unwrap();
    assert_eq!(file.mode() & 0o7777, 0o640);
    assert!(!is_root || (file.uid(), file.gid()) == (12, 34));
    assert_eq!(fs::read_link(copy.join("link")).unwrap().as_os_str(), OsStr::new("../secret"));
    assert!(!copy.join("pipe").exists());
    assert_eq!(fs::read_to_string(temp.path().join("secret")).unwrap(), "root's");
}

#[test]
fn a_difference_that_cannot_be_shown_keeps_nothing_from_being_changed() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("a");
    fs::write(&path, "old").unwrap();
    for settings in [
        &[("show_diff", "true"), ("diff", "/no/such/program")][..],
        &[("show_diff", "true"), ("diff", "yes"), ("diff_args", "")],
    ] {
        let (context, recorder) = context(settings);
        let should = canonical(&context, &path, &[FILE, text("new")]);
        let name = Identity::single("path", path.to_str().unwrap());
        let answer = Files::default().insync(&context, &name, "content", &State::new(), &should).unwrap();
        assert_ne!(answer, Insync::Yes);
        let lines: Vec<String> = recorder.take().into_iter().map(|entry| entry.message.to_string()).collect();
        assert!(lines.iter().any(|line| line.starts_with("Could not show the difference: Command '")), "{lines:?}");
    }
}
