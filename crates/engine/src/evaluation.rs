//! What is found and done when a resource has its turn.
//!
//! A resource is read and compared (`comparing.rs`); what differs is an [`Event`] and a log line. Then its provider is
//! asked, once, to change it (`setting.rs`), alone or with others (`batch.rs`). A failure ends the turn of this resource,
//! not the run, unless it is fatal.

mod batch;
mod comparing;
mod past;
mod setting;

use ecow::EcoString;
use pcore::Value;
use resource_api::{
    Change, Changes, Failure, Feature, Outcome, context::Turn, failure::FailureKind, log::Level, registry::Manner,
    render,
};

pub(crate) use self::batch::Batch;
pub(crate) use self::comparing::require_mandatory;
pub(crate) use self::past::{Past, holds_secret};
use crate::{Current, ManagedResource, Session, change::Difference, comparison::is_absent, resource::as_switch};
pub use resource_api::definition::MissingAttributes;

/// One thing that was not as it should be.
///
/// The values of a secret property are wrapped in a `Sensitive`.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The property.
    pub property: EcoString,
    /// What the event is called, if the provider has a name for it.
    pub name: Option<EcoString>,
    /// Whether the change does what a refresh would do.
    pub replaces_refresh: bool,
    /// What it was.
    pub previous: Value,
    /// What it should be.
    pub desired: Value,
    /// The text of the change, as it was logged.
    pub message: EcoString,
    /// Whether it was only found, not changed.
    pub noop: bool,
    /// Whether the provider could not say what is to be changed. What happens to the change itself is the
    /// [`failure`](Evaluation::failure) of the whole evaluation.
    pub failed: bool,
    /// Whether the property is audited.
    pub audited: bool,
    /// Whether somebody else changed the property, and nothing is to be changed now.
    pub only_audited: bool,
    /// What the property was when an earlier run looked at it for an audit.
    pub historical: Value,
    /// Whether its values must not be shown.
    pub secret: bool,
    /// Whether something is changed back that an earlier run had brought about.
    pub corrective: bool,
}

impl Event {
    /// Whether there is something to change.
    fn is_difference(&self) -> bool {
        !self.failed && !self.only_audited
    }

    /// The text when the change could not be made.
    fn failed_because(&self, reason: &str) -> String {
        let Event { property, previous: is, desired: should, secret, .. } = self;
        Difference { property, is, should, secret: *secret, manner: Manner::Puppet }.failed(reason)
    }
}

/// What happened to a resource at its turn.
#[derive(Debug, Default)]
pub struct Evaluation {
    /// What was not as it should be.
    pub events: Vec<Event>,
    /// Why the resource failed, if it did. It has been logged, unless it [is fatal](Evaluation::is_fatal).
    pub failure: Option<Failure>,
    /// What is known of it now; nothing when it could not be read.
    pub current: Option<Current>,
    /// Why the resource could not be evaluated as a whole, as it was logged.
    pub error: Option<EcoString>,
    /// What audited properties were found to be. A secret is told only to be one.
    pub audited: Vec<(EcoString, Value)>,
}

impl Evaluation {
    /// Whether the whole run must end. Whoever runs the resources reports the failure then.
    pub fn is_fatal(&self) -> bool {
        self.failure.as_ref().is_some_and(|failure| failure.kind() == FailureKind::Fatal)
    }

    /// Whether something was changed, or was to be changed when the failure happened.
    pub fn has_changes(&self) -> bool {
        self.events.iter().any(|event| event.is_difference() && !event.noop)
    }

    /// Whether the provider has something to do.
    fn has_differences(&self) -> bool {
        self.events.iter().any(Event::is_difference)
    }
}

impl Session<'_> {
    /// Brings a resource to the state that it should have, or says what would be changed.
    ///
    /// What differs is logged before the provider is called. The provider is called at most once, for this resource
    /// alone.
    pub fn evaluate(&mut self, resource: &ManagedResource) -> Evaluation {
        if Batch::of(self.definition()) == Batch::Flush {
            return self.evaluate_then_flush(&[resource]).pop().unwrap_or_default();
        }
        let mut evaluation = Evaluation::default();
        match self.prepare(resource, &mut evaluation) {
            Ok(None) => self.tell_changes(resource, &mut evaluation),
            Ok(Some(change)) => {
                let changes = Changes::new(vec![change], resource.noop());
                let outcomes = self.set(resource, &changes);
                let is_set = outcomes.iter().any(Result::is_ok);
                for (change, outcome) in changes.iter().zip(outcomes) {
                    self.conclude(resource, change, outcome, &mut evaluation);
                }
                for (_, failure) in self.flush(resource, &changes, is_set) {
                    self.fail_written(resource, failure, &mut evaluation);
                }
            }
            Err(failure) => self.fail(resource, failure, &mut evaluation),
        }
        evaluation
    }

    /// Reads and compares a resource, logs what differs, and returns what its provider is to be asked for.
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
        if self.manner() == Manner::ResourceApi {
            self.audit(resource, evaluation);
        }
        if !evaluation.has_differences() || (resource.noop() && !self.reports_noop()) {
            return Ok(None);
        }
        self.change(resource, current)
    }

    /// Takes the state that the provider was asked for as the current one, unless it failed or nothing was changed.
    fn conclude(&mut self, resource: &ManagedResource, change: &Change, outcome: Outcome, evaluation: &mut Evaluation) {
        match outcome {
            Err(failure) => {
                if !resource.noop() {
                    self.forget(resource);
                }
                match self.manner() {
                    Manner::ResourceApi => self.fail(resource, failure, evaluation),
                    Manner::Puppet => self.fail_changes(resource, failure, evaluation),
                }
            }
            Ok(()) if resource.noop() => {}
            Ok(()) => {
                let state = change.should.clone().unwrap_or_default();
                match self.manner() {
                    Manner::ResourceApi => self.remember(resource, &state),
                    // Puppet's own types read what became of their resources.
                    Manner::Puppet => self.forget(resource),
                }
                let exists = !is_absent(state.get("ensure"));
                evaluation.current = Some(Current { state, exists });
                for (property, failure) in self.context.take_failed_properties() {
                    self.fail_change(resource, failure, evaluation, |event| event.property == property);
                }
                self.tell_changes(resource, evaluation);
            }
        }
    }

    /// Logs what was changed, and then what an audit found, where that is not said before.
    fn tell_changes(&mut self, resource: &ManagedResource, evaluation: &mut Evaluation) {
        if self.manner() == Manner::Puppet {
            let made = evaluation.events.iter().filter(|event| event.is_difference() && !event.noop);
            made.for_each(|event| self.log_event(resource, event));
            self.audit(resource, evaluation);
        }
    }

    /// Reports that the changes of a resource could not be made, each for itself.
    fn fail_changes(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        self.context.take_failed_properties();
        self.fail_change(resource, failure, evaluation, |_| true);
        if !evaluation.is_fatal() {
            self.audit(resource, evaluation);
        }
    }

    /// Reports that some changes of a resource could not be made.
    fn fail_change(
        &mut self,
        resource: &ManagedResource,
        failure: Failure,
        evaluation: &mut Evaluation,
        is_meant: impl Fn(&Event) -> bool,
    ) {
        let failure = failure.scrubbed(self.log().scrubber());
        if failure.kind() == FailureKind::Fatal {
            evaluation.events.retain(|event| !event.is_difference());
            evaluation.failure = Some(failure);
            return;
        }
        let reason = failure.to_string();
        let meant = |event: &&mut Event| event.is_difference() && !event.noop && is_meant(event);
        for event in evaluation.events.iter_mut().filter(meant) {
            event.failed = true;
            let reason = if failure.is_of_error() && event.property == "ensure" {
                // Puppet does not expect errors of the system here, and says so at length.
                let should = render::interpolate(&event.desired);
                let told = format!("Could not set '{should}' on ensure: {reason}{}", resource.place);
                self.log().line(Level::Err, &told);
                self.log().line(Level::Err, &format!("{told}\nWrapped exception:\n{reason}"));
                told
            } else {
                self.log().line(Level::Err, &reason);
                reason.clone()
            };
            event.message = event.failed_because(&reason).into();
            self.log_event(resource, event);
        }
        evaluation.failure.get_or_insert(failure);
    }

    /// Reports that a resource failed when its changes had been told.
    fn fail_written(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        self.forget(resource);
        self.say_failed(resource, failure, evaluation);
    }

    /// Reports that a resource failed. The first failure is the one that is kept, unless a later one ends the run.
    fn fail(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        if self.manner() == Manner::Puppet {
            // What was not logged did not happen.
            evaluation.events.retain(|event| !event.is_difference() || event.noop);
        }
        self.say_failed(resource, failure, evaluation);
    }

    fn say_failed(&mut self, resource: &ManagedResource, failure: Failure, evaluation: &mut Evaluation) {
        let failure = failure.scrubbed(self.log().scrubber());
        if failure.kind() == FailureKind::Fatal {
            evaluation.failure = Some(failure);
            return;
        }
        let told = self.settings.told(&failure);
        self.log().write(Level::Err, Some(resource.path()), &format!("Could not evaluate: {told}"));
        evaluation.error.get_or_insert_with(|| failure.to_string().into());
        evaluation.failure.get_or_insert(failure);
    }
}

impl ManagedResource {
    /// How the log speaks of this resource.
    pub(crate) fn turn(&self) -> Turn {
        Turn {
            path: self.path().clone(),
            title: self.title.clone(),
            level: self.log_level(),
            place: self.place.clone(),
        }
    }

    /// Whether it is changed only when others refresh it.
    pub(crate) fn waits_for_refresh(&self) -> bool {
        self.definition().has(Feature::Refreshable)
            && self.should().get("refreshonly").and_then(as_switch) == Some(true)
    }

    /// Whether somebody wants to know when it is changed.
    pub(crate) fn is_audited(&self) -> bool {
        self.past.as_ref().is_some_and(|past| !past.audited.is_empty())
    }

    /// The level at which changes of this resource are logged: that of its `loglevel`, or notice.
    pub fn log_level(&self) -> Level {
        match self.metaparameters().text("loglevel") {
            Some("debug") => Level::Debug,
            Some("info" | "verbose") => Level::Info,
            Some("warning") => Level::Warning,
            Some("err") => Level::Err,
            Some("crit") => Level::Critical,
            Some("alert") => Level::Alert,
            Some("emerg") => Level::Emergency,
            Some(_) | None => Level::Notice,
        }
    }
}
