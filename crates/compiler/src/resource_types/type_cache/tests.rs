//! What is kept is found again, by its content alone; what is broken, foreign or too much is not.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use diagnostics::Source;
use tempfile::TempDir;

use super::{
    Entry, MAX_AGE_DAYS, MAX_BYTES, MAX_ENTRIES, TOUCH_INTERVAL_DAYS, TypeCache, file::CacheFile, keep_latest,
};

const TODAY: u32 = 20_000;

fn text(name: &str) -> String {
    format!(
        "Puppet::ResourceApi.register_type(name: '{name}', desc: 'A thing.', attributes: {{
           name: {{ type: 'String[1]', desc: 'Its name.', behaviour: :namevar }} }})"
    )
}

/// A directory that only we can write to, and the path of the file in it.
fn entry_at() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("bunraku/ruby_types");
    (directory, path)
}

/// Reads texts as a run does it; returns the names that were known before.
fn run(path: &Path, today: u32, names: &[&str]) -> Vec<String> {
    let kept = TypeCache::new(path, today);
    let mut known = Vec::new();
    for name in names {
        let text = text(name);
        match kept.find(&text) {
            Ok(types) => {
                assert_eq!(types[0].name, *name);
                assert!(types[0].definition.is_some());
                known.push((*name).to_owned());
            }
            Err(wanted) => kept.add(wanted, &ruby_metadata::read_types(&Source::new("", text)).unwrap()),
        }
    }
    kept.save();
    known
}

#[test]
fn what_one_run_reads_the_next_one_knows() {
    let (_folder, path) = entry_at();
    assert!(run(&path, TODAY, &["a", "b"]).is_empty());
    assert_eq!(run(&path, TODAY, &["b", "c"]), ["b"]);
    assert_eq!(run(&path, TODAY, &["a", "b", "c"]), ["a", "b", "c"]);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(path.parent().unwrap()).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn nothing_is_written_when_nothing_is_new() {
    let (_folder, path) = entry_at();
    run(&path, TODAY, &["a"]);
    let before = fs::metadata(&path).unwrap();
    assert_eq!(run(&path, TODAY + TOUCH_INTERVAL_DAYS - 1, &["a"]), ["a"]);
    let after = fs::metadata(&path).unwrap();
    assert_eq!(std::os::unix::fs::MetadataExt::ino(&before), std::os::unix::fs::MetadataExt::ino(&after));
}

#[test]
fn whatever_is_broken_is_read_anew_and_mended() {
    let (_folder, path) = entry_at();
    run(&path, TODAY, &["a", "b"]);
    let whole = fs::read(&path).unwrap();
    for entry_at in (0..whole.len()).step_by(11) {
        let mut broken = whole.clone();
        broken[entry_at] ^= 0x10;
        fs::write(&path, &broken).unwrap();
        assert!(run(&path, TODAY, &["a", "b"]).len() < 2, "nobody saw that byte {entry_at} was wrong");
        assert_eq!(run(&path, TODAY, &["a", "b"]), ["a", "b"], "byte {entry_at} was not mended");
    }
    for length in [0, 10, 50, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(run(&path, TODAY, &["a", "b"]).len() < 2);
        assert_eq!(run(&path, TODAY, &["a", "b"]), ["a", "b"]);
    }
}

#[test]
fn what_others_can_write_is_not_read() {
    let (_folder, path) = entry_at();
    run(&path, TODAY, &["a"]);
    let allow = |mode: u32| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    for mode in [0o620, 0o602, 0o666] {
        allow(mode);
        assert!(CacheFile::open(&path).is_none(), "{mode:o}");
        // It is replaced by one of our own.
        assert!(run(&path, TODAY, &["a"]).is_empty());
        assert_eq!(run(&path, TODAY, &["a"]), ["a"]);
    }
    let elsewhere = path.with_file_name("elsewhere");
    fs::rename(&path, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
    assert!(CacheFile::open(&path).is_none());
    if rustix::process::geteuid().is_root() {
        fs::remove_file(&path).unwrap();
        fs::rename(&elsewhere, &path).unwrap();
        std::os::unix::fs::chown(&path, Some(65_534), None).unwrap();
        assert!(CacheFile::open(&path).is_none());
    }
}

#[test]
fn nothing_is_written_where_others_can_write() {
    let (_folder, path) = entry_at();
    let directory = path.parent().unwrap();
    fs::create_dir(directory).unwrap();
    fs::set_permissions(directory, fs::Permissions::from_mode(0o777)).unwrap();
    run(&path, TODAY, &["a"]);
    assert!(!path.exists());
}

#[test]
fn a_folder_that_cannot_be_made_is_no_error() {
    let (directory, _) = entry_at();
    let nowhere = directory.path().join("not/there/ruby_types");
    assert!(run(&nowhere, TODAY, &["a"]).is_empty());
    assert!(!directory.path().join("not").exists());
    let blocked = directory.path().join("file/ruby_types");
    fs::write(directory.path().join("file"), "").unwrap();
    assert!(run(&blocked, TODAY, &["a"]).is_empty());
}

#[test]
fn what_nobody_uses_goes() {
    let (_folder, path) = entry_at();
    run(&path, TODAY, &["old", "used"]);
    assert_eq!(run(&path, TODAY + MAX_AGE_DAYS, &["used"]), ["used"]);
    run(&path, TODAY + MAX_AGE_DAYS + 1, &["new"]);
    assert_eq!(run(&path, TODAY + MAX_AGE_DAYS + 1, &["old", "used", "new"]), ["used", "new"]);
}

#[test]
fn what_two_runs_read_side_by_side_is_kept_of_both() {
    let (_folder, path) = entry_at();
    let (one, other) = (TypeCache::new(&path, TODAY), TypeCache::new(&path, TODAY));
    for (kept, name) in [(&one, "a"), (&other, "b")] {
        let text = text(name);
        let wanted = kept.find(&text).unwrap_err();
        kept.add(wanted, &ruby_metadata::read_types(&Source::new("", text)).unwrap());
    }
    one.save();
    other.save();
    assert_eq!(run(&path, TODAY, &["a", "b"]), ["a", "b"]);
}

#[test]
fn there_is_a_limit() {
    let entry = |number: usize, size: usize| {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_be_bytes());
        Entry { key, last_used: u32::try_from(number).unwrap(), bytes: vec![0; size] }
    };
    let mut many: Vec<Entry> = (0..MAX_ENTRIES + 10).map(|number| entry(number, 1)).collect();
    keep_latest(&mut many);
    assert_eq!(many.len(), MAX_ENTRIES);
    assert!(many.iter().all(|entry| entry.last_used >= 10));
    let mut large: Vec<Entry> = (0..5).map(|number| entry(number, MAX_BYTES / 4)).collect();
    keep_latest(&mut large);
    assert_eq!(large.iter().map(|entry| entry.last_used).collect::<Vec<_>>(), [4, 3, 2, 1]);
}
