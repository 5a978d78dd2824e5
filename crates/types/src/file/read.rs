//! Looks at many files at once, on several threads: the system does most of the work, and answers each for itself.

use std::{io, path::Path, thread};

use resource_api::{Identity, State};

use super::found::{Days, Found, Links};

/// What there is of a file, with the attributes that `get` returns, and why nobody can know.
pub(super) type Seen = (Option<(Found, State)>, Option<io::Error>);

/// How many files a thread is worth.
const WORTH_A_THREAD: usize = 128;

/// How many threads there are at most.
const MOST_THREADS: usize = 4;

/// What there is at these paths, in their order.
pub(super) fn all(names: &[Identity]) -> Vec<Seen> {
    let parts = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
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

fn some(names: &[Identity]) -> Vec<Seen> {
    let mut days = Days::default();
    let at = |name: &Identity| {
        let (found, denied) = Found::at(Path::new(name.name()), Links::Manage);
        let found = found.map(|found| {
            let state = found.state(name.value(), &mut days);
            (found, state)
        });
        (found, denied)
    };
    names.iter().map(at).collect()
}
