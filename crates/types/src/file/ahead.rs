//! Compares contents ahead of the turns of their files, on other threads.
//!
//! Files have their turns from the first to the last. The other threads begin with the last, so that they and the one
//! that gives turns meet in the middle, wherever that is: nobody waits for anybody. What is changed makes all of it
//! doubtful; whoever changes something forgets this, and the threads end.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use resource_api::{Context, State};

use super::{
    checksum::Checksum,
    found::{Found, Kind},
    goal::Goal,
    same::Buffers,
    source::{self, Source},
    wanted::{Wanted, default_checksum},
};

/// How many files are worth other threads.
pub(super) const WORTH_THREADS: usize = 256;

/// How many threads there are at most.
const MOST_THREADS: usize = 4;

/// Larger files are compared at their turn only.
const LARGEST: u64 = 256 * 1024;

/// The content of a file beside what it should be.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    pub(super) is_same: bool,
    /// The source that it was compared with, unless that is the manifest.
    pub(super) source: Option<Arc<Source>>,
}

/// What is needed to compare contents beside the files themselves.
pub(super) struct Manner {
    /// How contents are compared unless a resource says so.
    pub(super) checksum: Checksum,
    /// Where modules are.
    pub(super) modulepath: String,
}

/// Files whose contents are compared. The threads end when it is dropped.
pub(super) struct Ahead {
    shared: Arc<Shared>,
}

struct Shared {
    manner: Manner,
    files: Vec<File>,
    /// The first file that has had no turn. What is before it is compared no more.
    reached: AtomicUsize,
}

/// A file that is about to have its turn.
pub(super) struct File {
    found: Found,
    target: State,
    compared: OnceLock<Option<Compared>>,
}

impl File {
    /// A file, what it should be, and what is known of its content already.
    pub(super) fn new(found: Found, target: State, compared: Option<Compared>) -> File {
        File { found, target, compared: compared.map_or_else(OnceLock::new, |compared| OnceLock::from(Some(compared))) }
    }
}

/// How many threads can compare files beside the one that gives turns.
pub(super) fn other_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS) - 1
}

impl Ahead {
    /// Begins to compare files, in the order of their turns, as far as somebody has not done that already; on as many
    /// threads as there are, if that is worth it.
    pub(super) fn begin(manner: Manner, files: Vec<File>, threads: usize) -> Ahead {
        let left = files.iter().filter(|file| file.compared.get().is_none()).count();
        let threads = if left < WORTH_THREADS { 0 } else { threads };
        let shared = Arc::new(Shared { manner, files, reached: AtomicUsize::new(0) });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = String::from("comparing");
            // Where no thread can be had, all is compared at its turn.
            let _ = thread::Builder::new().name(name).spawn(move || shared.compare(number, threads));
        }
        Ahead { shared }
    }

    /// What came of a file that is about to have its turn, if somebody was there already.
    pub(super) fn known(&self, place: usize) -> Option<&Compared> {
        self.shared.reached.fetch_max(place + 1, Ordering::Relaxed);
        self.shared.files.get(place)?.compared.get()?.as_ref()
    }

    /// What came of a file that has its turn, if somebody was there already.
    pub(super) fn take(&self, place: usize) -> Option<Compared> {
        self.known(place).cloned()
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.shared.reached.store(usize::MAX, Ordering::Relaxed);
    }
}

impl Shared {
    /// Compares every so many files, from the last to where turns are.
    fn compare(&self, first: usize, step: usize) {
        let mut buffers = Buffers::default();
        for (place, file) in self.files.iter().enumerate().rev().skip(first).step_by(step) {
            if place < self.reached.load(Ordering::Relaxed) {
                return;
            }
            file.compared.get_or_init(|| self.manner.compare(&file.found, &file.target, &mut buffers));
        }
    }
}

impl Manner {
    /// The manner of a run.
    pub(super) fn of(context: &Context) -> Manner {
        Manner { checksum: default_checksum(context), modulepath: context.setting("modulepath").unwrap_or_default() }
    }

    /// Compares the content of a file with what it should be, where that is plain to see.
    pub(super) fn compare(&self, found: &Found, target: &State, buffers: &mut Buffers) -> Option<Compared> {
        let checksum = target.text("checksum").map_or(Some(self.checksum), Checksum::named)?;
        let wanted = Wanted::with_checksum(target, checksum);
        let is_plain = found.kind == Kind::File && found.size <= LARGEST;
        if !is_plain || !wanted.replaces() || wanted.ensure() == Some("absent") {
            return None;
        }
        let source = match wanted.has_source() {
            true if wanted.checksum_value().is_some() => return None,
            true => Some(Arc::new(source::simple(&wanted, &self.modulepath)?)),
            false => None,
        };
        let goal = Goal::from(wanted, source);
        let is_same = goal.looks_same(found, buffers)?;
        Some(Compared { is_same, source: goal.source })
    }
}

#[cfg(test)]
mod tests;
