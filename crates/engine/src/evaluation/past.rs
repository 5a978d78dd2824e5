//! What earlier runs know of a resource, and what follows from it.
//!
//! An audited property is remembered from run to run; when it is not what it was, that is said. A change that brings a
//! property back to what an earlier run left is a corrective one.

use std::borrow::Cow;

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::{Type, Value, time::Timestamp};
use resource_api::{
    Audited, Outcome, State,
    log::Level,
    registry::Manner,
    render,
    secret::{REDACTED, Scrubber},
};
use rustc_hash::FxBuildHasher;

use super::{Evaluation, Event};
use crate::{
    Current, ManagedResource, Session,
    comparison::{equal, in_sync, is_absent},
};

/// What earlier runs know of a resource.
#[derive(Clone, Default)]
pub(crate) struct Past {
    /// The properties that are audited.
    pub(crate) audited: Vec<EcoString>,
    /// What they were.
    pub(crate) recorded: IndexMap<EcoString, Value, FxBuildHasher>,
    /// What properties were when a run left them.
    pub(crate) left: IndexMap<EcoString, Value, FxBuildHasher>,
}

impl Session<'_> {
    /// Adds to an event what is known of its property.
    pub(super) fn add_past(&mut self, resource: &ManagedResource, event: &mut Event, evaluation: &Evaluation) {
        let Some(past) = resource.past.as_ref().filter(|_| !event.only_audited) else { return };
        if let Some((_, is)) = evaluation.audited.iter().find(|(property, _)| *property == event.property) {
            event.audited = true;
            if let Some(recorded) = past.recorded.get(&event.property) {
                event.historical = recorded.clone();
                if !recorded.is_undef() && !event.secret && !is_same(recorded, is) {
                    let recorded = self.told(resource, &event.property, recorded);
                    event.message.push_str(&format!(" (previously recorded value was {recorded})"));
                }
            }
        }
        if let Some(left) = past.left.get(&event.property)
            && !event.secret
            && !in_sync(&event.previous, left)
        {
            event.corrective = true;
            event.message.push_str(" (corrective)");
        }
    }

    /// Finds out what audited properties are, before anything is changed.
    pub(super) fn look_for_audit(
        &mut self,
        resource: &ManagedResource,
        current: &Current,
        target: &State,
        evaluation: &mut Evaluation,
    ) -> Outcome {
        let Some(past) = resource.past.as_ref().filter(|past| !past.audited.is_empty()) else { return Ok(()) };
        // What does not exist has no values, and Puppet's own types say so.
        let is_missing = is_absent(current.state.get("ensure"));
        let absent = Value::Symbol("absent".into());
        let nothing = if is_missing && self.manner() == Manner::Puppet { &absent } else { &Value::Undef };
        for property in &past.audited {
            let answer = self.with_provider_of(resource, |provider, context| {
                context.set_turn(Some(resource.turn()));
                let answer = provider.audited(context, resource.identity(), property, &current.state, target);
                context.set_turn(None);
                answer
            })?;
            let is = match &answer {
                Audited::AsRead => current.state.known(property).unwrap_or(nothing),
                Audited::Is(value) => value,
                Audited::Unknown => continue,
            };
            let attribute = resource.definition().attribute(property);
            // That there is nothing is a secret only where every value is one.
            let shown = if *is == absent { &Value::from("absent") } else { is };
            let declared_secret = attribute.is_some_and(|attribute| attribute.hides(shown))
                || target.get(property).is_some_and(Value::holds_secret);
            let secret = !is.is_undef() && (declared_secret || holds_secret(is, self.log().scrubber()));
            let kept = match is {
                // A secret is kept nowhere, so nobody can say whether it was changed.
                _ if secret => Value::String(REDACTED.into()),
                is if self.manner() == Manner::ResourceApi => plain(is).into_owned(),
                // Words of which the type has a list are symbols to Puppet, and in the file that both read.
                Value::String(word) if attribute.is_some_and(|attribute| lists(attribute.data_type(), word)) => {
                    Value::Symbol(word.clone())
                }
                Value::String(word) if property == "ensure" && word == "absent" => absent.clone(),
                is => is.clone(),
            };
            evaluation.audited.push((property.clone(), kept));
        }
        Ok(())
    }

    /// Says which audited properties are not what they were.
    pub(super) fn audit(&mut self, resource: &ManagedResource, evaluation: &mut Evaluation) {
        let Some(past) = resource.past.as_ref().filter(|past| !past.audited.is_empty()) else { return };
        for (property, kept) in evaluation.audited.clone() {
            match past.recorded.get(&property) {
                None => {
                    let source = eco_format!("{}/{property}", resource.path());
                    let message =
                        format!("audit change: newly-recorded value {}", render::interpolate(&in_text(&kept)));
                    self.log().write(Level::Notice, Some(&source), &message);
                }
                Some(recorded) if kept == Value::from(REDACTED) || is_same(recorded, &kept) => {}
                Some(_) if evaluation.events.iter().any(|event| event.property == property) => {}
                Some(recorded) => {
                    let message = format!(
                        "audit change: previously recorded value {} has been changed to {}",
                        self.told(resource, &property, recorded),
                        self.told(resource, &property, &kept)
                    );
                    let desired = resource.should().get(&property).cloned().unwrap_or_default();
                    let event = Event {
                        replaces_refresh: self.replaces_refresh(resource, &property, resource.should()),
                        property,
                        name: None,
                        previous: kept,
                        desired,
                        message: message.into(),
                        noop: false,
                        failed: false,
                        audited: true,
                        only_audited: true,
                        historical: recorded.clone(),
                        secret: false,
                        corrective: false,
                    };
                    self.report(resource, event, evaluation);
                }
            }
        }
    }

    /// A value as messages about its change tell of it.
    fn told(&mut self, resource: &ManagedResource, property: &str, value: &Value) -> String {
        let told = self.with_provider_of(resource, |provider, context| Ok(provider.told(context, property, value)));
        told.ok().flatten().unwrap_or_else(|| render::display(&in_text(value)))
    }
}

/// Whether a property is what was recorded. Puppet's files have times to the microsecond.
fn is_same(recorded: &Value, is: &Value) -> bool {
    let whole = |time: &Timestamp| time.as_nanoseconds().div_euclid(1000);
    match (recorded, is) {
        (Value::Timestamp(recorded), Value::Timestamp(is)) => whole(recorded) == whole(is),
        _ => equal(plain(recorded).as_ref(), plain(is).as_ref()),
    }
}

/// Whether a type has a list of words, and this one is among them.
fn lists(data_type: &Type, word: &str) -> bool {
    match data_type {
        Type::Enum(words) => words.is_instance(word),
        Type::Optional(Some(inner)) => lists(inner, word),
        Type::Variant(types) => types.iter().any(|inner| lists(inner, word)),
        _ => false,
    }
}

/// A point in time as Ruby writes it; everything else as it is.
fn in_text(value: &Value) -> Cow<'_, Value> {
    match value {
        Value::Timestamp(time) => Cow::Owned(time.format("%Y-%m-%d %H:%M:%S +0000", None).unwrap_or_default().into()),
        other => Cow::Borrowed(other),
    }
}

/// Whether a value is a secret, or a text in which one is told.
pub(crate) fn holds_secret(value: &Value, scrubber: &Scrubber) -> bool {
    match value {
        Value::Sensitive(_) => true,
        Value::String(text) | Value::Symbol(text) => matches!(scrubber.scrub(text), Cow::Owned(_)),
        Value::Array(items) => items.iter().any(|item| holds_secret(item, scrubber)),
        Value::Hash(entries) => {
            entries.iter().any(|(key, value)| holds_secret(key, scrubber) || holds_secret(value, scrubber))
        }
        _ => false,
    }
}

/// The value without symbols, which the files of some writers do not have.
fn plain(value: &Value) -> Cow<'_, Value> {
    match value {
        Value::Symbol(word) => Cow::Owned(Value::String(word.clone())),
        other => Cow::Borrowed(other),
    }
}
