//! Directories with many files: they are managed a few at a time, and a dry run tells what would go.

use std::fs;

use super::super::Place;

/// Makes a tree of so many files, a hundred in a folder.
fn plant(place: &Place, name: &str, files: usize) {
    for number in 0..files {
        let folder = place.files().join(name).join(format!("{:03}", number / 100));
        if number % 100 == 0 {
            fs::create_dir_all(&folder).unwrap();
        }
        fs::write(folder.join(format!("{number}.txt")), format!("file {number}\n")).unwrap();
    }
}

/// How many kilobytes a run held at most when it had looked at a tree in which everything is as it should be.
fn peak(files: usize) -> u64 {
    let place = Place::new();
    plant(&place, "source", files);
    plant(&place, "tree", files);
    let manifest = "file { '%D/tree': ensure => directory, source => '%D/source', recurse => true, purge => true,
            force => true, max_files => -1 }
        -> exec { '/bin/sh -c \"grep VmHWM /proc/$PPID/status > %D/peak\"': }";
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert_eq!(run.stdout.lines().filter(|line| line.contains("File[")).count(), 0, "{}", run.stdout);
    place.read("peak").split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn what_is_in_a_large_tree_is_forgotten_after_its_turn() {
    let (few, many) = (1500, 5500);
    let more = peak(many).saturating_sub(peak(few));
    // Names are kept, of the source and of the tree; a resource with its state, its status and its place takes 5 KB.
    let bytes = more * 1024 / (many - few) as u64;
    assert!(bytes < 1500, "{bytes} bytes for each file");
}

#[test]
fn a_dry_run_tells_what_would_go() {
    let place = Place::new();
    plant(&place, "tree", 1200);
    plant(&place, "source", 100);
    let manifest = "file { '%D/tree': ensure => directory, source => '%D/source', recurse => true, purge => true,
        force => true, max_files => -1 }";
    let run = place.apply(manifest, &["--noop"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    // 1,100 files, and the folders in which they are.
    let goes = run.stdout.lines().filter(|line| line.ends_with("/ensure: removed (noop)")).count();
    assert_eq!(goes, 1100 + 11, "{}", run.stdout);
    assert!(place.files().join("tree/011/1199.txt").exists());

    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    assert_eq!(fs::read_dir(place.files().join("tree")).unwrap().count(), 1);
    let run = place.apply(manifest, &[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}
