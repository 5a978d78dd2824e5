//! Looks at many files at once, on several threads: the system does most of the work, and answers each for itself.

use std::{io, path::Path, thread};

use resource_api::{Identity, State};

use super::{
    foresight::{Foresight, Glimpse},
    found::{Found, Links, Written},
};

/// What there is of a file, with the attributes that `get` returns, and why nobody can know.
pub(super) type Seen<'f> = (Option<SeenFile<'f>>, Option<io::Error>);

/// A file that there is.
pub(super) struct SeenFile<'f> {
    pub(super) found: Found,
    /// The attributes that `get` returns.
    pub(super) state: State,
    /// What is known of it since before.
    pub(super) foreseen: Option<Glimpse<'f>>,
}

/// How many files a thread is worth.
const WORTH_A_THREAD: usize = 128;

/// How many threads there are at most.
const MOST_THREADS: usize = 4;

/// What there is at these paths, in their order. Who has looked at them before may know what they look like.
pub(super) fn all<'f>(names: &[Identity], foresight: Option<&'f Foresight>) -> Vec<Seen<'f>> {
    let some = |names: &[Identity]| some(names, foresight);
    // The one that looks ahead has better things to do than to wait for a processor.
    let threads = if foresight.is_some_and(Foresight::is_at_work) { 1 } else { MOST_THREADS };
    let parts = thread::available_parallelism().map_or(1, usize::from).min(threads);
    let size = names.len().div_ceil(parts).max(WORTH_A_THREAD);
    let (others, own) = names.split_at(names.len().saturating_sub(size));
    thread::scope(|scope| {
        let mut readings = Vec::new();
        let mut seen = Vec::with_capacity(names.len());
        for part in others.chunks(size) {
            readings.push((part, thread::Builder::new().spawn_scoped(scope, || some(part))));
        }
        let own = some(own);
        for (part, reading) in readings {
            // Where no thread can be had, or it came to nothing, it is done here.
            seen.extend(reading.ok().and_then(|reading| reading.join().ok()).unwrap_or_else(|| some(part)));
        }
        seen.extend(own);
        seen
    })
}

fn some<'f>(names: &[Identity], foresight: Option<&'f Foresight>) -> Vec<Seen<'f>> {
    let mut written = Written::default();
    let at = |name: &Identity| {
        let (found, denied) = Found::at(Path::new(name.name()), Links::Manage);
        let found = found.map(|found| {
            let foreseen = foresight.and_then(|foresight| foresight.of(name.name(), &found));
            let state = foreseen.map_or_else(|| found.state(name.value(), &mut written), Glimpse::state);
            SeenFile { found, state, foreseen }
        });
        (found, denied)
    };
    names.iter().map(at).collect()
}
