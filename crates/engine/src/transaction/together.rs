//! Resources that need not wait for each other.
//!
//! A *window* is a part of the order of turns in which no resource depends on another one. What is in it can be asked
//! for by name in one `get`, changed in one `set`, or managed side by side, as far as its types allow that:
//!
//! | the definition has | resources of a window |
//! |---|---|
//! | the feature `simple_get_filter` | of this type are read in one call |
//! | `batch: true` | of this type are changed in one call |
//! | `batch: flush` | of this type are changed one by one in memory, and written in one call |
//! | `parallel: true` | of this and of other such types are managed side by side, each type on its own |
//!
//! What was read of a resource is read again at its turn when the provider has changed another one since, unless the
//! definition has `batch: true`, `batch: flush` or `looks_ahead: true`.
//!
//! Log lines are held back meanwhile, so that they come in the order of turns.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Instant,
};

use indexmap::IndexMap;
use pcore::Value;
use resource_api::{
    Feature, Outcome,
    log::{Level, LogEntry},
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{
    skip::Skip,
    turns::{Turns, waits_for_refresh},
};
use crate::{
    Evaluation, ManagedResource, Session,
    evaluation::Batch,
    graph::{Priority, Vertex, VertexId, Walk},
};

/// How many resources have their turns together at most, unless they are changed together.
///
/// Those are as many as have been changed before: a file of 100,000 lines is written seven times then, and not a hundred
/// times.
const LARGEST_WINDOW: usize = 1024;

/// How many of a type that looks ahead have their turns together: what is known of so many stays in the cache of a
/// processor from when they are read until they have their turns.
const CLOSE_WINDOW: usize = 256;

/// How the resources of a type can be managed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Manner {
    session: usize,
    /// The place of its provider.
    provider: usize,
    reads: bool,
    changes: bool,
    side_by_side: bool,
}

impl Turns<'_, '_> {
    /// The vertices that have their turns together with this one, in the order of their turns.
    pub(super) fn window(&mut self, first: VertexId) -> Vec<VertexId> {
        let mut window = vec![first];
        let Some(manner) = self.manner(first) else { return window };
        let mut unlocked = Unlocked::default();
        let written = self.course.written.get(&manner.session).copied().filter(|_| manner.changes);
        let largest = match self.sessions.get(manner.session).looks_ahead() {
            true => CLOSE_WINDOW,
            false => written.unwrap_or_default().max(LARGEST_WINDOW),
        };
        while window.len() < largest {
            unlocked.add(&self.walk, window[window.len() - 1]);
            let Some(next) = self.walk.peek() else { break };
            let fits = self.manner(next).is_some_and(|other| {
                // What another provider brings may be needed to look at the resources of this one.
                let same = other.session == manner.session && other.provider == manner.provider;
                (same && (manner.reads || manner.changes)) || (manner.side_by_side && other.side_by_side)
            });
            // After what a resource brings along more of it may come.
            let is_brought = |vertex: VertexId| self.places.is_brought(self.vertex(vertex).place());
            let fits = fits && is_brought(first) == is_brought(next);
            // What becomes ready through the window would have its turn first.
            let priority = self.walk.graph().priority(next);
            let is_next = unlocked.first.as_ref().is_none_or(|first| priority.is_some_and(|priority| priority < first));
            if !fits || !is_next || self.walk.next() != Some(next) {
                break;
            }
            window.push(next);
        }
        if manner.changes {
            *self.course.written.entry(manner.session).or_default() += window.len();
        }
        window
    }

    /// How the resource at a vertex can be managed with others, if at all.
    fn manner(&mut self, vertex: VertexId) -> Option<Manner> {
        let Vertex::Resource(place) = self.vertex(vertex) else { return None };
        let managed = self.places.member(place).managed().filter(|managed| !managed.brings_along)?;
        let definition = managed.resource.definition();
        let batch = Batch::of(definition);
        let mut manner = Manner {
            session: managed.session,
            provider: 0,
            reads: definition.has(Feature::SimpleGetFilter) && batch != Batch::Never,
            changes: matches!(batch, Batch::Set | Batch::Flush),
            side_by_side: self.options.parallel > 1 && definition.key("parallel") == Some(&Value::Boolean(true)),
        };
        let is_alone = !manner.reads && !manner.changes && !manner.side_by_side;
        if is_alone {
            return None;
        }
        // What has no provider is put off, which only one resource at a time can be.
        manner.provider = self.sessions.get(managed.session).provider_place(&managed.resource).ok()?;
        Some(manner)
    }

    /// Gives the vertices of a window their turns.
    pub(super) fn together(&mut self, window: &[VertexId]) -> Outcome {
        let skipped: Vec<Option<Skip>> = window.iter().map(|vertex| self.skip_reason(*vertex)).collect();
        let mut shares: IndexMap<usize, Share, FxBuildHasher> = IndexMap::default();
        for (position, vertex) in window.iter().enumerate() {
            let managed = self.places.member(self.vertex(*vertex).place()).managed();
            if let Some(managed) = managed.filter(|managed| skipped[position].is_none() && !waits_for_refresh(managed))
            {
                let share = shares.entry(managed.session).or_default();
                share.positions.push(position);
                share.resources.push(managed.resource.clone());
            }
        }
        for (session, share) in &shares {
            // Whoever could not be read fails at its turn.
            let _ = self.sessions.get(*session).prefetch(&share.resources());
        }
        let is_serial = shares.keys().all(|session| {
            let batch = Batch::of(self.sessions.get(*session).definition());
            matches!(batch, Batch::Unsaid | Batch::Never)
        });
        if is_serial && shares.len() < 2 {
            return window.iter().try_for_each(|vertex| {
                if self.is_stopped() {
                    self.cancel(*vertex);
                    return Ok(());
                }
                self.alone(*vertex)
            });
        }
        self.side_by_side(window, &skipped, shares)
    }

    fn side_by_side(
        &mut self,
        window: &[VertexId],
        skipped: &[Option<Skip>],
        mut shares: IndexMap<usize, Share, FxBuildHasher>,
    ) -> Outcome {
        let started = Instant::now();
        let mut working: Vec<(&mut Session<'_>, &mut Share)> = Vec::with_capacity(shares.len());
        let mut shares: FxHashMap<usize, Share> = shares.drain(..).collect();
        {
            let mut open: FxHashMap<usize, &mut Share> =
                shares.iter_mut().map(|(session, share)| (*session, share)).collect();
            for (place, session) in self.sessions.all().iter_mut().enumerate() {
                if let Some(share) = open.remove(&place) {
                    working.push((session, share));
                }
            }
        }
        if let Err(error) = evaluate_shares(working, self.options.parallel)
            && !std::mem::replace(&mut self.course.lacks_threads, true)
        {
            let message = format!(
                "Could not start a thread for --parallel: {error}; fewer resources are managed at the same time"
            );
            self.log.line(Level::Warning, &message);
        }
        let took = started.elapsed() / u32::try_from(window.len()).unwrap_or(u32::MAX);
        self.take_results(window, skipped, shares.into_values(), took)
    }

    /// Takes what became of the resources of a window, in the order of their turns. After a failure that ends the run nothing
    /// more is evaluated or refreshed, but whatever was changed by then is reported.
    fn take_results(
        &mut self,
        window: &[VertexId],
        skipped: &[Option<Skip>],
        shares: impl Iterator<Item = Share>,
        took: std::time::Duration,
    ) -> Outcome {
        let mut results: Vec<Option<(Evaluation, Vec<LogEntry>)>> = window.iter().map(|_| None).collect();
        // What a session did not come to before the run ended.
        let mut unevaluated = FxHashSet::default();
        for share in shares {
            let (mut lines, mut evaluations) = (share.lines.into_iter(), share.evaluations.into_iter());
            for position in share.positions {
                match evaluations.next() {
                    Some(evaluation) => results[position] = Some((evaluation, lines.next().unwrap_or_default())),
                    None => drop(unevaluated.insert(position)),
                }
            }
        }
        let mut ended = Ok(());
        for (position, ((vertex, skip), result)) in window.iter().zip(skipped).zip(results).enumerate() {
            if unevaluated.contains(&position) {
                continue;
            }
            let started = Instant::now().checked_sub(took).unwrap_or_else(Instant::now);
            if ended.is_err() {
                // Other sessions changed resources before anybody knew of the failure.
                if let Some((evaluation, lines)) = result {
                    self.begin(*vertex);
                    let status = self.status(self.vertex(*vertex).place());
                    lines.iter().for_each(|line| self.log.sink().write(line));
                    self.conclude_after_end(*vertex, status, evaluation, started);
                    self.end(*vertex, started);
                }
                continue;
            }
            self.begin(*vertex);
            if let Some(reason) = skip {
                self.skip(*vertex, *reason);
            } else {
                let status = self.status(self.vertex(*vertex).place());
                let (evaluation, lines) = result.unwrap_or_default();
                for line in &lines {
                    self.log.sink().write(line);
                }
                ended = self.conclude(*vertex, Some(status), evaluation, started);
            }
            if ended.is_ok() {
                self.end(*vertex, started);
            }
        }
        ended
    }
}

/// Evaluates the shares of a window, so many at the same time, unless one of them ends the run. Fails where a thread could not
/// be started; all of them are evaluated all the same, with fewer threads.
fn evaluate_shares(shares: Vec<(&mut Session<'_>, &mut Share)>, parallel: usize) -> io::Result<()> {
    let threads = parallel.min(shares.len()).saturating_sub(1);
    let waiting = Mutex::new(shares.into_iter());
    let ends = AtomicBool::new(false);
    let work = || {
        while !ends.load(Ordering::Relaxed) {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((session, share)) = next else { return };
            share.evaluate(session);
            if share.evaluations.iter().any(Evaluation::is_fatal) {
                ends.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        let started = (0..threads).try_for_each(|_| thread::Builder::new().spawn_scoped(scope, work).map(drop));
        work();
        started
    })
}

/// What waits for nothing but a window.
#[derive(Default)]
struct Unlocked {
    /// How many edges lead out of the window to a vertex.
    edges: FxHashMap<VertexId, usize>,
    /// Which of those that wait for nothing else has its turn first.
    first: Option<Priority>,
}

impl Unlocked {
    /// Takes one more vertex into the window.
    fn add(&mut self, walk: &Walk, vertex: VertexId) {
        for edge in walk.graph().edges(vertex) {
            let edges = self.edges.entry(edge.to).or_default();
            *edges += 1;
            let Some(priority) = walk.graph().priority(edge.to).filter(|_| *edges == walk.waits_for(edge.to)) else {
                continue;
            };
            if self.first.as_ref().is_none_or(|first| priority < first) {
                self.first = Some(priority.clone());
            }
        }
    }
}

/// The part of a window that one session manages.
#[derive(Default)]
struct Share {
    /// Where its resources stand in the window.
    positions: Vec<usize>,
    resources: Vec<Arc<ManagedResource>>,
    evaluations: Vec<Evaluation>,
    lines: Vec<Vec<LogEntry>>,
}

impl Share {
    fn resources(&self) -> Vec<&ManagedResource> {
        self.resources.iter().map(|resource| &**resource).collect()
    }

    fn evaluate(&mut self, session: &mut Session<'_>) {
        let lane = session.lane.clone();
        if let Some(lane) = &lane {
            lane.hold();
        }
        self.evaluations = session.evaluate_batch(&self.resources());
        self.lines = lane.map(|lane| lane.release()).unwrap_or_default();
    }
}
