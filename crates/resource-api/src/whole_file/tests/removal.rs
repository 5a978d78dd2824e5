//! Removing directories while others move them.

use std::{
    os::unix::fs::lchown,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use rustix::fs::{RenameFlags, renameat_with};

use super::*;

/// Exchanges two names repeatedly until it is dropped.
pub(super) struct Swapper {
    ends: Arc<AtomicBool>,
    swaps: Arc<AtomicU64>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Swapper {
    pub(super) fn start(first: PathBuf, second: PathBuf) -> Swapper {
        let (ends, swaps) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (end, count) = (Arc::clone(&ends), Arc::clone(&swaps));
        let thread = thread::spawn(move || {
            while !end.load(Ordering::Relaxed) {
                let swapped = renameat_with(CWD, &first, CWD, &second, RenameFlags::EXCHANGE);
                count.fetch_add(u64::from(swapped.is_ok()), Ordering::Relaxed);
            }
        });
        Swapper { ends, swaps, thread: Some(thread) }
    }

    pub(super) fn count(&self) -> u64 {
        self.swaps.load(Ordering::Relaxed)
    }
}

impl Drop for Swapper {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// A directory with some files and directories.
fn plant(path: &Path) {
    fs::create_dir_all(path.join("deep/deeper")).unwrap();
    for name in ["a", "deep/b", "deep/deeper/c"] {
        fs::write(path.join(name), name).unwrap();
    }
}

fn remove_all(path: &Path) -> io::Result<()> {
    DirectoryEntry::at(path)?.remove_all()
}

#[test]
fn everything_below_a_directory_is_removed_but_not_the_targets_of_links() {
    let dir = tempfile::tempdir().unwrap();
    let (victim, path) = (dir.path().join("victim"), dir.path().join("path"));
    plant(&victim);
    plant(&path);
    symlink(&victim, path.join("link")).unwrap();
    symlink("../victim/a", path.join("deep/link")).unwrap();
    rustix::fs::mknodat(CWD, path.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    remove_all(&path).unwrap();
    assert_eq!(names(dir.path()), ["victim"]);
    assert_eq!(names(&victim), ["a", "deep"]);
    // Other files are removed as well; the target of a link is not.
    symlink(&victim, &path).unwrap();
    remove_all(&path).unwrap();
    assert_eq!(names(dir.path()), ["victim"]);
    assert_eq!(remove_all(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[test]
fn a_tree_may_be_deeper_than_descriptors_and_paths_reach() {
    let dir = tempfile::tempdir().unwrap();
    let name = "d".repeat(100);
    let mut deepest = rustix::fs::open(dir.path(), OFlags::PATH, Mode::empty()).unwrap();
    for _ in 0..3000 {
        rustix::fs::mkdirat(&deepest, &name, Mode::RWXU).unwrap();
        openat(&deepest, "file", OFlags::CREATE | OFlags::WRONLY, Mode::RUSR).unwrap();
        deepest = openat(&deepest, &name, OFlags::PATH, Mode::empty()).unwrap();
    }
    remove_all(&dir.path().join(name)).unwrap();
    assert_eq!(names(dir.path()), ["file"]);
}

/// How many times something is removed while it is swapped.
const RUNS: usize = 2000;

#[test]
fn swapping_a_directory_with_a_link_removes_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let [victim, cache, link] = ["victim", "cache", "link"].map(|name| dir.path().join(name));
    plant(&victim);
    let swapper = Swapper::start(cache.clone(), link.clone());
    for _ in 0..RUNS {
        // Either of them may be the one that was removed.
        let _ = symlink(&victim, &link);
        let _ = symlink(&victim, &cache);
        for path in [&link, &cache] {
            let _ = fs::remove_file(path);
            let _ = fs::create_dir_all(path.join("deep/deeper"));
            let _ = fs::write(path.join("deep/deeper/c"), "");
            let _ = symlink(&victim, path);
        }
        let _ = remove_all(&cache);
    }
    assert!(swapper.count() > 0, "nothing was swapped");
    drop(swapper);
    assert_eq!(
        (names(&victim), names(&victim.join("deep/deeper"))),
        (vec!["a".into(), "deep".into()], vec!["c".into()])
    );
}

#[test]
fn swapping_the_parent_directory_removes_nothing_else() {
    if !skip_test::has_root("who is not root follows every link") {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let [victim, home, other] = ["victim", "home", "other"].map(|name| dir.path().join(name));
    plant(&victim.join("cache"));
    fs::create_dir(&home).unwrap();
    symlink(&victim, &other).unwrap();
    for path in [&home, &other] {
        lchown(path, Some(4711), None).unwrap();
    }
    let swapper = Swapper::start(home.clone(), other.clone());
    let mut removed = 0;
    for _ in 0..RUNS {
        // Whatever these contain is also in the victim.
        for path in [&home, &other] {
            let _ = fs::create_dir_all(path.join("cache/deep/deeper"));
        }
        removed += u32::from(remove_all(&home.join("cache")).is_ok());
    }
    assert!(swapper.count() > 0, "nothing was swapped");
    drop(swapper);
    assert!(removed > 0, "nothing was removed");
    let cache = victim.join("cache");
    assert_eq!((names(&cache), names(&cache.join("deep/deeper"))), (vec!["a".into(), "deep".into()], vec!["c".into()]));
}
