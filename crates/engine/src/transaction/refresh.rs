//! Events and the resources that subscribe to them.
//!
//! The events of a resource are queued for everything that it notifies, containers included. After its evaluation a vertex is
//! refreshed by the queued events, and passes them on.

use ecow::EcoString;
use resource_api::{Feature, Outcome, failure::FailureKind, log::Level};

use super::{
    evaluator::Evaluator,
    status::{EventStatus, ResourceEvent, ResourceStatus},
};
use crate::{graph::Vertex, index::VertexIndex};

/// The events that are queued for a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queue {
    count: usize,
    /// Whether all of them are noop events.
    only_noop: bool,
}

impl Evaluator<'_, '_> {
    /// Queues the events of a resource for the vertices that it notifies, those of one name together.
    pub(super) fn queue_events(&mut self, vertex: VertexIndex, events: &[ResourceEvent]) {
        let mut groups: Vec<(&EcoString, Queue)> = Vec::new();
        for event in events {
            let is_noop = event.status == EventStatus::Noop;
            match groups.iter_mut().find(|(name, _)| **name == event.name) {
                Some((_, group)) => {
                    group.count += 1;
                    group.only_noop &= is_noop;
                }
                None => groups.push((&event.name, Queue { count: 1, only_noop: is_noop })),
            }
        }
        for (_, group) in groups {
            self.queue(vertex, group);
        }
    }

    fn queue(&mut self, vertex: VertexIndex, events: Queue) {
        let (log, source) = (self.log, self.source(vertex).to_owned());
        for position in 0..self.walk.graph().edges(vertex).len() {
            let edge = self.walk.graph().edges(vertex)[position];
            if !edge.refresh || !self.can_refresh(edge.to) {
                continue;
            }
            let target = &self.member(edge.to).reference;
            if matches!(self.vertex(edge.to), Vertex::Completed(_)) {
                let message = format!("The container {target} will propagate my refresh event");
                log.write(Level::Debug, Some(&source), &message);
            } else {
                log.write(Level::Info, Some(&source), &format!("Scheduling refresh of {target}"));
            }
            let queue = self.queues.entry(edge.to).or_insert(Queue { count: 0, only_noop: true });
            queue.count += events.count;
            queue.only_noop &= events.only_noop;
        }
        if self.refreshes_itself(vertex) {
            let message = format!("Scheduling refresh of {}", self.member(vertex).reference);
            log.write(Level::Info, Some(&source), &message);
            let queue = self.queues.entry(vertex).or_insert(Queue { count: 0, only_noop: true });
            queue.count += events.count;
            queue.only_noop &= events.only_noop;
        }
    }

    /// Whether a resource is refreshed by its own changes: its definition says `self_refresh: true`, and it is not removed.
    fn refreshes_itself(&self, vertex: VertexIndex) -> bool {
        let Vertex::Resource(resource) = self.vertex(vertex) else { return false };
        self.resources.member(resource).managed().is_some_and(|managed| {
            managed.resource.handling.self_refresh && managed.resource.should().text("ensure") != Some("absent")
        })
    }

    /// Refreshes a vertex by the events that are queued for it, and notifies its subscribers. Fails when the run must end.
    pub(super) fn pass_on(&mut self, vertex: VertexIndex, status: Option<&mut ResourceStatus>) -> Outcome {
        let Some(events) = self.queues.remove(&vertex) else { return Ok(()) };
        let plural = if events.count == 1 { "" } else { "s" };
        let count = format!("'refresh' from {} event{plural}", events.count);
        let managed = self.resources.member(self.vertex(vertex).resource()).managed().filter(|_| status.is_some());
        let noop = managed.map_or(self.options.settings.noop, |managed| managed.resource.noop());
        if events.only_noop || noop {
            self.log.write(Level::Notice, Some(self.source(vertex)), &format!("Would have triggered {count}"));
            self.queue(vertex, Queue { count: 1, only_noop: true });
            return Ok(());
        }
        if let (Some(managed), Some(status)) = (managed, status) {
            let refreshed = self.sessions.get_mut(managed.session).refresh(&managed.resource);
            let time = self.clock.now();
            if let Err(failure) = refreshed {
                let failure = failure.scrubbed(self.log.scrubber());
                if failure.kind() == FailureKind::Fatal {
                    status.failed_to_restart = true;
                    status.fail(failure.to_string().into(), time);
                    return Err(failure);
                }
                let message = format!("Failed to call refresh: {}", self.options.settings.describe(&failure));
                self.log.write(Level::Err, Some(&status.path), &message);
                self.log.write(Level::Err, Some(&status.path), &failure.to_string());
                status.failed_to_restart = true;
                status.fail(message.into(), time);
                return Ok(());
            }
            let message = format!("Triggered {count}");
            self.log.write(Level::Notice, Some(&status.path), &message);
            status.add(ResourceEvent::whole("refresh", EventStatus::Success, message.into(), time));
            status.restarted = true;
        }
        self.queue(vertex, Queue { count: 1, only_noop: false });
        Ok(())
    }

    /// Drops the events of a resource whose change did what a refresh would do.
    pub(super) fn drop_refresh(&mut self, vertex: VertexIndex) {
        self.queues.remove(&vertex);
        let message = format!("Unscheduling refresh on {}", self.member(vertex).reference);
        self.log.write(Level::Info, Some(self.source(vertex)), &message);
    }

    /// Drops the events of a vertex that is skipped.
    pub(super) fn drop_events(&mut self, vertex: VertexIndex) {
        if self.queues.remove(&vertex).is_some() {
            let message = format!("Unscheduling all events on {}", self.member(vertex).reference);
            self.log.write(Level::Info, Some(self.source(vertex)), &message);
        }
    }

    /// Whether a vertex handles events: containers pass them on.
    fn can_refresh(&self, vertex: VertexIndex) -> bool {
        match self.vertex(vertex) {
            Vertex::Admissible(_) | Vertex::Completed(_) => true,
            Vertex::Resource(resource) => self
                .resources
                .member(resource)
                .managed()
                .is_some_and(|managed| managed.resource.definition().has(Feature::Refreshable)),
        }
    }
}
