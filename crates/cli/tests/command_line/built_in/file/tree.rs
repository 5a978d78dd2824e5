//! Directories with many files: they are managed in small batches, and a dry run reports what would be removed.

use std::fs;

use super::super::Sandbox;

/// Creates a tree with a number of files, a hundred per directory.
fn plant(sandbox: &Sandbox, name: &str, files: usize) {
    for number in 0..files {
        let directory = sandbox.files().join(name).join(format!("{:03}", number / 100));
        if number % 100 == 0 {
            fs::create_dir_all(&directory).unwrap();
        }
        fs::write(directory.join(format!("{number}.txt")), format!("file {number}\n")).unwrap();
    }
}

/// The peak memory of a run, in kilobytes, for a tree that is in sync.
fn peak(files: usize) -> u64 {
    let sandbox = Sandbox::new();
    plant(&sandbox, "source", files);
    plant(&sandbox, "tree", files);
    let manifest = "file { '%D/tree': ensure => directory, source => '%D/source', recurse => true, purge => true,
            force => true, max_files => -1 }
        -> exec { '/bin/sh -c \"grep VmHWM /proc/$PPID/status > %D/peak\"': }";
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    assert_eq!(run.stdout.lines().filter(|line| line.contains("File[")).count(), 0, "{}", run.stdout);
    sandbox.read("peak").split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn children_of_a_large_tree_are_freed_after_evaluation() {
    let (few, many) = (1500, 5500);
    let more = peak(many).saturating_sub(peak(few));
    // The names of the source and of the tree are kept; a resource with its state, its status and its index takes 5
    // KB.
    let bytes = more * 1024 / (many - few) as u64;
    assert!(bytes < 1500, "{bytes} bytes for each file");
}

#[test]
fn a_dry_run_reports_what_would_be_removed() {
    let sandbox = Sandbox::new();
    plant(&sandbox, "tree", 1200);
    plant(&sandbox, "source", 100);
    let manifest = "file { '%D/tree': ensure => directory, source => '%D/source', recurse => true, purge => true,
        force => true, max_files => -1 }";
    let run = sandbox.apply(manifest, &["--noop"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    // 1,100 files and their directories.
    let goes = run.stdout.lines().filter(|line| line.ends_with("/ensure: removed (noop)")).count();
    assert_eq!(goes, 1100 + 11, "{}", run.stdout);
    assert!(sandbox.files().join("tree/011/1199.txt").exists());

    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""));
    assert_eq!(fs::read_dir(sandbox.files().join("tree")).unwrap().count(), 1);
    let run = sandbox.apply(manifest, &[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}
