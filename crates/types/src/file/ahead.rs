//! Compares contents on background threads before their files are evaluated.
//!
//! Files are evaluated from the first to the last. The background threads start with the last, so both meet in the
//! middle, wherever that is, and nothing ever waits. A change invalidates the results: the owner then drops this, and
//! the threads end.

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
    contents::Buffers,
    goal::Goal,
    source::{self, Source},
    stat::{FileStat, Kind},
    target_file::{TargetFile, default_checksum},
};

/// From how many files on background threads pay off.
const MIN_FILES: usize = 256;

const MAX_THREADS: usize = 4;

/// Larger files are compared during their evaluation only.
const MAX_FILE_SIZE: u64 = 256 * 1024;

/// The result of comparing the content of a file with what it should be.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    pub(super) is_same: bool,
    /// The source that it was compared with; none where the manifest has the content.
    pub(super) source: Option<Arc<Source>>,
}

/// What comparing contents needs besides the files themselves.
pub(super) struct CompareSettings {
    /// How contents are compared, unless a resource sets `checksum`.
    pub(super) checksum: Checksum,
    /// The module path.
    pub(super) modulepath: String,
}

/// Files whose contents are being compared. The threads end when this is dropped.
pub(super) struct Ahead {
    shared: Arc<Shared>,
}

struct Shared {
    settings: CompareSettings,
    files: Vec<File>,
    /// The first file that has not been evaluated. The threads skip everything before it.
    reached: AtomicUsize,
}

/// A file that is to be evaluated soon.
pub(super) struct File {
    stat: FileStat,
    target: State,
    compared: OnceLock<Option<Compared>>,
}

impl File {
    pub(super) fn new(stat: FileStat, target: State) -> File {
        File { stat, target, compared: OnceLock::new() }
    }
}

/// How many threads can compare files besides the one that evaluates.
pub(super) fn background_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS) - 1
}

impl Ahead {
    /// Starts comparing files, which are given in the order of their evaluation, if there are enough of them.
    pub(super) fn begin(settings: CompareSettings, files: Vec<File>, threads: usize) -> Ahead {
        let threads = if files.len() < MIN_FILES { 0 } else { threads };
        let shared = Arc::new(Shared { settings, files, reached: AtomicUsize::new(0) });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = String::from("comparing");
            // If no thread can be started, everything is compared during evaluation.
            let _ = thread::Builder::new().name(name).spawn(move || shared.compare(number, threads));
        }
        Ahead { shared }
    }

    /// The result for the file that is being evaluated, if there is one yet.
    pub(super) fn take(&self, index: usize) -> Option<Compared> {
        self.shared.reached.fetch_max(index + 1, Ordering::Relaxed);
        self.shared.files.get(index)?.compared.get().cloned().flatten()
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.shared.reached.store(usize::MAX, Ordering::Relaxed);
    }
}

impl Shared {
    /// Compares every `step`th file, from the last one down to where evaluation is.
    fn compare(&self, first: usize, step: usize) {
        let mut buffers = Buffers::default();
        for (index, file) in self.files.iter().enumerate().rev().skip(first).step_by(step) {
            if index < self.reached.load(Ordering::Relaxed) {
                return;
            }
            file.compared.get_or_init(|| self.settings.compare(&file.stat, &file.target, &mut buffers));
        }
    }
}

impl CompareSettings {
    /// The settings of a run.
    pub(super) fn of(context: &Context) -> CompareSettings {
        CompareSettings {
            checksum: default_checksum(context),
            modulepath: context.setting("modulepath").unwrap_or_default(),
        }
    }

    /// Compares the content of a file with what it should be, in simple cases.
    pub(super) fn compare(&self, stat: &FileStat, target: &State, buffers: &mut Buffers) -> Option<Compared> {
        let checksum = target.text("checksum").map_or(Some(self.checksum), Checksum::from_name)?;
        let file = TargetFile::with_checksum(target, checksum);
        let is_plain = stat.kind == Kind::File && stat.size <= MAX_FILE_SIZE;
        if !is_plain || !file.replaces() || file.text("ensure") == Some("absent") {
            return None;
        }
        let source = match file.has_source() {
            true if file.text("checksum_value").is_some() => return None,
            true => Some(Arc::new(source::local_only(&file, &self.modulepath)?)),
            false => None,
        };
        let goal = Goal::from(file, source);
        let is_same = goal.compare_bytes(stat, buffers)?;
        Some(Compared { is_same, source: goal.source })
    }
}

#[cfg(test)]
mod tests;
