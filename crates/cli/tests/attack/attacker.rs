//! The unprivileged user who attacks: a thread of this process with the rights of that user.
//!
//! The kernel keeps credentials per thread, and the directories of a sandbox are the same files outside of its namespace,
//! so a thread can do everything there that a process of the user could.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

use rustix::{
    fs::{CWD, FileType, Mode, RenameFlags, mknodat, renameat_with},
    process::{Gid, Uid},
    thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid},
};

use crate::random::Random;

/// The uid of the user `mallory` and gid of the group with that name.
pub const MALLORY: u32 = 4242;

/// Runs an action with the rights of the user. Files that it creates belong to that user.
pub fn as_mallory<T: Send>(action: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            give_up_root();
            action()
        });
        thread.join().unwrap()
    })
}

fn give_up_root() {
    let (user, group) = (Uid::from_raw(MALLORY), Gid::from_raw(MALLORY));
    set_thread_groups(&[group]).unwrap();
    set_thread_res_gid(group, group, group).unwrap();
    set_thread_res_uid(user, user, user).unwrap();
    assert!(fs::read("/etc/shadow").is_err(), "the thread of the attacker still has the rights of root");
}

/// A thread that swaps pairs of paths as fast as it can until it is stopped.
pub struct Swapper {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<u64>,
}

impl Swapper {
    pub fn start(pairs: Vec<(PathBuf, PathBuf)>, mut random: Random) -> Swapper {
        let is_over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            give_up_root();
            let mut swaps = 0;
            while !seen.load(Ordering::Relaxed) {
                for (one, other) in &pairs {
                    // Either of them may have been removed by the run.
                    swaps += u64::from(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok());
                    // The run must be able to win now and then, at different steps.
                    for _ in 0..random.below(2000) {
                        std::hint::spin_loop();
                    }
                }
                thread::yield_now();
            }
            swaps
        });
        Swapper { is_over, thread }
    }

    /// Stops the thread and returns the number of swaps.
    pub fn stop(self) -> u64 {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().unwrap()
    }
}

/// Fills a directory with everything that the manifests of the attacks manage there.
pub fn fill(directory: &Path, text: &str) {
    for number in 0..crate::links::TARGETS {
        let file = directory.join(format!("f{number}"));
        fs::write(&file, text).unwrap();
        fs::write(directory.join(format!("f{number}.bak")), text).unwrap();
        let deep = directory.join(format!("cache{number}/deep"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("data"), text).unwrap();
    }
    fs::create_dir_all(directory.join("sub/deep")).unwrap();
    fs::write(directory.join("sub/index"), text).unwrap();
    fs::write(directory.join("sub/deep/page"), text).unwrap();
    fs::create_dir(directory.join(".ssh")).unwrap();
    fs::write(directory.join(".ssh/authorized_keys"), text).unwrap();
}

/// Sets special permissions on files, which must be cleared when their content or owner changes.
pub fn give_rights(directory: &Path) {
    for (name, mode) in [("f1", 0o6777), ("f0.bak", 0o4755), ("cache1/deep/data", 0o6755), ("sub/index", 0o2775)] {
        fs::set_permissions(directory.join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
}

/// Creates a named pipe.
pub fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o666), 0).unwrap();
}

/// Replaces a path by a link.
pub fn replace_by_link(path: &Path, target: &Path) {
    fs::remove_file(path).unwrap();
    symlink(target, path).unwrap();
}
