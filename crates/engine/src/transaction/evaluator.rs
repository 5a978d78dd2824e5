//! The evaluation of a catalog.
//!
//! A vertex is skipped for a reason (`skip.rs`), or evaluated, alone or with others (`batch.rs`). What happens to a resource
//! is recorded as events (`record.rs`), and events refresh the resources that subscribe to them (`refresh.rs`).

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use catalog::CatalogIndex;
use ecow::EcoString;
use pcore::Value;
use resource_api::{
    Failure, Outcome, Types,
    log::{Level, Log},
    registry::ProviderError,
};
use rustc_hash::FxHashMap;

use super::{
    Options, Progress,
    clock::WallClock,
    convert::{Identities, Managed, Member},
    dynamic_children::ChildSources,
    history::{ByReference, History},
    refresh::Queue,
    resources::Resources,
    sessions::Sessions,
    skip::ReportedDependencies,
    status::ResourceStatus,
};
use crate::{
    Evaluation,
    graph::{Vertex, Walk},
    index::{ResourceIndex, SessionIndex, VertexIndex},
};

/// Evaluates all resources and containers.
pub(super) struct Evaluator<'r, 't> {
    pub(super) resources: Resources<'r>,
    pub(super) references: &'r CatalogIndex,
    pub(super) identities: &'r Identities,
    pub(super) types: &'t Types,
    pub(super) sessions: &'r mut Sessions<'t>,
    pub(super) walk: Walk,
    pub(super) options: &'r Options,
    pub(super) log: &'r Log,
    pub(super) clock: &'r dyn WallClock,
    pub(super) history: &'r mut History,
    /// The values of properties after this run, if they are kept for the next one.
    pub(super) system_values: Option<ByReference<indexmap::IndexMap<EcoString, Value, rustc_hash::FxBuildHasher>>>,
    /// The schedules of resources that have one.
    pub(super) schedules: FxHashMap<ResourceIndex, ResourceIndex>,
    pub(super) stop: Option<&'r AtomicBool>,
    pub(super) watch: Option<&'r mut dyn FnMut(&Progress<'_>)>,
    pub(super) queues: FxHashMap<VertexIndex, Queue>,
    pub(super) reported: ReportedDependencies,
    pub(super) children: ChildSources,
    pub(super) state: RunState,
}

/// What happened in the run so far.
#[derive(Default)]
pub(super) struct RunState {
    pub(super) statuses: Vec<ResourceStatus>,
    /// How long the resources of types took, by the names of the types as they are declared.
    pub(super) times: indexmap::IndexMap<EcoString, Duration, rustc_hash::FxBuildHasher>,
    /// The number of vertices whose evaluation began.
    number: usize,
    pub(super) failed_to_generate: bool,
    /// How many resources have no status because nothing happened to them.
    pub(super) unreported: usize,
    /// Types without a suitable provider, with the reason.
    unsuitable: indexmap::IndexMap<EcoString, EcoString, rustc_hash::FxBuildHasher>,
    /// How many resources of a session were in windows so far, if their changes are made in one call.
    pub(super) batched: FxHashMap<SessionIndex, usize>,
    /// The number of changes when the suitability of a session's providers was last determined.
    suitability_checked_at: FxHashMap<SessionIndex, u64>,
    /// Whether a thread for several sessions at a time could not be started.
    pub(super) lacks_threads: bool,
}

impl Evaluator<'_, '_> {
    /// Evaluates everything. Fails when the run must end.
    pub(super) fn run(&mut self) -> Outcome {
        while !self.is_stopped()
            && let Some(vertex) = self.next()?
        {
            if self.postpones(vertex) {
                continue;
            }
            self.begin_children(vertex)?;
            let window = self.window(vertex);
            if window.len() == 1 {
                self.evaluate_alone(vertex)?;
            } else {
                self.evaluate_window(&window)?;
            }
        }
        if self.is_stopped() {
            self.end_children();
            while let Some(vertex) = self.walk.next() {
                self.cancel(vertex);
            }
        }
        for reason in self.state.unsuitable.values() {
            self.log.line(Level::Err, reason);
        }
        Ok(())
    }

    /// The vertex that is evaluated next.
    fn next(&mut self) -> Outcome<Option<VertexIndex>> {
        self.refill_children()?;
        Ok(self.walk.next())
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.options.host && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Skips a vertex because the run was stopped.
    pub(super) fn cancel(&mut self, vertex: VertexIndex) {
        self.log.write(Level::Debug, Some(self.source(vertex)), "Transaction canceled, skipping");
        if let Vertex::Resource(resource) = self.vertex(vertex) {
            let mut status = self.status(resource);
            status.skipped = true;
            self.state.statuses.push(status);
        }
        self.walk.finish(vertex);
    }

    /// Evaluates one vertex for itself.
    pub(super) fn evaluate_alone(&mut self, vertex: VertexIndex) -> Outcome {
        let started = Instant::now();
        self.begin(vertex);
        match self.skip_reason(vertex) {
            Some(reason) => self.skip(vertex, reason),
            None => {
                let status = match self.vertex(vertex) {
                    Vertex::Resource(resource) => Some(self.status(resource)),
                    Vertex::Admissible(_) | Vertex::Completed(_) => None,
                };
                let evaluation = self.evaluate(vertex);
                self.conclude(vertex, status, evaluation, started)?;
            }
        }
        self.end(vertex, started);
        Ok(())
    }

    /// Reports that the evaluation of a vertex begins.
    pub(super) fn begin(&mut self, vertex: VertexIndex) {
        self.state.number += 1;
        let (number, total) = (self.state.number, self.walk.graph().vertices().len());
        let source = self.resources.source(self.vertex(vertex));
        if let Some(watch) = &mut self.watch {
            watch(&Progress { number, total, source });
        }
        if self.options.trace_evaluation && self.options.host {
            let message = format!("Starting to evaluate the resource ({number} of {total})");
            self.log.write(Level::Info, Some(source), &message);
        }
    }

    /// Ends the evaluation of a vertex.
    pub(super) fn end(&mut self, vertex: VertexIndex, started: Instant) {
        if self.options.trace_evaluation && self.options.host {
            let message = format!("Evaluated in {:.2} seconds", started.elapsed().as_secs_f64());
            self.log.write(Level::Info, Some(self.source(vertex)), &message);
        }
        self.walk.finish(vertex);
    }

    fn evaluate(&mut self, vertex: VertexIndex) -> Evaluation {
        // The end of generated resources is not the resource that generated them.
        let Vertex::Resource(resource) = self.vertex(vertex) else { return Evaluation::default() };
        match self.resources.member(resource).managed() {
            Some(managed) if !waits_for_refresh(managed) => {
                self.sessions.get_mut(managed.session).evaluate(&managed.resource)
            }
            Some(_) | None => Evaluation::default(),
        }
    }

    /// Postpones a resource whose provider is not suitable yet; fails it when it cannot become suitable.
    fn postpones(&mut self, vertex: VertexIndex) -> bool {
        let Vertex::Resource(index) = self.vertex(vertex) else { return false };
        let Some(Managed { session, resource, .. }) = self.resources.member(index).managed() else { return false };
        let changes = self.sessions.changes();
        let candidate = self.sessions.get_mut(*session);
        let mut missing = candidate.provider_of(resource).map(drop);
        if missing.is_err() && self.state.suitability_checked_at.insert(*session, changes) != Some(changes) {
            candidate.recheck_providers();
            missing = candidate.provider_of(resource).map(drop);
        }
        let error = match missing {
            Err(error @ (ProviderError::NoneSuitable { .. } | ProviderError::Unsuitable { .. })) => error,
            Ok(()) | Err(_) => return false,
        };
        if !self.walk.postpone(vertex) {
            self.fail_without_provider(vertex, index, &error);
        }
        true
    }

    /// Fails a resource without a suitable provider.
    fn fail_without_provider(&mut self, vertex: VertexIndex, resource: ResourceIndex, error: &ProviderError) {
        let started = Instant::now();
        self.begin(vertex);
        let reason = self.skip_reason(vertex);
        if let Some(reason) = reason {
            self.skip(vertex, reason);
        } else {
            let message = self.log.scrubber().scrub(&error.to_string()).into_owned();
            match error {
                ProviderError::NoneSuitable { type_name, .. } => {
                    self.state.unsuitable.insert(type_name.clone(), message.as_str().into());
                }
                _ => self.log.write(Level::Err, Some(&self.resources.member(resource).path), &message),
            }
            let mut status = self.status(resource);
            status.fail(message.into(), self.clock.now());
            self.walk.fail(vertex);
            self.state.statuses.push(status);
        }
        self.end(vertex, started);
    }

    /// The resource, or the end of a container, at a vertex.
    pub(super) fn vertex(&self, vertex: VertexIndex) -> Vertex {
        self.walk.graph().vertices()[vertex]
    }

    /// The resource or container that a vertex belongs to.
    pub(super) fn member(&self, vertex: VertexIndex) -> &Member {
        self.resources.member(self.vertex(vertex).resource())
    }

    /// The source of log lines about a vertex.
    pub(super) fn source(&self, vertex: VertexIndex) -> &str {
        self.resources.source(self.vertex(vertex))
    }
}

/// Whether a resource only waits for others to refresh it. One that is audited is read all the same.
pub(super) fn waits_for_refresh(managed: &Managed) -> bool {
    managed.resource.waits_for_refresh() && !managed.resource.is_audited()
}

/// The failure of a run with dependency cycles.
pub(super) fn cycle_failure() -> Failure {
    Failure::new("One or more resource dependency cycles detected in graph")
}
