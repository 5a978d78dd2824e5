//! What earlier runs know of a resource, and what follows from it.
//!
//! An audited property is remembered from run to run; when it is not what it was, that is said. A change that brings a
//! property back to what an earlier run left is a corrective one.

use std::borrow::Cow;

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{
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

impl Past {
    /// Adds to an event what is known of its property.
    pub(super) fn complete(&self, event: &mut Event) {
        if event.only_audited {
            return;
        }
        if self.audited.contains(&event.property) {
            event.audited = true;
            if let Some(recorded) = self.recorded.get(&event.property) {
                event.historical = recorded.clone();
                if !recorded.is_undef() && !event.secret && !equal(recorded, &plain(&event.previous)) {
                    let recorded = render::display(recorded);
                    event.message.push_str(&format!(" (previously recorded value was {recorded})"));
                }
            }
        }
        if let Some(left) = self.left.get(&event.property)
            && !event.secret
            && !in_sync(&event.previous, left)
        {
            event.corrective = true;
            event.message.push_str(" (corrective)");
        }
    }
}

impl Session<'_> {
    /// Says which audited properties are not what they were, and keeps what they are.
    pub(super) fn audit(&mut self, resource: &ManagedResource, current: &Current, evaluation: &mut Evaluation) {
        let Some(past) = resource.past.as_ref().filter(|past| !past.audited.is_empty()) else { return };
        // What does not exist has no values, and Puppet's own types say so.
        let is_missing = is_absent(current.state.get("ensure"));
        let absent = Value::from("absent");
        let nothing = if is_missing && self.manner() == Manner::Puppet { &absent } else { &Value::Undef };
        for property in &past.audited {
            let is = current.state.known(property).unwrap_or(nothing);
            let declared_secret =
                resource.definition().attribute(property).is_some_and(|attribute| attribute.hides(is));
            let secret = !is.is_undef() && (declared_secret || holds_secret(is, self.log().scrubber()));
            // A secret is kept nowhere, so nobody can say whether it was changed.
            let kept = if secret { Value::String(REDACTED.into()) } else { plain(is) };
            match past.recorded.get(property) {
                None => {
                    let source = eco_format!("{}/{property}", resource.path());
                    let message = format!("audit change: newly-recorded value {}", render::interpolate(&kept));
                    self.log().write(Level::Notice, Some(&source), &message);
                }
                Some(recorded) if secret || equal(recorded, &kept) => {}
                Some(_) if evaluation.events.iter().any(|event| event.property == *property) => {}
                Some(recorded) => {
                    let message = format!(
                        "audit change: previously recorded value {} has been changed to {}",
                        render::display(recorded),
                        render::display(&kept)
                    );
                    let desired = resource.should().get(property).cloned().unwrap_or_default();
                    let event = Event {
                        property: property.clone(),
                        name: None,
                        replaces_refresh: false,
                        previous: kept.clone(),
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
            evaluation.audited.push((property.clone(), kept));
        }
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

/// The value as it comes back from a file, which knows no symbols.
fn plain(value: &Value) -> Value {
    match value {
        Value::Symbol(word) => Value::String(word.clone()),
        other => other.clone(),
    }
}
