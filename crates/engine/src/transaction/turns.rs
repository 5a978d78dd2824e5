//! One turn after the other.
//!
//! At its turn a resource is skipped for a reason (`skip.rs`), or evaluated, alone or with others (`together.rs`). What
//! happens to it is an event; events refresh the resources that subscribe to them (`refresh.rs`).

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant, SystemTime},
};

use ecow::{EcoString, eco_format};
use pcore::{Value, keyed};
use resource_api::{
    Attribute, Failure, Identity, Outcome, Types,
    log::{Level, Log},
    registry::ProviderError,
};
use rustc_hash::FxHashMap;

use super::{
    Options, Turn,
    brood::Brood,
    clock::WallClock,
    convert::{Managed, Member},
    history::{ByReference, History},
    places::Places,
    refresh::Queue,
    sessions::Sessions,
    status::{EventStatus, ResourceEvent, ResourceStatus},
};
use crate::{
    Evaluation, Event,
    catalog::CatalogIndex,
    evaluation::holds_secret,
    graph::{Told, Vertex, VertexId, Walk},
};

/// The turns of all resources and containers.
pub(super) struct Turns<'r, 't> {
    pub(super) places: Places<'r>,
    pub(super) references: &'r CatalogIndex,
    pub(super) identities: &'r keyed::HashMap<(usize, Identity), usize>,
    pub(super) types: &'t Types,
    pub(super) sessions: &'r mut Sessions<'t>,
    pub(super) walk: Walk,
    pub(super) options: &'r Options,
    pub(super) log: &'r Log,
    pub(super) clock: &'r dyn WallClock,
    pub(super) history: &'r mut History,
    /// What properties are when this run leaves them, if somebody keeps that.
    pub(super) left: Option<ByReference<indexmap::IndexMap<EcoString, Value, rustc_hash::FxBuildHasher>>>,
    /// The places of the schedules of resources that have one.
    pub(super) schedules: FxHashMap<usize, usize>,
    pub(super) stop: Option<&'r AtomicBool>,
    pub(super) watch: Option<&'r mut dyn FnMut(&Turn<'_>)>,
    pub(super) queues: FxHashMap<VertexId, Queue>,
    pub(super) told: Told,
    pub(super) told_classes: Told,
    pub(super) warned_classes: Told,
    /// What resources bring along.
    pub(super) broods: Vec<Brood>,
    /// The vertices of what was brought along and is not needed any more.
    pub(super) free: Vec<VertexId>,
    pub(super) course: Course,
}

/// What has become of the turns so far.
#[derive(Default)]
pub(super) struct Course {
    pub(super) statuses: Vec<ResourceStatus>,
    /// How long the resources of types took, by the names of the types as they are declared.
    pub(super) times: indexmap::IndexMap<EcoString, Duration, rustc_hash::FxBuildHasher>,
    number: usize,
    pub(super) failed_to_generate: bool,
    /// How many resources have no status because nothing happened to them.
    pub(super) left_out: usize,
    /// Types without a provider that can be used, with why.
    unsuitable: indexmap::IndexMap<EcoString, EcoString, rustc_hash::FxBuildHasher>,
    /// How many resources of a session were managed whose changes are made together.
    pub(super) written: FxHashMap<usize, usize>,
    /// How much had been changed when sessions were last asked for providers again.
    asked_at: FxHashMap<usize, u64>,
    /// Whether a thread for several resources at a time could not be started.
    pub(super) lacks_threads: bool,
}

impl Turns<'_, '_> {
    /// Gives everything its turn. Fails when the run must end.
    pub(super) fn run(&mut self) -> Outcome {
        while !self.is_stopped()
            && let Some(vertex) = self.next()?
        {
            if self.puts_off(vertex) {
                continue;
            }
            self.open_brood(vertex)?;
            let window = self.window(vertex);
            if window.len() == 1 {
                self.alone(vertex)?;
            } else {
                self.together(&window)?;
            }
        }
        if self.is_stopped() {
            self.close_broods();
            while let Some(vertex) = self.walk.next() {
                self.cancel(vertex);
            }
        }
        for reason in self.course.unsuitable.values() {
            self.log.line(Level::Err, reason);
        }
        Ok(())
    }

    /// The vertex that has the next turn.
    fn next(&mut self) -> Outcome<Option<VertexId>> {
        self.bring_more()?;
        Ok(self.walk.next())
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.options.host && self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Skips what has had no turn when the run is stopped.
    pub(super) fn cancel(&mut self, vertex: VertexId) {
        self.log.write(Level::Debug, Some(self.source(vertex)), "Transaction canceled, skipping");
        if let Vertex::Resource(place) = self.vertex(vertex) {
            let mut status = self.status(place);
            status.skipped = true;
            self.course.statuses.push(status);
        }
        self.walk.finish(vertex);
    }

    /// Gives one vertex its turn.
    pub(super) fn alone(&mut self, vertex: VertexId) -> Outcome {
        let started = Instant::now();
        self.begin(vertex);
        match self.skip_reason(vertex) {
            Some(reason) => self.skip(vertex, reason),
            None => {
                let status = match self.vertex(vertex) {
                    Vertex::Resource(place) => Some(self.status(place)),
                    Vertex::Admissible(_) | Vertex::Completed(_) => None,
                };
                let evaluation = self.evaluate(vertex);
                self.conclude(vertex, status, evaluation, started)?;
            }
        }
        self.end(vertex, started);
        Ok(())
    }

    /// Says that a vertex has its turn now.
    pub(super) fn begin(&mut self, vertex: VertexId) {
        self.course.number += 1;
        let (number, total) = (self.course.number, self.walk.graph().vertices().len());
        let kind = self.vertex(vertex);
        let is_resource = kind.is_resource();
        let source = self.places.source(kind);
        if let Some(watch) = &mut self.watch {
            watch(&Turn { number, total, source, is_resource });
        }
        if self.options.trace_evaluation && self.options.host {
            let message = format!("Starting to evaluate the resource ({number} of {total})");
            self.log.write(Level::Info, Some(source), &message);
        }
    }

    /// Says that the turn of a vertex is over.
    pub(super) fn end(&mut self, vertex: VertexId, started: Instant) {
        if self.options.trace_evaluation && self.options.host {
            let message = format!("Evaluated in {:.2} seconds", started.elapsed().as_secs_f64());
            self.log.write(Level::Info, Some(self.source(vertex)), &message);
        }
        self.walk.finish(vertex);
    }

    fn evaluate(&mut self, vertex: VertexId) -> Evaluation {
        // The end of what a resource brought along is not the resource.
        let Vertex::Resource(place) = self.vertex(vertex) else { return Evaluation::default() };
        match self.places.member(place).managed() {
            Some(managed) if !waits_for_refresh(managed) => {
                self.sessions.get(managed.session).evaluate(&managed.resource)
            }
            Some(_) | None => Evaluation::default(),
        }
    }

    /// Takes what became of a vertex at its turn, and refreshes it if others want that.
    pub(super) fn conclude(
        &mut self,
        vertex: VertexId,
        status: Option<ResourceStatus>,
        evaluation: Evaluation,
        started: Instant,
    ) -> Outcome {
        // A container has nothing to say but what it passes on.
        let Some(mut status) = status else { return self.pass_on(vertex, None) };
        let replaces_refresh = evaluation.events.iter().any(|event| event.replaces_refresh);
        let fatal = self.take_evaluation(vertex, &mut status, evaluation);
        let refreshed = match fatal {
            Some(failure) => Err(failure),
            None => {
                if !status.failed {
                    self.queue_events(vertex, &status.events);
                    if replaces_refresh {
                        self.drop_refresh(vertex);
                    }
                }
                self.pass_on(vertex, Some(&mut status))
            }
        };
        self.keep_status(vertex, status, started);
        refreshed
    }

    /// Takes what became of a resource when the run has ended already: nobody is refreshed any more.
    pub(super) fn conclude_after_end(
        &mut self,
        vertex: VertexId,
        mut status: ResourceStatus,
        evaluation: Evaluation,
        started: Instant,
    ) {
        self.take_evaluation(vertex, &mut status, evaluation);
        self.keep_status(vertex, status, started);
    }

    /// Takes the events of a resource and what the next run is to know. Returns the failure that ends the run, if it is one.
    fn take_evaluation(
        &mut self,
        vertex: VertexId,
        status: &mut ResourceStatus,
        evaluation: Evaluation,
    ) -> Option<Failure> {
        let place = self.vertex(vertex).place();
        status.scheduled = true;
        let fatal = if evaluation.is_fatal() { evaluation.failure.clone() } else { None };
        self.take_events(place, status, &evaluation);
        if let Some(failure) = &fatal {
            status.fail(failure.to_string().into(), self.clock.now());
        }
        self.record(place, status, evaluation);
        fatal
    }

    /// Keeps the status of a resource for the report.
    fn keep_status(&mut self, vertex: VertexId, mut status: ResourceStatus, started: Instant) {
        let place = self.vertex(vertex).place();
        if status.failed || status.failed_to_restart {
            self.walk.fail(vertex);
        }
        let took = started.elapsed();
        status.evaluation_time = Some(took);
        *self.course.times.entry(self.places.declared(place).type_name.clone()).or_default() += took;
        if self.places.is_brought(place) && !self.options.keep_unchanged && status.is_uneventful() {
            self.course.left_out += 1;
        } else {
            // There may be many, and nothing more happens to them.
            status.events.shrink_to_fit();
            self.course.statuses.push(status);
        }
    }

    fn take_events(&self, place: usize, status: &mut ResourceStatus, evaluation: &Evaluation) {
        if evaluation.events.is_empty() && evaluation.error.is_none() {
            return;
        }
        let time = self.clock.now();
        let type_name = self.places.declared(place).type_name.to_lowercase();
        let scrubber = self.log.scrubber();
        let guarded = |value: &Value| match value {
            Value::Sensitive(_) => value.clone(),
            telling if holds_secret(telling, scrubber) => Value::sensitive(telling.clone()),
            harmless => harmless.clone(),
        };
        for event in &evaluation.events {
            status.add(ResourceEvent {
                name: event_name(&type_name, event),
                property: Some(event.property.clone()),
                previous_value: guarded(&event.previous),
                desired_value: guarded(&event.desired),
                historical_value: guarded(&event.historical),
                message: event.message.clone(),
                status: event_status(event),
                time,
                audited: event.audited,
                redacted: event.secret,
                corrective_change: event.corrective,
            });
        }
        if let Some(error) = &evaluation.error {
            status.fail(error.clone(), time);
        }
    }

    /// Keeps what the next run is to know.
    fn record(&mut self, place: usize, status: &ResourceStatus, evaluation: Evaluation) {
        self.leave(place, status, &evaluation);
        let member = self.places.member(place);
        // Of what others bring along, and there may be many, only what a later run asks for is kept.
        if self.places.is_brought(place)
            && evaluation.audited.is_empty()
            && !self.schedules.contains_key(&place)
            && !self.history.records.contains_key(&member.reference)
        {
            return;
        }
        let record = self.history.records.entry(member.reference.clone()).or_default();
        record.checked = Some(status.time);
        record.audited.extend(evaluation.audited);
        if status.changed {
            record.synced = Some(self.clock.now());
        }
    }

    /// Keeps what properties are now.
    fn leave(&mut self, place: usize, status: &ResourceStatus, evaluation: &Evaluation) {
        let member = self.places.member(place);
        let (Some(left), Some(managed)) = (&mut self.left, member.managed()) else { return };
        let scrubber = self.log.scrubber();
        let before = self.history.system_values.as_ref().and_then(|values| values.get(&member.reference));
        let resource = &managed.resource;
        let mut values = indexmap::IndexMap::default();
        for (name, should) in resource.should().iter() {
            let attribute = resource.definition().attribute(name);
            if !attribute.is_some_and(is_kept) {
                continue;
            }
            let event = evaluation.events.iter().find(|event| event.property == *name);
            let old = before.and_then(|before| before.get(name));
            let value = match event {
                // It is not what it should be, so it is what it was.
                Some(event) if status.failed || event_status(event) != EventStatus::Success => {
                    Some(old.unwrap_or(&event.previous).clone())
                }
                Some(_) => Some(should.clone()),
                None if evaluation.current.is_none() => old.cloned(),
                None => Some(should.clone()),
            };
            let told = value.filter(|value| !holds_secret(value, scrubber));
            values.extend(told.map(|value| (name.clone(), value)));
        }
        left.insert(member.reference.clone(), values);
    }

    /// The status that a resource begins its turn with.
    pub(super) fn status(&mut self, place: usize) -> ResourceStatus {
        let mut status = beginning(&self.places, place, self.clock.now());
        status.provider_used = self.provider_used(place);
        status
    }

    /// The provider of a resource whose type has several.
    fn provider_used(&mut self, place: usize) -> Option<EcoString> {
        let managed = self.places.member(place).managed()?;
        let session = self.sessions.get(managed.session);
        if session.provider_count() < 2 {
            return None;
        }
        session.provider_of(&managed.resource).ok().map(|provider| provider.name().clone())
    }

    /// Puts a resource off whose provider cannot be used yet, and fails it when that stays so.
    fn puts_off(&mut self, vertex: VertexId) -> bool {
        let Vertex::Resource(place) = self.vertex(vertex) else { return false };
        let Some(Managed { session, resource, .. }) = self.places.member(place).managed() else { return false };
        let changes = self.sessions.changes();
        let asked = self.sessions.get(*session);
        let mut missing = asked.provider_of(resource).map(drop);
        if missing.is_err() && self.course.asked_at.insert(*session, changes) != Some(changes) {
            asked.ask_for_providers_again();
            missing = asked.provider_of(resource).map(drop);
        }
        let error = match missing {
            Err(error @ (ProviderError::NoneSuitable { .. } | ProviderError::Unsuitable { .. })) => error,
            Ok(()) | Err(_) => return false,
        };
        if !self.walk.postpone(vertex) {
            self.give_up(vertex, place, &error);
        }
        true
    }

    /// Fails a resource that has no provider.
    fn give_up(&mut self, vertex: VertexId, place: usize, error: &ProviderError) {
        let started = Instant::now();
        self.begin(vertex);
        let reason = self.skip_reason(vertex);
        if let Some(reason) = reason {
            self.skip(vertex, reason);
        } else {
            let message = self.log.scrubber().scrub(&error.to_string()).into_owned();
            match error {
                ProviderError::NoneSuitable { type_name, .. } => {
                    self.course.unsuitable.insert(type_name.clone(), message.as_str().into());
                }
                _ => self.log.write(Level::Err, Some(&self.places.member(place).path), &message),
            }
            let mut status = self.status(place);
            status.fail(message.into(), self.clock.now());
            self.walk.fail(vertex);
            self.course.statuses.push(status);
        }
        self.end(vertex, started);
    }

    /// What has its turn at a vertex.
    pub(super) fn vertex(&self, vertex: VertexId) -> Vertex {
        self.walk.graph().vertices()[vertex]
    }

    /// What a vertex belongs to.
    pub(super) fn member(&self, vertex: VertexId) -> &Member {
        self.places.member(self.vertex(vertex).place())
    }

    /// What log lines of a vertex name as their source.
    pub(super) fn source(&self, vertex: VertexId) -> &str {
        self.places.source(self.vertex(vertex))
    }
}

/// Whether a resource does nothing but wait for others to refresh it. One that is audited is looked at nevertheless.
pub(super) fn waits_for_refresh(managed: &Managed) -> bool {
    managed.resource.waits_for_refresh() && !managed.resource.is_audited()
}

/// Whether what a property is may be kept for the next run.
fn is_kept(attribute: &Attribute) -> bool {
    // What is done at every run, such as a message, corrects nothing.
    let is_idempotent = attribute.key("idempotent") != Some(&Value::Boolean(false));
    is_idempotent && attribute.behaviour().is_compared() && !attribute.may_hide()
}

fn event_status(event: &Event) -> EventStatus {
    match event {
        Event { failed: true, .. } => EventStatus::Failure,
        Event { only_audited: true, .. } => EventStatus::Audit,
        Event { noop: true, .. } => EventStatus::Noop,
        _ => EventStatus::Success,
    }
}

/// The name of an event: a resource appears, goes, or one of its properties is changed.
fn event_name(type_name: &str, event: &Event) -> EcoString {
    if let Some(name) = &event.name {
        return name.clone();
    }
    if event.property != "ensure" {
        return eco_format!("{}_changed", event.property);
    }
    match event.desired.as_str() {
        Some("present") => eco_format!("{type_name}_created"),
        Some("absent") => eco_format!("{type_name}_removed"),
        _ => eco_format!("{type_name}_changed"),
    }
}

/// The status that a resource begins its turn with, at this time.
pub(super) fn beginning(places: &Places<'_>, place: usize, time: SystemTime) -> ResourceStatus {
    let declared = places.declared(place);
    let member = places.member(place);
    let mut containment_path = vec![member.reference.clone()];
    let mut container = member.container;
    while let Some(place) = container.filter(|_| containment_path.len() <= places.count()) {
        containment_path.push(places.path_part(place));
        container = places.member(place).container;
    }
    containment_path.reverse();
    // Whoever hides a secret in a title hides it in the reference, too.
    let title = member.reference.split_once('[').and_then(|(_, rest)| rest.strip_suffix(']'));
    ResourceStatus {
        type_name: declared.type_name.clone(),
        title: title.filter(|title| *title != declared.title).map_or_else(|| declared.title.clone(), EcoString::from),
        reference: member.reference.clone(),
        path: member.path.clone(),
        containment_path,
        file: declared.file.clone(),
        line: declared.line,
        tags: declared.tags.clone(),
        provider_used: None,
        time,
        evaluation_time: None,
        failed: false,
        failed_to_restart: false,
        restarted: false,
        changed: false,
        out_of_sync: false,
        skipped: false,
        scheduled: false,
        corrective_change: false,
        change_count: 0,
        out_of_sync_count: 0,
        events: Vec::new(),
    }
}

/// The failure of a run whose resources wait for each other.
pub(super) fn cycle_failure() -> Failure {
    Failure::new("One or more resource dependency cycles detected in graph")
}
