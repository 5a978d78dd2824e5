//! The evaluation of resources.
//!
//! A resource is read and compared (`comparing.rs`); each difference is an [`Event`] and a log line. Then its provider is
//! called once to change it (`setting.rs`), alone or with others (`batch.rs`). A failure ends the evaluation of this
//! resource, not the run, unless it is fatal.

mod batch;
mod comparing;
mod past;
mod setting;

use ecow::EcoString;
use pcore::{Value, never};
use resource_api::{
    Change, Changes, Failure, Feature, Outcome, context::CurrentResource, failure::FailureKind, log::Level,
    registry::Dialect, render,
};

pub(crate) use self::comparing::require_mandatory;
pub(crate) use self::past::{Past, holds_secret};
use crate::{
    Current, ManagedResource, Session, change::Difference, comparison::is_absent, handling::Batch, resource::as_switch,
};
pub use resource_api::definition::MissingAttributes;

/// A property that was out of sync.
///
/// The values of a secret property are wrapped in a `Sensitive`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// The property.
    pub property: EcoString,
    /// The name of the event, if the provider has one for it.
    pub name: Option<EcoString>,
    /// Whether the change does what a refresh would do.
    pub replaces_refresh: bool,
    /// The previous value.
    pub previous: Value,
    /// The desired value.
    pub desired: Value,
    /// The message of the change, as it was logged.
    pub message: EcoString,
    /// Whether it was only compared, not changed.
    pub noop: bool,
    /// Whether the property could not be compared. A failed change is the [`failure`](Evaluation::failure) of the whole
    /// evaluation.
    pub failed: bool,
    /// Whether the property is audited.
    pub audited: bool,
    /// Whether an audit found a change from outside, and nothing is to be changed now.
    pub only_audited: bool,
    /// The value that an earlier run recorded for an audit.
    pub historical: Value,
    /// Whether its values are redacted.
    pub secret: bool,
    /// Whether the change restores what an earlier run had set.
    pub corrective: bool,
}

impl Event {
    /// Whether there is something to change.
    fn is_difference(&self) -> bool {
        !self.failed && !self.only_audited
    }

    /// The message when the change could not be made.
    fn failed_because(&self, reason: &str) -> String {
        let Event { property, previous: is, desired: should, secret, .. } = self;
        Difference { property, is, should, secret: *secret, dialect: Dialect::Puppet }.failed(reason)
    }
}

/// The result of the evaluation of a resource.
#[derive(Debug, Default)]
pub struct Evaluation {
    /// The properties that were out of sync.
    pub events: Vec<Event>,
    /// Why the resource failed, if it did. It has been logged, unless it [is fatal](Evaluation::is_fatal).
    pub failure: Option<Failure>,
    /// Its state now; `None` if it could not be read.
    pub current: Option<Current>,
    /// Why the resource could not be evaluated as a whole, as it was logged.
    pub error: Option<EcoString>,
    /// The values of audited properties. Secrets are redacted.
    pub audited: Vec<(EcoString, Value)>,
}

impl Evaluation {
    /// Whether the whole run must end. The caller reports the failure then.
    pub fn is_fatal(&self) -> bool {
        self.failure.as_ref().is_some_and(|failure| failure.kind() == FailureKind::Fatal)
    }

    /// Whether the provider has something to do.
    fn has_differences(&self) -> bool {
        self.events.iter().any(Event::is_difference)
    }
}

impl Session<'_> {
    /// Sets a resource to its desired state, or reports what would be changed.
    ///
    /// Differences are logged before the provider is called. The provider is called at most once, for this resource
    /// alone.
    pub fn evaluate(&mut self, resource: &ManagedResource) -> Evaluation {
        if self.handling.batch == Batch::Flush {
            let evaluation = self.evaluate_then_flush(&[resource]).pop();
            return evaluation.unwrap_or_else(|| never!("a resource has an evaluation", Evaluation::default()));
        }
        let mut evaluation = Evaluation::default();
        match self.prepare(resource, &mut evaluation) {
            Ok(None) => self.log_changes(resource, &mut evaluation),
            Ok(Some(change)) => {
                let changes = Changes::new(vec![change], resource.noop());
                let outcomes = self.set(resource, &changes);
                let is_set = outcomes.iter().any(Result::is_ok);
                for (change, outcome) in changes.iter().zip(outcomes) {
                    self.conclude(resource, change, outcome, &mut evaluation);
                }
                for (_, failure) in self.flush(resource, &changes, is_set) {
                    self.fail_after_set(resource, failure, &mut evaluation);
                }
            }
            Err(failure) => self.fail(resource, failure, &mut evaluation),
        }
        evaluation
    }

    /// Reads and compares a resource, logs the differences, and returns the change for its provider.
    fn prepare(&mut self, resource: &ManagedResource, evaluation: &mut Evaluation) -> Outcome<Option<Change>> {
        let current = self.current(resource)?;
        let change = self.plan(resource, &current, evaluation);
        evaluation.current = Some(current);
        change
    }

    fn plan(
        &mut self,
        resource: &ManagedResource,
        current: &Current,
        evaluation: &mut Evaluation,
    ) -> Outcome<Option<Change>> {
        require_mandatory(resource)?;
        let target = if resource.definition().has(Feature::CustomInsync) {
            self.canonical_target(resource)?
        } else {
            self.compared_target(resource)?
        };
        self.look_for_audit(resource, current, target, evaluation)?;
        if !resource.waits_for_refresh() {
            self.compare(resource, current, target, evaluation)?;
        }
        if self.dialect() == Dialect::ResourceApi {
            self.audit(resource, evaluation);
        }
        if !evaluation.has_differences() || (resource.noop() && !self.reports_noop()) {
            return Ok(None);
        }
        self.change(resource, current)
    }

    /// Takes the requested state as the current one, unless the provider failed or nothing was changed.
    fn conclude(&mut self, resource: &ManagedResource, change: &Change, outcome: Outcome, evaluation: &mut Evaluation) {
        match outcome {
            Err(failure) => {
                if !resource.noop() {
                    self.forget(resource);
                }
                match self.dialect() {
                    Dialect::ResourceApi => self.fail(resource, failure, evaluation),
                    Dialect::Puppet => self.fail_changes(resource, failure, evaluation),
                }
            }
            Ok(()) if resource.noop() => {}
            Ok(()) => {
                let state = change.should.clone().unwrap_or_default();
                match self.dialect() {
                    Dialect::ResourceApi => self.remember(resource, &state),
                    // Puppet's own types read their resources again.
                    Dialect::Puppet => self.forget(resource),
                }
                let exists = !is_absent(state.get("ensure"));
                evaluation.current = Some(Current { state, exists });
                for (property, failure) in self.context.take_failed_properties() {
                    self.fail_change(resource, failure, evaluation, |event| event.property == property);
                }
                self.log_changes(resource, evaluation);
            }
        }
    }

    /// Logs the changes and the results of the audit, where they are not logged before the provider is called.
    fn log_changes(&mut self, resource: &ManagedResource, evaluation: &mut Evaluation) {
        if self.dialect() == Dialect::Puppet {
            let made = evaluation.events.iter().filter(|event| event.is_difference() && !event.noop);
            made.for_each(|event| self.log_event(resource, event));
            self.audit(resource, evaluation);
        }
    }

    /// Reports each change of a resource as failed.
    fn fail_changes(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        self.context.take_failed_properties();
        self.fail_change(resource, failure, evaluation, |_| true);
        if !evaluation.is_fatal() {
            self.audit(resource, evaluation);
        }
    }

    /// Reports some changes of a resource as failed.
    fn fail_change(
        &mut self,
        resource: &ManagedResource,
        failure: Failure,
        evaluation: &mut Evaluation,
        is_affected: impl Fn(&Event) -> bool,
    ) {
        let failure = failure.scrubbed(self.log().scrubber());
        if failure.kind() == FailureKind::Fatal {
            evaluation.events.retain(|event| !event.is_difference());
            evaluation.failure = Some(failure);
            return;
        }
        let reason = failure.to_string();
        let affected = |event: &&mut Event| event.is_difference() && !event.noop && is_affected(event);
        for event in evaluation.events.iter_mut().filter(affected) {
            event.failed = true;
            let reason = if failure.is_of_error() && event.property == "ensure" {
                // Puppet does not expect system errors here, and reports them at length.
                let should = render::interpolate(&event.desired);
                let message = format!("Could not set '{should}' on ensure: {reason}{}", resource.location);
                self.log().line(Level::Err, &message);
                self.log().line(Level::Err, &format!("{message}\nWrapped exception:\n{reason}"));
                message
            } else {
                self.log().line(Level::Err, &reason);
                reason.clone()
            };
            event.message = event.failed_because(&reason).into();
            self.log_event(resource, event);
        }
        evaluation.failure.get_or_insert(failure);
    }

    /// Reports that a resource failed after its changes had been logged.
    fn fail_after_set(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        self.forget(resource);
        self.log_failure(resource, failure, evaluation);
    }

    /// Reports that a resource failed. The first failure is kept, unless a later one is fatal.
    fn fail(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        if self.dialect() == Dialect::Puppet {
            // These changes were not logged yet, so they did not happen.
            evaluation.events.retain(|event| !event.is_difference() || event.noop);
        }
        self.log_failure(resource, failure, evaluation);
    }

    fn log_failure(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        let failure = failure.scrubbed(self.log().scrubber());
        if failure.kind() == FailureKind::Fatal {
            evaluation.failure = Some(failure);
            return;
        }
        let message = self.settings.describe(&failure);
        self.log().write(Level::Err, Some(resource.path()), &format!("Could not evaluate: {message}"));
        evaluation.error.get_or_insert_with(|| failure.to_string().into());
        evaluation.failure.get_or_insert(failure);
    }
}

impl ManagedResource {
    /// The resource as the context names it in log lines.
    pub(crate) fn current_resource(&self) -> CurrentResource {
        CurrentResource {
            path: self.path().clone(),
            title: self.title.clone(),
            level: self.log_level(),
            location: self.location.clone(),
        }
    }

    /// Whether it is changed only when others refresh it.
    pub(crate) fn waits_for_refresh(&self) -> bool {
        self.definition().has(Feature::Refreshable)
            && self.should().get("refreshonly").and_then(as_switch) == Some(true)
    }

    /// Whether changes from outside are reported.
    pub(crate) fn is_audited(&self) -> bool {
        self.past.as_ref().is_some_and(|past| !past.audited.is_empty())
    }

    /// The level at which changes of this resource are logged: that of its `loglevel`, or notice.
    pub fn log_level(&self) -> Level {
        match self.metaparameters().text("loglevel") {
            Some("verbose") => Level::Info,
            name => name.and_then(Level::named).unwrap_or(Level::Notice),
        }
    }
}
