//! Compares contents before any file has its turn, on another thread, while the run is being prepared.
//!
//! Until its turn a file may be changed by whatever has its turn before. So what was compared holds only as long as the
//! file, and its source, are the ones that were looked at: what the system says of them, to the nanosecond of their last
//! change, must be the same. A clock may be too slow to tell two changes apart; a file that was changed a moment ago is
//! therefore not looked at so early.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

use ecow::EcoString;
use pcore::Value;
use resource_api::State;
use rustc_hash::FxHashMap;

use super::{
    ahead::{Compared, Manner},
    found::{Found, Links, Written},
    same::Buffers,
    source::Source,
};

/// How many seconds a file must have been left alone.
const SETTLED_AFTER: i64 = 2;

/// Files that are compared. The thread ends when it is dropped.
pub(super) struct Foresight {
    /// The share of a file, and its place there.
    places: FxHashMap<EcoString, (Arc<Share>, usize)>,
    shares: Sender<Arc<Share>>,
    progress: Arc<Progress>,
    count: usize,
    modulepath: String,
}

/// Some of the files.
struct Share {
    /// How many files there are before them.
    start: usize,
    files: Vec<File>,
}

struct File {
    target: State,
    seen: OnceLock<Option<Foreseen>>,
}

/// A file that was looked at.
struct Foreseen {
    found: Found,
    /// The attributes that `get` returns.
    state: State,
    compared: Option<Compared>,
}

/// A file that was looked at, and that nobody has touched since.
#[derive(Clone, Copy)]
pub(super) struct Glimpse<'f> {
    file: &'f File,
    seen: &'f Foreseen,
    modulepath: &'f str,
}

impl Glimpse<'_> {
    /// The attributes that `get` returns.
    pub(super) fn state(self) -> State {
        self.seen.state.clone()
    }

    /// Its content beside what it should be, if it was compared with that, and with a source that nobody has touched.
    pub(super) fn compared(self, target: &State) -> Option<Compared> {
        let compared = self.seen.compared.as_ref().filter(|_| self.file.target == *target)?;
        let holds = |source: &Source| source.is_where_it_was(self.modulepath) && still_holds(source);
        compared.source.as_deref().is_none_or(holds).then(|| compared.clone())
    }
}

#[derive(Default)]
struct Progress {
    /// The first file that has had no turn, as far as anybody knows.
    reached: AtomicUsize,
    /// How many files the thread has done with.
    done: AtomicUsize,
}

impl Foresight {
    /// Begins with no files; nothing where no thread can be had.
    pub(super) fn begin(manner: Manner) -> Option<Foresight> {
        let (shares, given) = channel();
        let progress = Arc::new(Progress::default());
        let told = Arc::clone(&progress);
        let modulepath = manner.modulepath.clone();
        let thread = thread::Builder::new().name(String::from("foresight"));
        thread.spawn(move || told.compare(&manner, &given)).ok()?;
        Some(Foresight { places: FxHashMap::default(), shares, progress, count: 0, modulepath })
    }

    /// Takes what more files should be.
    pub(super) fn add(&mut self, targets: &[State]) {
        let file = |target: &State| File { target: target.clone(), seen: OnceLock::new() };
        let share = Arc::new(Share { start: self.count, files: targets.iter().map(file).collect() });
        self.count += targets.len();
        for (place, target) in targets.iter().enumerate() {
            if let Some(Value::String(path)) = target.get("path") {
                self.places.insert(path.clone(), (Arc::clone(&share), place));
            }
        }
        // Where the thread has ended, all is compared later.
        let _ = self.shares.send(share);
    }

    /// What came of a file that is about to have its turn, if it is still the one that was looked at.
    pub(super) fn of(&self, path: &str, found: &Found) -> Option<Glimpse<'_>> {
        let (share, place) = self.places.get(path)?;
        self.progress.reached.fetch_max(share.start + place + 1, Ordering::Relaxed);
        let file = share.files.get(*place)?;
        let seen = file.seen.get()?.as_ref()?;
        (seen.found == *found).then_some(Glimpse { file, seen, modulepath: &self.modulepath })
    }

    /// Whether there are files that have had no turn, and that nobody has looked at.
    pub(super) fn is_at_work(&self) -> bool {
        self.progress.done.load(Ordering::Relaxed) < self.count
    }
}

impl Drop for Foresight {
    fn drop(&mut self) {
        self.progress.reached.store(usize::MAX, Ordering::Relaxed);
    }
}

impl Progress {
    fn compare(&self, manner: &Manner, shares: &Receiver<Arc<Share>>) {
        let (mut buffers, mut written) = (Buffers::default(), Written::default());
        while let Ok(share) = shares.recv() {
            for (place, file) in (share.start..).zip(&share.files) {
                if place >= self.reached.load(Ordering::Relaxed) {
                    file.seen.get_or_init(|| look_at(&file.target, manner, &mut buffers, &mut written));
                }
            }
            self.done.fetch_add(share.files.len(), Ordering::Relaxed);
        }
    }
}

/// Compares a file, if nobody has changed it or its source of late.
fn look_at(target: &State, manner: &Manner, buffers: &mut Buffers, written: &mut Written) -> Option<Foreseen> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let settled = i64::try_from(now.as_secs()).ok()?.checked_sub(SETTLED_AFTER)?;
    let is_settled = |found: &Found| found.changed().0 < settled;
    let path = target.get("path")?;
    let found = Found::at(path.as_str()?.as_ref(), Links::Manage).0.filter(is_settled)?;
    let has_settled_source =
        |compared: &Compared| compared.source.as_deref().is_none_or(|source| is_settled(&source.found));
    let compared = manner.compare(&found, target, buffers).filter(has_settled_source);
    Some(Foreseen { state: found.state(path, written), found, compared })
}

/// Whether a source is the one that was looked at.
fn still_holds(source: &Source) -> bool {
    // Which of the two it was is part of what was found.
    let at = |links| source.path().and_then(|path| Found::at(path, links).0);
    at(Links::Manage).as_ref() == Some(&source.found) || at(Links::Follow).as_ref() == Some(&source.found)
}

#[cfg(test)]
mod tests;
