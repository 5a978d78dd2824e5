//! Background comparison gives the right results, and ends when it is not needed any more.

use std::{
    fs,
    path::Path,
    sync::{Arc, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use pcore::Value;
use resource_api::State;

use super::{super::stat::Links, Ahead, Checksum, CompareSettings, File, FileStat, MAX_FILE_SIZE, MIN_FILES, Shared};

/// Waits for something that happens on other threads.
fn wait(mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "it never happened");
        thread::sleep(Duration::from_millis(1));
    }
}

fn settings() -> CompareSettings {
    CompareSettings { checksum: Checksum::Sha256, modulepath: String::new() }
}

fn file(path: &Path, attributes: &[(&str, Value)]) -> (FileStat, State) {
    let mut target: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    target.insert("path", path.to_str().unwrap());
    (FileStat::at(path, Links::Manage).0.unwrap(), target)
}

fn begin(files: Vec<(FileStat, State)>, threads: usize) -> Ahead {
    let files = files.into_iter().map(|(stat, target)| File::new(stat, target)).collect();
    Ahead::begin(settings(), files, threads)
}

#[test]
fn contents_and_sources_are_compared() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("source"), "four").unwrap();
    fs::write(at("large"), vec![b'x'; usize::try_from(MAX_FILE_SIZE).unwrap() + 1]).unwrap();
    for (name, content) in [("same", "four"), ("other", "five"), ("longer", "sixteen")] {
        fs::write(at(name), content).unwrap();
    }
    let content = ("content", Value::from("four"));
    let source = ("source", Value::array([format!("file://{}", at("source").display()).into()]));
    let missing = ("source", Value::array([format!("file://{}", at("missing").display()).into()]));
    let mut files: Vec<(FileStat, State)> = (0..MIN_FILES).map(|_| file(&at("same"), &[])).collect();
    let special = [
        (file(&at("same"), std::slice::from_ref(&content)), Some(true)),
        (file(&at("other"), std::slice::from_ref(&content)), Some(false)),
        (file(&at("longer"), std::slice::from_ref(&content)), Some(false)),
        (file(&at("same"), std::slice::from_ref(&source)), Some(true)),
        (file(&at("other"), std::slice::from_ref(&source)), Some(false)),
        // More complicated cases are left to evaluation.
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
    for (index, (_, expected)) in special.iter().enumerate() {
        let compared = ahead.take(MIN_FILES + index);
        assert_eq!(compared.as_ref().map(|compared| compared.is_same), *expected, "{index}");
        let has_source = compared.is_some_and(|compared| compared.source.is_some());
        assert_eq!(has_source, matches!(index, 3 | 4), "{index}");
    }
    assert!(ahead.take(files_beyond()).is_none());
}

fn files_beyond() -> usize {
    MIN_FILES * 2
}

#[test]
fn threads_end_with_what_they_are_for() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file");
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
    let directory = tempfile::tempdir().unwrap();
    let few = vec![file(directory.path(), &[]); MIN_FILES - 1];
    let ahead = begin(few, 2);
    assert_eq!(Arc::strong_count(&ahead.shared), 1);
}
