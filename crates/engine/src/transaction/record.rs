//! What is recorded of an evaluation: the status and the events of a resource for the report, and its history for the next
//! run.

use std::time::{Instant, SystemTime};

use ecow::{EcoString, eco_format};
use pcore::Value;
use resource_api::{Attribute, Failure, Outcome};

use super::{
    evaluator::Evaluator,
    resources::Resources,
    status::{EventStatus, ResourceEvent, ResourceStatus},
};
use crate::{
    Evaluation, Event,
    evaluation::holds_secret,
    index::{ResourceIndex, VertexIndex},
};

impl Evaluator<'_, '_> {
    /// Takes the evaluation of a vertex, and refreshes it if others notified it.
    pub(super) fn conclude(
        &mut self,
        vertex: VertexIndex,
        status: Option<ResourceStatus>,
        evaluation: Evaluation,
        started: Instant,
    ) -> Outcome {
        // A container only passes events on.
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

    /// Takes the evaluation of a resource when the run has ended already: nothing is refreshed any more.
    pub(super) fn conclude_after_end(
        &mut self,
        vertex: VertexIndex,
        mut status: ResourceStatus,
        evaluation: Evaluation,
        started: Instant,
    ) {
        self.take_evaluation(vertex, &mut status, evaluation);
        self.keep_status(vertex, status, started);
    }

    /// Takes the events of a resource and the records for the next run. Returns the failure if it ends the run.
    fn take_evaluation(
        &mut self,
        vertex: VertexIndex,
        status: &mut ResourceStatus,
        evaluation: Evaluation,
    ) -> Option<Failure> {
        let resource = self.vertex(vertex).resource();
        status.scheduled = true;
        let fatal = if evaluation.is_fatal() { evaluation.failure.clone() } else { None };
        self.take_events(resource, status, &evaluation);
        if let Some(failure) = &fatal {
            status.fail(failure.to_string().into(), self.clock.now());
        }
        self.record(resource, status, evaluation);
        fatal
    }

    /// Keeps the status of a resource for the report.
    fn keep_status(&mut self, vertex: VertexIndex, mut status: ResourceStatus, started: Instant) {
        let resource = self.vertex(vertex).resource();
        if status.failed || status.failed_to_restart {
            self.walk.fail(vertex);
        }
        let took = started.elapsed();
        status.evaluation_time = Some(took);
        *self.state.times.entry(self.resources.declared(resource).type_name.clone()).or_default() += took;
        if self.resources.is_dynamic(resource) && !self.options.keep_unchanged && status.is_uneventful() {
            self.state.unreported += 1;
        } else {
            // There may be many, and no more events are added.
            status.events.shrink_to_fit();
            self.state.statuses.push(status);
        }
    }

    fn take_events(&self, resource: ResourceIndex, status: &mut ResourceStatus, evaluation: &Evaluation) {
        if evaluation.events.is_empty() && evaluation.error.is_none() {
            return;
        }
        let time = self.clock.now();
        let type_name = self.resources.declared(resource).type_name.to_lowercase();
        let scrubber = self.log.scrubber();
        let guarded = |value: &Value| match value {
            Value::Sensitive(_) => value.clone(),
            secret if holds_secret(secret, scrubber) => Value::sensitive(secret.clone()),
            value => value.clone(),
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
                time: time.into(),
                audited: event.audited,
                redacted: event.secret,
                corrective_change: event.corrective,
            });
        }
        if let Some(error) = &evaluation.error {
            status.fail(error.clone(), time);
        }
    }

    /// Records what the next run needs to know.
    fn record(&mut self, index: ResourceIndex, status: &ResourceStatus, evaluation: Evaluation) {
        self.record_system_values(index, status, &evaluation);
        let member = self.resources.member(index);
        // There may be many dynamic resources: only those that a later run asks for are recorded.
        if self.resources.is_dynamic(index)
            && evaluation.audited.is_empty()
            && !self.schedules.contains_key(&index)
            && !self.history.records.contains_key(&member.reference)
        {
            return;
        }
        let record = self.history.records.entry(member.reference.clone()).or_default();
        record.checked = SystemTime::try_from(status.time).ok();
        record.audited.extend(evaluation.audited);
        if status.changed {
            record.synced = Some(self.clock.now());
        }
    }

    /// Records the values of properties after this run.
    fn record_system_values(&mut self, index: ResourceIndex, status: &ResourceStatus, evaluation: &Evaluation) {
        let member = self.resources.member(index);
        let (Some(system_values), Some(managed)) = (&mut self.system_values, member.managed()) else { return };
        let scrubber = self.log.scrubber();
        let before = self.history.system_values.as_ref().and_then(|values| values.get(&member.reference));
        let resource = &managed.resource;
        let mut values = indexmap::IndexMap::default();
        for (name, should) in resource.should().iter() {
            let attribute = resource.definition().attribute(name);
            // What is done in every run, such as a message, is never a corrective change.
            let is_idempotent = !resource.handling.not_idempotent.contains(name);
            if !is_idempotent || !attribute.is_some_and(is_recorded) {
                continue;
            }
            let event = evaluation.events.iter().find(|event| event.property == *name);
            let old = before.and_then(|before| before.get(name));
            let value = match event {
                // It was not changed.
                Some(event) if status.failed || event_status(event) != EventStatus::Success => {
                    Some(old.unwrap_or(&event.previous).clone())
                }
                Some(_) => Some(should.clone()),
                None if evaluation.current.is_none() => old.cloned(),
                None => Some(should.clone()),
            };
            let shown = value.filter(|value| !holds_secret(value, scrubber));
            values.extend(shown.map(|value| (name.clone(), value)));
        }
        system_values.insert(member.reference.clone(), values);
    }

    /// The status of a resource before its evaluation.
    pub(super) fn status(&mut self, index: ResourceIndex) -> ResourceStatus {
        let mut status = initial_status(&self.resources, index, self.clock.now());
        status.provider_used = self.provider_used(index);
        status
    }

    /// The provider of a resource whose type has several.
    fn provider_used(&mut self, index: ResourceIndex) -> Option<EcoString> {
        let managed = self.resources.member(index).managed()?;
        let session = self.sessions.get_mut(managed.session);
        if session.provider_count() < 2 {
            return None;
        }
        session.provider_of(&managed.resource).ok().map(|provider| provider.name().clone())
    }
}

/// Whether the value of a property may be recorded for the next run.
fn is_recorded(attribute: &Attribute) -> bool {
    attribute.behaviour().is_compared() && !attribute.may_hide()
}

fn event_status(event: &Event) -> EventStatus {
    match event {
        Event { failed: true, .. } => EventStatus::Failure,
        Event { only_audited: true, .. } => EventStatus::Audit,
        Event { noop: true, .. } => EventStatus::Noop,
        _ => EventStatus::Success,
    }
}

/// The name of an event: a resource is created or removed, or one of its properties is changed.
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

/// The status of a resource before its evaluation, which begins at this time.
pub(super) fn initial_status(resources: &Resources<'_>, index: ResourceIndex, time: SystemTime) -> ResourceStatus {
    let declared = resources.declared(index);
    let member = resources.member(index);
    let mut containment_path = vec![member.reference.clone()];
    let mut container = member.container;
    while let Some(outer) = container.filter(|_| containment_path.len() <= resources.count()) {
        containment_path.push(resources.path_part(outer));
        container = resources.member(outer).container;
    }
    containment_path.reverse();
    // Where the title holds a secret, it is redacted in the reference.
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
        time: time.into(),
        ..ResourceStatus::default()
    }
}
