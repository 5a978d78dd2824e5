//! Why a resource is skipped.

use resource_api::log::Level;

use super::{convert::Part, evaluator::Evaluator};
use crate::{
    graph::{ReportedFailures, Vertex},
    handling::Target,
    index::{ResourceIndex, VertexIndex},
    resource::words,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// It has one of the skip tags.
    ExcludedTag,
    /// It has none of the required tags.
    MissingTag,
    /// Its schedule does not allow it now.
    Schedule,
    /// A dependency failed.
    Dependencies,
    /// It belongs to a machine, and a device is managed.
    Host,
    /// It belongs to a device, and a machine is managed.
    Device,
}

/// Failed dependencies that were reported already.
#[derive(Default)]
pub(super) struct ReportedDependencies {
    /// Those that were reported for resources.
    resources: ReportedFailures,
    /// Those that were reported for classes.
    classes: ReportedFailures,
    /// Those for which a class was warned about.
    warned_classes: ReportedFailures,
}

impl Evaluator<'_, '_> {
    /// Why a vertex is skipped, if it is. Nothing is logged.
    pub(super) fn skip_reason(&self, vertex: VertexIndex) -> Option<Skip> {
        let options = self.options;
        let resource = self.vertex(vertex).resource();
        if options.host && !options.skip_tags.is_empty() && self.is_tagged(resource, &options.skip_tags) {
            Some(Skip::ExcludedTag)
        } else if options.host && !options.tags.is_empty() && !self.is_tagged(resource, &options.tags) {
            Some(Skip::MissingTag)
        } else if self.vertex(vertex).is_resource() && !self.is_scheduled(resource) {
            Some(Skip::Schedule)
        } else if self.walk.is_blocked(vertex) {
            Some(Skip::Dependencies)
        } else {
            self.wrong_target(resource)
        }
    }

    /// Skips a vertex: logs the reason, and drops the events that would have refreshed it.
    pub(super) fn skip(&mut self, vertex: VertexIndex, reason: Skip) {
        let debug = |message: &str| self.log.write(Level::Debug, Some(self.source(vertex)), message);
        match reason {
            Skip::ExcludedTag => debug(&format!("Skipping with skip tags {}", self.options.skip_tags.join(", "))),
            Skip::MissingTag => debug(&format!("Not tagged with {}", self.options.tags.join(", "))),
            Skip::Schedule => debug("Not scheduled"),
            Skip::Dependencies => self.log_failed_dependencies(vertex),
            Skip::Host => debug("Skipping host resources because running on a device"),
            Skip::Device => debug("Skipping device resources because running on a posix host"),
        }
        self.log.write(Level::Debug, Some(self.source(vertex)), "Resource is being skipped, unscheduling all events");
        self.drop_events(vertex);
        if let Vertex::Resource(resource) = self.vertex(vertex) {
            let reference = &self.resources.member(resource).reference;
            if let (Some(system_values), Some(before)) = (&mut self.system_values, &self.history.system_values)
                && let Some(values) = before.get(reference)
            {
                system_values.insert(reference.clone(), values.clone());
            }
            let mut status = self.status(resource);
            status.skipped = true;
            self.state.statuses.push(status);
        }
    }

    /// Logs which dependencies failed. Each is reported once, for the first resource that is skipped because of it.
    fn log_failed_dependencies(&mut self, vertex: VertexIndex) {
        let merges = self.options.merge_dependency_warnings;
        if !self.vertex(vertex).is_resource() {
            if merges {
                for failed in self.walk.failures_before(vertex, &mut self.reported.classes) {
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
            for failed in self.walk.failures_before(vertex, &mut self.reported.resources) {
                let message = format!("Dependency {} has failures: true", self.member(failed).reference);
                self.log.write(Level::Notice, Some(self.source(vertex)), &message);
            }
        }
        self.log.write(Level::Warning, Some(self.source(vertex)), "Skipping because of failed dependencies");
    }

    /// Warns about failed dependencies of the container of a resource, and returns whether it has any.
    fn warn_of_container(&mut self, vertex: VertexIndex) -> bool {
        let container = self.member(vertex).container;
        let Some(container) = container else { return false };
        let Some(beginning) = self.walk.graph().beginning(container).filter(|begin| self.walk.is_blocked(*begin))
        else {
            return false;
        };
        for _ in self.walk.failures_before(beginning, &mut self.reported.warned_classes) {
            let message = "Skipping resources in class because of failed class dependencies";
            self.log.write(Level::Warning, Some(&self.resources.member(container).path), message);
        }
        true
    }

    fn is_tagged(&self, resource: ResourceIndex, tags: &[ecow::EcoString]) -> bool {
        let declared = self.resources.declared(resource);
        let is_listed = |tag: &str| tags.iter().any(|listed| listed.eq_ignore_ascii_case(tag));
        declared.tags.iter().any(|tag| is_listed(tag))
            || declared.parameter("tag").is_some_and(|value| words(value).iter().any(|tag| is_listed(tag)))
    }

    fn is_scheduled(&self, resource: ResourceIndex) -> bool {
        let Some(schedule) = self.schedules.get(&resource) else { return true };
        match &self.resources.member(*schedule).part {
            Part::Schedule(schedule) => {
                let record = self.history.records.get(&self.resources.member(resource).reference);
                schedule.allows(record.and_then(|record| record.checked), self.clock)
            }
            Part::Container | Part::Managed(_) | Part::Purge(_) | Part::Inert => true,
        }
    }

    /// Whether a resource belongs to another kind of target.
    fn wrong_target(&self, resource: ResourceIndex) -> Option<Skip> {
        let target = match &self.resources.member(resource).part {
            Part::Managed(managed) => managed.resource.handling.target,
            // For Puppet, classes and other containers belong to the host: with a device they are skipped, and drop the events
            // that were queued for them.
            Part::Container | Part::Purge(_) => return self.options.device.is_some().then_some(Skip::Host),
            Part::Schedule(_) | Part::Inert => return None,
        };
        match (target, self.options.device.is_some()) {
            (Target::Device, false) => Some(Skip::Device),
            (Target::Host, true) => Some(Skip::Host),
            (Target::Device, true) | (Target::Host, false) | (Target::Any, _) => None,
        }
    }
}
