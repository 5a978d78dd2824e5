//! What is compared ahead is right, and ends when nobody wants it any more.

use std::{
    fs,
    path::Path,
    sync::{Arc, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use pcore::Value;
use resource_api::State;

use super::{super::found::Links, Ahead, Checksum, Compared, File, Found, LARGEST, Manner, Shared, WORTH_THREADS};

/// Waits for something that happens on other threads.
fn wait(mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "it never happened");
        thread::sleep(Duration::from_millis(1));
    }
}

fn manner() -> Manner {
    Manner { checksum: Checksum::Sha256, modulepath: String::new() }
}

fn file(path: &Path, attributes: &[(&str, Value)]) -> (Found, State) {
    let mut target: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    target.insert("path", path.to_str().unwrap());
    (Found::at(path, Links::Manage).0.unwrap(), target)
}

fn begin(files: Vec<(Found, State)>, threads: usize) -> Ahead {
    let files = files.into_iter().map(|(found, target)| File::new(found, target, None)).collect();
    Ahead::begin(manner(), files, threads)
}

#[test]
fn contents_and_sources_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("source"), "four").unwrap();
    fs::write(at("large"), vec![b'x'; usize::try_from(LARGEST).unwrap() + 1]).unwrap();
    for (name, content) in [("same", "four"), ("other", "five"), ("longer", "sixteen")] {
        fs::write(at(name), content).unwrap();
    }
    let content = ("content", Value::from("four"));
    let source = ("source", Value::array([format!("file://{}", at("source").display()).into()]));
    let missing = ("source", Value::array([format!("file://{}", at("missing").display()).into()]));
    let mut files: Vec<(Found, State)> = (0..WORTH_THREADS).map(|_| file(&at("same"), &[])).collect();
    let special = [
        (file(&at("same"), std::slice::from_ref(&content)), Some(true)),
        (file(&at("other"), std::slice::from_ref(&content)), Some(false)),
        (file(&at("longer"), std::slice::from_ref(&content)), Some(false)),
        (file(&at("same"), std::slice::from_ref(&source)), Some(true)),
        (file(&at("other"), std::slice::from_ref(&source)), Some(false)),
        // What needs more than a look is left to the turn.
        (file(&at("longer"), &[source]), None),
        (file(&at("same"), &[missing]), None),
        (file(&at("same"), &[content.clone(), ("replace", false.into())]), None),
        (file(&at("same"), &[content.clone(), ("ensure", "absent".into())]), None),
        (file(&at("same"), &[content.clone(), ("checksum", "mtime".into())]), None),
        (file(&at("large"), &[content]), None),
    ];
    files.extend(special.iter().map(|(file, _)| file.clone()));
    let ahead = begin(files, 2);
    wait(|| ahead.shared.files.iter().all(|file| file.compared.get().is_some()));
    for (place, (_, expected)) in special.iter().enumerate() {
        let compared = ahead.take(WORTH_THREADS + place);
        assert_eq!(compared.as_ref().map(|compared| compared.is_same), *expected, "{place}");
        let has_source = compared.is_some_and(|compared| compared.source.is_some());
        assert_eq!(has_source, matches!(place, 3 | 4), "{place}");
    }
    assert!(ahead.take(files_beyond()).is_none());
}

fn files_beyond() -> usize {
    WORTH_THREADS * 2
}

#[test]
fn threads_end_with_what_they_are_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "x").unwrap();
    let files = vec![file(&path, &[("content", "x".into())]); 100_000];
    let ahead = begin(files, 2);
    let shared: Arc<Shared> = Arc::clone(&ahead.shared);
    drop(ahead);
    wait(|| Arc::strong_count(&shared) == 1);
    assert_eq!(shared.reached.load(Ordering::Relaxed), usize::MAX);
}

#[test]
fn few_files_are_not_worth_a_thread() {
    let folder = tempfile::tempdir().unwrap();
    let few = vec![file(folder.path(), &[]); WORTH_THREADS - 1];
    let ahead = begin(few, 2);
    assert_eq!(Arc::strong_count(&ahead.shared), 1);
}

#[test]
fn what_is_known_is_not_compared_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "x").unwrap();
    let (found, target) = file(&path, &[("content", "x".into())]);
    let known = Compared { is_same: false, source: None };
    let files = (0..WORTH_THREADS).map(|_| File::new(found.clone(), target.clone(), Some(known.clone()))).collect();
    let ahead = Ahead::begin(manner(), files, 2);
    assert_eq!(Arc::strong_count(&ahead.shared), 1);
    assert_eq!(ahead.take(0).map(|compared| compared.is_same), Some(false));
}
