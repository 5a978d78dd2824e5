//! Audits and corrective changes, which depend on what earlier runs recorded.
//!
//! The values of audited properties are recorded in each run; changes since the last run are reported. A change that
//! restores the value that an earlier run set is a corrective change.

use std::borrow::Cow;

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::{Type, Value, time::Timestamp};
use resource_api::{
    Audited, Outcome, State,
    log::Level,
    registry::Dialect,
    render,
    secret::{REDACTED, Scrubber},
};
use rustc_hash::FxBuildHasher;

use super::{Evaluation, Event};
use crate::{
    Current, ManagedResource, Session,
    comparison::{equal, in_sync, is_absent},
};

/// What earlier runs recorded of a resource.
#[derive(Clone, Default)]
pub(crate) struct Past {
    /// The properties that are audited.
    pub(crate) audited: Vec<EcoString>,
    pub(crate) recorded: IndexMap<EcoString, Value, FxBuildHasher>,
    /// The values of properties after the last run.
    pub(crate) system_values: IndexMap<EcoString, Value, FxBuildHasher>,
}

impl Session<'_> {
    /// Adds the recorded values of its property to an event.
    pub(super) fn add_past(&mut self, resource: &ManagedResource, event: &mut Event, evaluation: &Evaluation) {
        let Some(past) = resource.past.as_ref().filter(|_| !event.only_audited) else { return };
        if let Some((_, is)) = evaluation.audited.iter().find(|(property, _)| *property == event.property) {
            event.audited = true;
            if let Some(recorded) = past.recorded.get(&event.property) {
                event.historical = recorded.clone();
                if !recorded.is_undef() && !event.secret && !is_same(recorded, is) {
                    let recorded = self.display_value(resource, &event.property, recorded);
                    event.message.push_str(&format!(" (previously recorded value was {recorded})"));
                }
            }
        }
        if let Some(system_value) = past.system_values.get(&event.property)
            && !event.secret
            && !in_sync(&event.previous, system_value)
        {
            event.corrective = true;
            event.message.push_str(" (corrective)");
        }
    }

    /// Reads audited properties, before anything is changed.
    pub(super) fn look_for_audit(
        &mut self,
        resource: &ManagedResource,
        current: &Current,
        target: &State,
        evaluation: &mut Evaluation,
    ) -> Outcome {
        let Some(past) = resource.past.as_ref().filter(|past| !past.audited.is_empty()) else { return Ok(()) };
        // A resource that does not exist has no values, which Puppet's own types record.
        let is_missing = is_absent(current.state.get("ensure"));
        let absent = Value::Symbol("absent".into());
        let nothing = if is_missing && self.dialect() == Dialect::Puppet { &absent } else { &Value::Undef };
        for property in &past.audited {
            let answer = self.with_provider_of(resource, |provider, context| {
                context.set_current_resource(Some(resource.current_resource()));
                let answer = provider.audited(context, resource.identity(), property, &current.state, target);
                context.set_current_resource(None);
                answer
            })?;
            let is = match &answer {
                Audited::AsRead => current.state.known(property).unwrap_or(nothing),
                Audited::Is(value) => value,
                Audited::Unknown => continue,
            };
            let attribute = resource.definition().attribute(property);
            // That there is no value is a secret only where every value is one.
            let shown = if *is == absent { &Value::from("absent") } else { is };
            let declared_secret = attribute.is_some_and(|attribute| attribute.hides(shown))
                || target.get(property).is_some_and(Value::holds_secret);
            let secret = !is.is_undef() && (declared_secret || holds_secret(is, self.log().scrubber()));
            let recorded = match is {
                // A secret is not recorded, so changes of it are not noticed.
                _ if secret => Value::String(REDACTED.into()),
                is if self.dialect() == Dialect::ResourceApi => plain(is).into_owned(),
                // Words of an Enum are symbols in Puppet, and in the file that both read.
                Value::String(word) if attribute.is_some_and(|attribute| is_enum_word(attribute.data_type(), word)) => {
                    Value::Symbol(word.clone())
                }
                Value::String(word) if property == "ensure" && word == "absent" => absent.clone(),
                is => is.clone(),
            };
            evaluation.audited.push((property.clone(), recorded));
        }
        Ok(())
    }

    /// Reports the audited properties that were changed.
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
                        self.display_value(resource, &property, recorded),
                        self.display_value(resource, &property, &kept)
                    );
                    let desired = resource.should().get(&property).cloned().unwrap_or_default();
                    let event = Event {
                        replaces_refresh: self.replaces_refresh(resource, &property, resource.should()),
                        property,
                        previous: kept,
                        desired,
                        message: message.into(),
                        audited: true,
                        only_audited: true,
                        historical: recorded.clone(),
                        ..Event::default()
                    };
                    self.report(resource, event, evaluation);
                }
            }
        }
    }

    /// A value as messages about its change show it.
    fn display_value(&mut self, resource: &ManagedResource, property: &str, value: &Value) -> String {
        let displayed =
            self.with_provider_of(resource, |provider, context| Ok(provider.display_value(context, property, value)));
        displayed.ok().flatten().unwrap_or_else(|| render::display(&in_text(value)))
    }
}

/// Whether a value is the recorded one. Puppet's files have times to the microsecond.
fn is_same(recorded: &Value, is: &Value) -> bool {
    let whole = |time: &Timestamp| time.as_nanoseconds().div_euclid(1000);
    match (recorded, is) {
        (Value::Timestamp(recorded), Value::Timestamp(is)) => whole(recorded) == whole(is),
        _ => equal(plain(recorded).as_ref(), plain(is).as_ref()),
    }
}

/// Whether a word is one of an Enum.
fn is_enum_word(data_type: &Type, word: &str) -> bool {
    match data_type {
        Type::Enum(words) => words.is_instance(word),
        Type::Optional(Some(inner)) => is_enum_word(inner, word),
        Type::Variant(types) => types.iter().any(|inner| is_enum_word(inner, word)),
        _ => false,
    }
}

/// A timestamp as Ruby writes it; other values unchanged.
fn in_text(value: &Value) -> Cow<'_, Value> {
    match value {
        Value::Timestamp(time) => Cow::Owned(time.format_at("%F %T %z", 0).into()),
        other => Cow::Borrowed(other),
    }
}

/// Whether a value is a secret, or contains one.
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

/// A symbol as a string, because some writers of the files have no symbols.
fn plain(value: &Value) -> Cow<'_, Value> {
    match value {
        Value::Symbol(word) => Cow::Owned(Value::String(word.clone())),
        other => Cow::Borrowed(other),
    }
}
