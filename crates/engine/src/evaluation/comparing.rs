//! Compares resources with their desired states.
//!
//! `ensure` comes first: if a resource is to be created or removed, its other properties do not matter. Then every
//! property with a desired value is compared, in the order of the definition. A type with `custom_insync` compares each of
//! them itself.

use ecow::{EcoString, eco_format};
use pcore::{Type, Value};
use resource_api::{
    Attribute, Failure, Feature, Insync, Outcome, State, definition::MissingAttributes, failure::FailureKind,
    log::Level, registry::Dialect,
};

use super::{Evaluation, Event};
use crate::{
    Current, ManagedResource, Session,
    change::{Difference, TRIGGERED},
    comparison::{ensure_in_sync, in_sync, is_absent},
    session::{TRIGGER, TRIGGER_VALUE},
};

/// Fails when a resource that should exist lacks a property that it must have.
///
/// Parameters are not checked: without them the resource could not be built.
pub(crate) fn require_mandatory(resource: &ManagedResource) -> Outcome {
    let should = resource.should();
    match should.known("ensure") {
        None => return Ok(()),
        ensure if is_absent(ensure) => return Ok(()),
        Some(_) => {}
    }
    let missing: Vec<EcoString> = resource
        .definition()
        .attributes()
        .filter(|attribute| attribute.behaviour().is_compared() && attribute.name() != "ensure")
        .filter(|attribute| !matches!(attribute.data_type(), Type::Optional(_)))
        .filter(|attribute| should.known(attribute.name()).is_none())
        .map(|attribute| attribute.name().clone())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::from(MissingAttributes(missing)).with_kind(FailureKind::Resource))
}

/// A resource with the two states that are compared.
#[derive(Clone, Copy)]
struct Compared<'c> {
    resource: &'c ManagedResource,
    current: &'c State,
    target: &'c State,
}

impl Session<'_> {
    /// Compares a resource with its desired state, and logs each difference. Fails only when the run must end.
    pub(super) fn compare(
        &mut self,
        resource: &ManagedResource,
        current: &Current,
        target: &State,
        evaluation: &mut Evaluation,
    ) -> Outcome {
        let compared = Compared { resource, current: &current.state, target };
        if !resource.definition().has(Feature::CustomInsync) {
            return self.examine_all(compared, evaluation);
        }
        self.context.set_current_resource(Some(resource.current_resource()));
        self.context.set_current_noop(resource.noop());
        let outcome = self.examine_all(compared, evaluation);
        self.context.set_current_noop(false);
        self.context.set_current_resource(None);
        outcome
    }

    fn examine_all(&mut self, compared: Compared<'_>, evaluation: &mut Evaluation) -> Outcome {
        let Compared { resource, current, target } = compared;
        let definition = resource.definition();
        let of = |name: &str| definition.attribute(name);
        if let Some(ensure) = target.known("ensure")
            && self.examine(compared, ("ensure", of("ensure")), ensure, evaluation)?
        {
            return Ok(());
        }
        if definition.is_ensurable() && is_absent(current.get("ensure")) {
            let message = "Nothing to manage: no ensure and the resource doesn't exist";
            self.log().write(Level::Debug, Some(resource.path()), message);
            return Ok(());
        }
        if self.has_trigger() {
            self.examine(compared, (TRIGGER, of(TRIGGER)), &TRIGGER_VALUE.into(), evaluation)?;
        }
        for attribute in definition.attributes().filter(|attribute| attribute.behaviour().is_compared()) {
            let name = attribute.name();
            if name != "ensure"
                && let Some(should) = target.known(name)
            {
                self.examine(compared, (name, Some(attribute)), should, evaluation)?;
            }
        }
        Ok(())
    }

    /// Compares one property, and returns whether it has an event.
    fn examine(
        &mut self,
        compared: Compared<'_>,
        (property, attribute): (&str, Option<&Attribute>),
        should: &Value,
        evaluation: &mut Evaluation,
    ) -> Outcome<bool> {
        let resource = compared.resource;
        let is = compared.current.get(property).unwrap_or(&Value::Undef);
        let is_hidden = attribute.is_some_and(|attribute| attribute.hides(is) || attribute.hides(should));
        let secret = is_hidden || is_of_secret(is, should);
        let difference = Difference { property, is, should, secret, dialect: self.dialect() };
        let noop = resource.noop();
        let answer = self.custom_insync(compared, property);
        // The values that the provider reports take precedence over those of the states.
        let reported = match &answer {
            Ok(Insync::Differs(reported)) => Some(reported.clone()),
            _ => None,
        };
        let difference = match &reported {
            Some(reported) => {
                let secret = difference.secret || is_of_secret(&reported.is, &reported.should);
                Difference { is: &reported.is, should: &reported.should, secret, ..difference }
            }
            None => difference,
        };
        let message = match answer {
            Ok(Insync::Yes) => return Ok(false),
            Ok(Insync::Default) if is_as_desired(property, is, should) => return Ok(false),
            Ok(Insync::No(Some(message))) if !message.is_empty() => difference.changed_with(&message, noop),
            Ok(Insync::Differs(resource_api::Difference { message: Some(message), .. })) => {
                difference.changed_with(&message, noop)
            }
            Ok(Insync::Differs(_)) => difference.changed(noop),
            Ok(Insync::No(_) | Insync::Default) if property == TRIGGER => difference.changed_with(TRIGGERED, noop),
            Ok(Insync::No(_) | Insync::Default) => difference.changed(noop),
            // The resource is not possible, whatever the property.
            Err(failure) if self.dialect() == Dialect::Puppet && failure.kind() == FailureKind::Resource => {
                return Err(failure);
            }
            Err(failure) => {
                self.examination_failed(compared, &difference, failure, evaluation)?;
                return Ok(true);
            }
        };
        let mut event = difference.event(message, noop);
        if let Some(reported) = &reported {
            event.name.clone_from(&reported.event);
        }
        event.replaces_refresh = self.replaces_refresh(resource, property, compared.target);
        self.report(resource, event, evaluation);
        Ok(true)
    }

    /// The comparison of the provider; without the feature it leaves it to the engine.
    fn custom_insync(&mut self, compared: Compared<'_>, property: &str) -> Outcome<Insync> {
        let Compared { resource, current, target } = compared;
        if !resource.definition().has(Feature::CustomInsync) {
            return Ok(Insync::Default);
        }
        self.with_provider_of(resource, |provider, context| {
            provider.insync(context, resource.identity(), property, current, target)
        })
    }

    fn examination_failed(
        &mut self,
        compared: Compared<'_>,
        difference: &Difference<'_>,
        failure: Failure,
        evaluation: &mut Evaluation,
    ) -> Outcome {
        let failure = failure.scrubbed(self.log().scrubber());
        let is_fatal = failure.kind() == FailureKind::Fatal;
        if !is_fatal {
            self.log().line(Level::Err, &failure.to_string());
        }
        let mut event = difference.event(difference.failed(&failure.to_string()), compared.resource.noop());
        event.failed = true;
        self.report(compared.resource, event, evaluation);
        if is_fatal {
            return Err(failure);
        }
        evaluation.failure.get_or_insert(failure);
        Ok(())
    }

    /// Whether a change of a property does what a refresh would do, according to the provider.
    pub(super) fn replaces_refresh(&mut self, resource: &ManagedResource, property: &str, should: &State) -> bool {
        self.with_provider_of(resource, |provider, _| Ok(provider.replaces_refresh(property, should))).unwrap_or(false)
    }

    /// Adds an event, and logs it unless it is logged when the change is made.
    pub(super) fn report(&mut self, resource: &ManagedResource, mut event: Event, evaluation: &mut Evaluation) {
        self.add_past(resource, &mut event, evaluation);
        event.message = EcoString::from(self.log().scrubber().scrub(&event.message));
        if !event.is_difference() || event.noop || self.dialect() == Dialect::ResourceApi {
            self.log_event(resource, &event);
        }
        evaluation.events.push(event);
    }

    pub(super) fn log_event(&self, resource: &ManagedResource, event: &Event) {
        let level = if event.failed { Level::Err } else { resource.log_level() };
        let source = eco_format!("{}/{}", resource.path(), event.property);
        self.log().write(level, Some(&source), &event.message);
    }
}

/// Whether a change is redacted. A current value is plain even if the desired collection has a secret, so all of it is
/// redacted; without a current value only the secret is.
fn is_of_secret(is: &Value, should: &Value) -> bool {
    matches!(should, Value::Sensitive(_)) || (should.holds_secret() && !is.is_undef())
}

fn is_as_desired(property: &str, is: &Value, should: &Value) -> bool {
    if property == "ensure" { ensure_in_sync(is, should) } else { in_sync(is, should) }
}

impl Difference<'_> {
    fn event(&self, message: String, noop: bool) -> Event {
        let guarded = |value: &Value| match value {
            bare if self.secret && !matches!(bare, Value::Sensitive(_) | Value::Undef) => {
                Value::sensitive(bare.clone())
            }
            value => value.clone(),
        };
        Event {
            property: self.property.into(),
            previous: guarded(self.is),
            desired: guarded(self.should),
            message: message.into(),
            noop,
            secret: self.secret,
            ..Event::default()
        }
    }
}
