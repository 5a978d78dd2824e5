//! Finds what is not as it should be.
//!
//! `ensure` comes first: while a resource is to appear or to go, its other properties are of no interest. Then every
//! property with a desired value is compared, in the order of the definition. A type with `custom_insync` decides for
//! each of them itself.

use ecow::{EcoString, eco_format};
use pcore::{Type, Value};
use resource_api::{
    Attribute, Behaviour, Failure, Feature, Insync, Outcome, State, definition::MissingAttributes,
    failure::FailureKind, log::Level, registry::Manner,
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
/// Parameters are not looked at: without them the resource could not be built.
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
        .filter(|attribute| is_property(attribute) && attribute.name() != "ensure")
        .filter(|attribute| !matches!(attribute.data_type(), Type::Optional(_)))
        .filter(|attribute| should.known(attribute.name()).is_none())
        .map(|attribute| attribute.name().clone())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::from(MissingAttributes(missing)).with_kind(FailureKind::Resource))
}

/// Whether the attribute is compared and reported.
fn is_property(attribute: &Attribute) -> bool {
    match attribute.behaviour() {
        Behaviour::Property | Behaviour::InitOnly => true,
        Behaviour::Namevar | Behaviour::Parameter | Behaviour::ReadOnly => false,
    }
}

/// A resource between the two states that are compared.
#[derive(Clone, Copy)]
struct Compared<'c> {
    resource: &'c ManagedResource,
    current: &'c State,
    target: &'c State,
}

impl Session<'_> {
    /// Compares a resource with what it should be; each difference is logged. Fails only when the run must end.
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
        self.context.set_turn(Some(resource.turn()));
        self.context.set_dry_turn(resource.noop());
        let outcome = match self.is_settled(compared) {
            true => Ok(()),
            false => self.examine_all(compared, evaluation),
        };
        self.context.set_dry_turn(false);
        self.context.set_turn(None);
        outcome
    }

    /// Whether the provider knows at once that everything is as it should be. Who fails here is asked again.
    fn is_settled(&mut self, compared: Compared<'_>) -> bool {
        let Compared { resource, current, target } = compared;
        self.with_provider_of(resource, |provider, context| {
            Ok(provider.is_settled(context, resource.identity(), current, target))
        })
        .unwrap_or(false)
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
        for attribute in definition.attributes().filter(|attribute| is_property(attribute)) {
            let name = attribute.name();
            if name != "ensure"
                && let Some(should) = target.known(name)
            {
                self.examine(compared, (name, Some(attribute)), should, evaluation)?;
            }
        }
        Ok(())
    }

    /// Compares one property, and returns whether there is anything to say about it.
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
        let difference = Difference { property, is, should, secret, manner: self.manner() };
        let noop = resource.noop();
        let answer = self.custom_insync(compared, property);
        // What the provider says of the values counts more than the values themselves.
        let told = match &answer {
            Ok(Insync::Differs(told)) => Some(told.clone()),
            _ => None,
        };
        let difference = match &told {
            Some(told) => {
                let secret = difference.secret || is_of_secret(&told.is, &told.should);
                Difference { is: &told.is, should: &told.should, secret, ..difference }
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
            // What was asked of the resource cannot be done, whatever the property.
            Err(failure) if self.manner() == Manner::Puppet && failure.kind() == FailureKind::Resource => {
                return Err(failure);
            }
            Err(failure) => {
                self.examination_failed(compared, &difference, failure, evaluation)?;
                return Ok(true);
            }
        };
        let mut event = difference.event(message, noop);
        if let Some(told) = &told {
            event.name.clone_from(&told.event);
        }
        event.replaces_refresh = self.replaces_refresh(resource, property, compared.target);
        self.report(resource, event, evaluation);
        Ok(true)
    }

    /// What the provider says about a property; without the feature it says nothing.
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

    /// Whether the provider says that a change of a property does what a refresh would do.
    pub(super) fn replaces_refresh(&mut self, resource: &ManagedResource, property: &str, should: &State) -> bool {
        self.with_provider_of(resource, |provider, _| Ok(provider.replaces_refresh(property, should))).unwrap_or(false)
    }

    /// Logs an event, unless it is to be logged when the change is made, and keeps it.
    pub(super) fn report(&mut self, resource: &ManagedResource, mut event: Event, evaluation: &mut Evaluation) {
        self.add_past(resource, &mut event, evaluation);
        event.message = EcoString::from(self.log().scrubber().scrub(&event.message));
        if !event.is_difference() || event.noop || self.manner() == Manner::ResourceApi {
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

/// Whether a change must not be shown. The machine's value is plain where a collection has a secret, so all of it is hidden;
/// where the machine has none, only the secret is.
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
            name: None,
            replaces_refresh: false,
            previous: guarded(self.is),
            desired: guarded(self.should),
            message: message.into(),
            noop,
            failed: false,
            audited: false,
            only_audited: false,
            historical: Value::Undef,
            secret: self.secret,
            corrective: false,
        }
    }
}
