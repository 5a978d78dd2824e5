//! Why a resource has no turn.

use resource_api::{Feature, log::Level};

use super::{convert::Part, turns::Turns};
use crate::{
    graph::{Vertex, VertexId},
    resource::words,
};

/// Why a resource has no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// It has a tag that it must not have.
    ExcludedTag,
    /// It has none of the tags that it must have.
    MissingTag,
    /// It is not its time.
    Schedule,
    /// Something failed that it depends on.
    Dependencies,
    /// It belongs to a machine, and a device is managed.
    Host,
    /// It belongs to a device, and a machine is managed.
    Device,
}

impl Turns<'_, '_> {
    /// Why a vertex has no turn, if so. Nothing is logged.
    pub(super) fn skip_reason(&self, vertex: VertexId) -> Option<Skip> {
        let options = self.options;
        let place = self.vertex(vertex).place();
        if options.host && !options.skip_tags.is_empty() && self.is_tagged(place, &options.skip_tags) {
            Some(Skip::ExcludedTag)
        } else if options.host && !options.tags.is_empty() && !self.is_tagged(place, &options.tags) {
            Some(Skip::MissingTag)
        } else if self.vertex(vertex).is_resource() && !self.is_scheduled(place) {
            Some(Skip::Schedule)
        } else if self.walk.is_blocked(vertex) {
            Some(Skip::Dependencies)
        } else {
            self.wrong_target(place)
        }
    }

    /// Skips a vertex: says why, and drops the events that were to refresh it.
    pub(super) fn skip(&mut self, vertex: VertexId, reason: Skip) {
        let debug = |message: &str| self.log.write(Level::Debug, Some(self.source(vertex)), message);
        match reason {
            Skip::ExcludedTag => debug(&format!("Skipping with skip tags {}", self.options.skip_tags.join(", "))),
            Skip::MissingTag => debug(&format!("Not tagged with {}", self.options.tags.join(", "))),
            Skip::Schedule => debug("Not scheduled"),
            Skip::Dependencies => self.tell_failed_dependencies(vertex),
            Skip::Host => debug("Skipping host resources because running on a device"),
            Skip::Device => debug("Skipping device resources because running on a posix host"),
        }
        self.log.write(Level::Debug, Some(self.source(vertex)), "Resource is being skipped, unscheduling all events");
        self.drop_events(vertex);
        if let Vertex::Resource(place) = self.vertex(vertex) {
            let reference = &self.places.member(place).reference;
            if let (Some(left), Some(before)) = (&mut self.left, &self.history.system_values)
                && let Some(values) = before.get(reference)
            {
                left.insert(reference.clone(), values.clone());
            }
            let mut status = self.status(place);
            status.skipped = true;
            self.course.statuses.push(status);
        }
    }

    /// Says which dependencies failed. Each of them is told of once, to the first that it keeps from its turn.
    fn tell_failed_dependencies(&mut self, vertex: VertexId) {
        let merges = self.options.merge_dependency_warnings;
        if !self.vertex(vertex).is_resource() {
            if merges {
                for failed in self.walk.failures_before(vertex, &mut self.told_classes) {
                    let message = format!("Class dependency {} has failures: true", self.member(failed).reference);
                    self.log.write(Level::Notice, Some(self.source(vertex)), &message);
                }
            }
            return;
        }
        if merges && self.warn_of_container(vertex) {
            return;
        }
        if !merges {
            for failed in self.walk.failures_before(vertex, &mut self.told) {
                let message = format!("Dependency {} has failures: true", self.member(failed).reference);
                self.log.write(Level::Notice, Some(self.source(vertex)), &message);
            }
        }
        self.log.write(Level::Warning, Some(self.source(vertex)), "Skipping because of failed dependencies");
    }

    /// Warns of failed dependencies of the container of a resource, and returns whether it has any.
    fn warn_of_container(&mut self, vertex: VertexId) -> bool {
        let container = self.member(vertex).container;
        let Some(container) = container else { return false };
        let Some(beginning) = self.walk.graph().beginning(container).filter(|begin| self.walk.is_blocked(*begin))
        else {
            return false;
        };
        for _ in self.walk.failures_before(beginning, &mut self.warned_classes) {
            let message = "Skipping resources in class because of failed class dependencies";
            self.log.write(Level::Warning, Some(&self.places.member(container).path), message);
        }
        true
    }

    fn is_tagged(&self, place: usize, tags: &[ecow::EcoString]) -> bool {
        let declared = self.places.declared(place);
        let wanted = |tag: &str| tags.iter().any(|wanted| wanted.eq_ignore_ascii_case(tag));
        declared.tags.iter().any(|tag| wanted(tag))
            || declared.parameter("tag").is_some_and(|given| words(given).iter().any(|tag| wanted(tag)))
    }

    fn is_scheduled(&self, place: usize) -> bool {
        let Some(schedule) = self.schedules.get(&place) else { return true };
        match &self.places.member(*schedule).part {
            Part::Schedule(schedule) => {
                let record = self.history.records.get(&self.places.member(place).reference);
                schedule.allows(record.and_then(|record| record.checked), self.clock)
            }
            Part::Container | Part::Managed(_) | Part::Purge(_) | Part::Inert => true,
        }
    }

    /// Whether a resource belongs to another kind of target.
    fn wrong_target(&self, place: usize) -> Option<Skip> {
        let definition = match &self.places.member(place).part {
            Part::Managed(managed) => managed.resource.definition(),
            // Puppet counts classes and what else contains resources among what a machine has: on a device they have no
            // turn, and what was queued for them goes no further.
            Part::Container | Part::Purge(_) => return self.options.device.is_some().then_some(Skip::Host),
            Part::Schedule(_) | Part::Inert => return None,
        };
        let is_remote = match definition.key("apply_to").and_then(pcore::Value::as_str) {
            Some("all") => return None,
            Some("device") => true,
            _ => definition.has(Feature::RemoteResource),
        };
        match (is_remote, self.options.device.is_some()) {
            (true, false) => Some(Skip::Device),
            (false, true) => Some(Skip::Host),
            (true, true) | (false, false) => None,
        }
    }
}
