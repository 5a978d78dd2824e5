//! Evaluates resources together that do not depend on each other.
//!
//! A *window* is a part of the order of evaluation in which no resource depends on another one. Its resources can be asked
//! for by name in one `get`, changed in one `set`, or evaluated in parallel, as far as their types allow that:
//!
//! | the definition has | resources of a window |
//! |---|---|
//! | the feature `simple_get_filter` | of this type are read in one call |
//! | `batch: true` | of this type are changed in one call |
//! | `batch: flush` | of this type are changed one by one in memory, and written in one call |
//! | `parallel: true` | of this and of other such types are evaluated in parallel, each type on its own |
//!
//! What was read of a resource holds as `session/cache.rs` says.
//!
//! Log lines are held back meanwhile, so that they come in the order of evaluation.

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
use pcore::never;
use resource_api::{
    Feature, Outcome,
    log::{Level, LogEntry},
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{
    evaluator::{Evaluator, waits_for_refresh},
    skip::Skip,
};
use crate::{
    Evaluation, ManagedResource, Session,
    graph::{Priority, Vertex, Walk},
    handling::Batch,
    index::{ProviderIndex, SessionIndex, VertexIndex},
};

/// The number of resources in a window, unless they are changed in one call. A window of those may have as many as were
/// changed before, so that a file of 100,000 lines is written seven times and not a hundred times.
const MAX_WINDOW: usize = 1024;

/// How a resource can be evaluated together with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grouping {
    session: SessionIndex,
    /// The index of its provider.
    provider: ProviderIndex,
    /// Whether it can be read together with others of its session and provider.
    reads: bool,
    /// Whether it can be changed together with others of its session and provider.
    changes: bool,
    /// Whether it can be evaluated at the same time as resources of other sessions.
    parallel: bool,
}

impl Evaluator<'_, '_> {
    /// The vertices that are evaluated together with this one, in the order of evaluation.
    pub(super) fn window(&mut self, first: VertexIndex) -> Vec<VertexIndex> {
        let mut window = vec![first];
        let Some(grouping) = self.grouping(first) else { return window };
        let mut unlocked = Unlocked::default();
        let batched = self.state.batched.get(&grouping.session).copied().filter(|_| grouping.changes);
        let max_window = batched.unwrap_or_default().max(MAX_WINDOW);
        while window.len() < max_window {
            unlocked.add(&self.walk, window[window.len() - 1]);
            let Some(next) = self.walk.peek() else { break };
            let fits = self.grouping(next).is_some_and(|other| {
                // The resources of another provider may be needed to read those of this one.
                let same = other.session == grouping.session && other.provider == grouping.provider;
                (same && (grouping.reads || grouping.changes)) || (grouping.parallel && other.parallel)
            });
            // More dynamic resources may come after the last one.
            let is_dynamic = |vertex: VertexIndex| self.resources.is_dynamic(self.vertex(vertex).resource());
            let fits = fits && is_dynamic(first) == is_dynamic(next);
            // A vertex that becomes ready through the window would be evaluated first.
            let priority = self.walk.graph().priority(next);
            let is_next = unlocked.first.as_ref().is_none_or(|first| priority.is_some_and(|priority| priority < first));
            if !fits || !is_next || self.walk.next() != Some(next) {
                break;
            }
            window.push(next);
        }
        if grouping.changes {
            *self.state.batched.entry(grouping.session).or_default() += window.len();
        }
        window
    }

    /// How the resource at a vertex can be evaluated together with others, if at all.
    fn grouping(&mut self, vertex: VertexIndex) -> Option<Grouping> {
        let Vertex::Resource(resource) = self.vertex(vertex) else { return None };
        let managed = self.resources.member(resource).managed().filter(|managed| !managed.eval_generate)?;
        let handling = &managed.resource.handling;
        let reads = managed.resource.definition().has(Feature::SimpleGetFilter) && handling.batch != Batch::Never;
        let changes = matches!(handling.batch, Batch::Set | Batch::Flush);
        let parallel = self.options.parallel > 1 && handling.parallel;
        if !reads && !changes && !parallel {
            return None;
        }
        // A resource without a provider is postponed, which is only possible for one at a time.
        let session = managed.session;
        let provider = self.sessions.get_mut(session).provider_index(&managed.resource).ok()?;
        Some(Grouping { session, provider, reads, changes, parallel })
    }

    /// Evaluates the vertices of a window.
    pub(super) fn evaluate_window(&mut self, window: &[VertexIndex]) -> Outcome {
        let skipped: Vec<Option<Skip>> = window.iter().map(|vertex| self.skip_reason(*vertex)).collect();
        let mut shares: IndexMap<SessionIndex, Share, FxBuildHasher> = IndexMap::default();
        for (position, vertex) in window.iter().enumerate() {
            let managed = self.resources.member(self.vertex(*vertex).resource()).managed();
            if let Some(managed) = managed.filter(|managed| skipped[position].is_none() && !waits_for_refresh(managed))
            {
                let share = shares.entry(managed.session).or_default();
                share.positions.push(position);
                share.resources.push(managed.resource.clone());
            }
        }
        for (session, share) in &shares {
            // A resource that cannot be read fails when it is evaluated.
            let _ = self.sessions.get_mut(*session).prefetch(&share.resources());
        }
        let is_serial = shares
            .keys()
            .all(|session| matches!(self.sessions.get(*session).handling.batch, Batch::ReadTogether | Batch::Never));
        if is_serial && shares.len() < 2 {
            return window.iter().try_for_each(|vertex| {
                if self.is_stopped() {
                    self.cancel(*vertex);
                    return Ok(());
                }
                self.evaluate_alone(*vertex)
            });
        }
        self.evaluate_in_parallel(window, &skipped, shares)
    }

    fn evaluate_in_parallel(
        &mut self,
        window: &[VertexIndex],
        skipped: &[Option<Skip>],
        mut shares: IndexMap<SessionIndex, Share, FxBuildHasher>,
    ) -> Outcome {
        let started = Instant::now();
        let mut working: Vec<(&mut Session<'_>, &mut Share)> = Vec::with_capacity(shares.len());
        shares.sort_unstable_keys();
        let mut open = shares.iter_mut().peekable();
        let sessions = self.sessions.all();
        for (index, session) in SessionIndex::first(sessions.len()).zip(sessions) {
            working.extend(open.next_if(|(of, _)| **of == index).map(|(_, share)| (session, share)));
        }
        if let Err(error) = evaluate_shares(working, self.options.parallel)
            && !std::mem::replace(&mut self.state.lacks_threads, true)
        {
            let message = format!(
                "Could not start a thread for --parallel: {error}; fewer resources are managed at the same time"
            );
            self.log.line(Level::Warning, &message);
        }
        let took = started.elapsed() / u32::try_from(window.len()).unwrap_or(u32::MAX);
        self.take_results(window, skipped, shares.into_values(), took)
    }

    /// Takes the evaluations of a window, in its order. After a fatal failure nothing more is evaluated or refreshed, but
    /// everything that was changed by then is reported.
    fn take_results(
        &mut self,
        window: &[VertexIndex],
        skipped: &[Option<Skip>],
        shares: impl Iterator<Item = Share>,
        took: std::time::Duration,
    ) -> Outcome {
        let mut results: Vec<Option<(Evaluation, Vec<LogEntry>)>> = window.iter().map(|_| None).collect();
        // The resources that a session did not reach before the run ended.
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
                // Other sessions changed resources before the failure was known.
                if let Some((evaluation, lines)) = result {
                    self.begin(*vertex);
                    let status = self.status(self.vertex(*vertex).resource());
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
                let status = self.status(self.vertex(*vertex).resource());
                let (evaluation, lines) =
                    result.unwrap_or_else(|| never!("what was not skipped was evaluated", Default::default()));
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

/// Evaluates the shares of a window, so many at the same time, until one of them ends the run. Fails when a thread could not be
/// started; then all of them are evaluated with fewer threads.
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

/// The vertices that wait only for the vertices of a window.
#[derive(Default)]
struct Unlocked {
    /// The number of edges from the window to a vertex.
    edges: FxHashMap<VertexIndex, usize>,
    /// The priority of the first of those that wait for nothing else.
    first: Option<Priority>,
}

impl Unlocked {
    /// Adds a vertex to the window.
    fn add(&mut self, walk: &Walk, vertex: VertexIndex) {
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
    /// The positions of its resources in the window.
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
        let buffer = session.log_buffer.clone();
        if let Some(buffer) = &buffer {
            buffer.hold();
        }
        self.evaluations = session.evaluate_batch(&self.resources());
        self.lines = buffer.map(|buffer| buffer.release()).unwrap_or_default();
    }
}
