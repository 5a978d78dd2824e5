//! What was compared early holds for what was not touched since, and for nothing else.

use std::{
    fs::{self, File as SystemFile, FileTimes},
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

use super::{super::checksum::Checksum, *};

/// Waits until the thread has nothing left to do.
fn wait(foresight: &Foresight) {
    let started = Instant::now();
    while foresight.is_at_work() {
        assert!(started.elapsed() < Duration::from_secs(60), "it never ends");
        thread::sleep(Duration::from_millis(1));
    }
}

fn foresight() -> Foresight {
    Foresight::begin(Manner { checksum: Checksum::Sha256, modulepath: String::new() }).unwrap()
}

fn target(path: &Path, name: &str, value: Value) -> State {
    State::new().with("path", path.to_str().unwrap()).with(name, value)
}

fn found(path: &Path) -> Found {
    Found::at(path, Links::Manage).0.unwrap()
}

/// Whether the content of a file is known to be what it should be.
fn compared(foresight: &Foresight, path: &Path, target: &State) -> Option<bool> {
    let glimpse = foresight.of(path.to_str().unwrap(), &found(path))?;
    assert_eq!(glimpse.state().text("path"), path.to_str());
    glimpse.compared(target).map(|compared| compared.is_same)
}

/// Files that have been left alone for long enough.
struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder { folder: tempfile::tempdir().unwrap() };
        files.iter().for_each(|(name, content)| fs::write(folder.at(name), content).unwrap());
        let seconds = u64::try_from(SETTLED_AFTER).unwrap() + 1;
        thread::sleep(Duration::from_secs(seconds));
        folder
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

#[test]
fn what_nobody_touched_is_known_at_its_turn() {
    let folder = Folder::with(&[("same", "four"), ("other", "five"), ("source", "four")]);
    let source = Value::array([format!("file://{}", folder.at("source").display()).into()]);
    let targets = [
        target(&folder.at("same"), "content", "four".into()),
        target(&folder.at("other"), "content", "four".into()),
        target(&folder.at("missing"), "content", "four".into()),
    ];
    let mut foresight = foresight();
    foresight.add(&targets);
    wait(&foresight);
    let same = |name: &str, target: &State| {
        let path = folder.at(name);
        compared(&foresight, &path, target)
    };
    assert_eq!(same("same", &targets[0]), Some(true));
    assert_eq!(same("other", &targets[1]), Some(false));
    // It came while the run was being prepared.
    fs::write(folder.at("missing"), "four").unwrap();
    assert_eq!(same("missing", &targets[2]), None);
    // Who wants something else was not compared.
    assert_eq!(same("same", &target(&folder.at("same"), "content", "five".into())), None);
    assert_eq!(same("same", &target(&folder.at("same"), "source", source)), None);
    assert_eq!(same("source", &targets[0]), None);
}

#[test]
fn a_module_that_comes_before_another_has_the_sources_then() {
    let folder = Folder::with(&[("file", "four")]);
    let modulepath = format!("{}:{}", folder.at("first").display(), folder.at("second").display());
    fs::create_dir_all(folder.at("second/web/files")).unwrap();
    fs::write(folder.at("second/web/files/it"), "four").unwrap();
    thread::sleep(Duration::from_secs(u64::try_from(SETTLED_AFTER).unwrap() + 1));
    let path = folder.at("file");
    let target = target(&path, "source", Value::array(["puppet:///modules/web/it".into()]));
    let mut foresight = Foresight::begin(Manner { checksum: Checksum::Sha256, modulepath }).unwrap();
    foresight.add(std::slice::from_ref(&target));
    wait(&foresight);
    assert_eq!(compared(&foresight, &path, &target), Some(true));
    fs::create_dir_all(folder.at("first/web")).unwrap();
    assert_eq!(compared(&foresight, &path, &target), None);
}

#[test]
fn whatever_is_changed_is_compared_again() {
    let names = ["written", "moved", "moded", "linked", "timed", "sourced"];
    let files: Vec<(&str, &str)> = names.iter().map(|name| (*name, "four")).chain([("source", "four")]).collect();
    let folder = Folder::with(&files);
    let source = Value::array([format!("file://{}", folder.at("source").display()).into()]);
    let wanted = |name: &&str| match *name {
        "sourced" => target(&folder.at(name), "source", source.clone()),
        _ => target(&folder.at(name), "content", "four".into()),
    };
    let targets: Vec<State> = names.iter().map(wanted).collect();
    let mut foresight = foresight();
    foresight.add(&targets);
    wait(&foresight);
    let known = |place: usize| {
        let path = folder.at(names[place]);
        compared(&foresight, &path, &targets[place])
    };
    assert!((0..names.len()).all(|place| known(place) == Some(true)));

    fs::write(folder.at("written"), "five").unwrap();
    fs::write(folder.at("new"), "five").unwrap();
    fs::rename(folder.at("new"), folder.at("moved")).unwrap();
    fs::set_permissions(folder.at("moded"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::remove_file(folder.at("linked")).unwrap();
    symlink(folder.at("timed"), folder.at("linked")).unwrap();
    // Whoever changes a file may set the time of its content back, but not that of the change.
    let before = fs::metadata(folder.at("timed")).unwrap().modified().unwrap();
    fs::write(folder.at("timed"), "five").unwrap();
    SystemFile::options()
        .write(true)
        .open(folder.at("timed"))
        .unwrap()
        .set_times(FileTimes::new().set_modified(before))
        .unwrap();
    fs::write(folder.at("source"), "five").unwrap();
    for (place, name) in names.iter().enumerate() {
        assert_eq!(known(place), None, "{name}");
    }
}

#[test]
fn what_was_changed_a_moment_ago_is_not_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "four").unwrap();
    let target = target(&path, "content", "four".into());
    let mut foresight = foresight();
    foresight.add(std::slice::from_ref(&target));
    wait(&foresight);
    assert!(foresight.of(path.to_str().unwrap(), &found(&path)).is_none());
}

#[test]
fn the_thread_ends_with_what_it_is_for() {
    let folder = tempfile::tempdir().unwrap();
    let targets = vec![target(&folder.path().join("file"), "content", "x".into()); 100_000];
    let mut foresight = foresight();
    foresight.add(&targets);
    let progress: Weak<Progress> = Arc::downgrade(&foresight.progress);
    drop(foresight);
    let started = Instant::now();
    while progress.upgrade().is_some() {
        assert!(started.elapsed() < Duration::from_secs(60), "it never ends");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_had_its_turn_is_not_looked_at() {
    let folder = Folder::with(&[("first", "x"), ("last", "x")]);
    let targets = ["first", "last"].map(|name| target(&folder.at(name), "content", "x".into()));
    let progress = Progress::default();
    let file = |target: &State| File { target: target.clone(), seen: OnceLock::new() };
    let share = Arc::new(Share { start: 0, files: targets.iter().map(file).collect() });
    progress.reached.store(1, Ordering::Relaxed);
    let (shares, given) = channel();
    shares.send(Arc::clone(&share)).unwrap();
    drop(shares);
    progress.compare(&Manner { checksum: Checksum::Sha256, modulepath: String::new() }, &given);
    assert!(share.files[0].seen.get().is_none());
    assert!(share.files[1].seen.get().is_some_and(Option::is_some));
}
