//! Asks the provider to change a resource.

use pcore::Value;
use resource_api::{
    Behaviour, Change, Changes, Context, Failure, Feature, Identity, Outcome, State, TypeDefinition, context::Reported,
    log::Level, registry::Manner, render, secret::REDACTED,
};

use rustc_hash::FxHashMap;

use crate::{
    Current, ManagedResource, Session, Strictness,
    comparison::{equal, same_state},
};

impl Session<'_> {
    /// Whether the provider is called when nothing may be changed.
    pub(super) fn reports_noop(&self) -> bool {
        self.settings.call_noop_providers && self.context.definition().has(Feature::SupportsNoop)
    }

    /// What the provider is to be asked for; nothing when the resource is what it should be as a whole.
    pub(super) fn change(&mut self, resource: &ManagedResource, current: &Current) -> Outcome<Option<Change>> {
        let target = self.canonical_target(resource)?;
        if same_state(&current.state, target) {
            return Ok(None);
        }
        if self.log().wants(Level::Debug) && self.manner() == Manner::ResourceApi {
            self.log().line(Level::Debug, &format!("Target State: {}", self.shown(target)));
        }
        self.guard_init_only(resource.definition(), current, target)?;
        Ok(Some(Change {
            name: resource.identity().clone(),
            is: Some(current.state.clone()),
            should: Some(target.clone()),
        }))
    }

    /// Calls the provider's `set`, and returns what became of each change. While it works it may log for the resources
    /// of this call only.
    ///
    /// All resources of a call have the provider of this one.
    pub(super) fn set(&mut self, resource: &ManagedResource, changes: &Changes) -> Vec<Outcome> {
        self.count_set();
        let called = self.with_provider_of(resource, |provider, context| {
            context.reset_failed();
            let alone = changes.len() == 1;
            context.set_turn(alone.then(|| resource.turn()));
            let active = context.begin_set(changes);
            let failure = match provider.set(context, changes) {
                Ok(()) => context.has_failed().then(|| Failure::new("Execution encountered an error")),
                Err(failure) => Some(failure),
            };
            let named: FxHashMap<Identity, Failure> = context.take_failed_resources().into_iter().collect();
            let mut outcomes: Vec<Outcome> = match failure {
                None => changes.iter().map(|_| Ok(())).collect(),
                Some(failure) => failed(context, changes, failure),
            };
            if !named.is_empty() {
                for (change, outcome) in changes.iter().zip(&mut outcomes) {
                    if let Some(failure) = named.get(&change.name) {
                        *outcome = Err(failure.clone());
                    }
                }
            }
            drop(active);
            context.set_turn(None);
            context.reset_failed();
            Ok(outcomes)
        });
        called.unwrap_or_else(|failure: Failure| changes.iter().map(|_| Err(failure.clone())).collect())
    }

    /// Lets the provider write what a `set` gathered, unless it gathered nothing. Returns the places of the changes that
    /// were not written, with why.
    pub(super) fn flush(
        &mut self,
        resource: &ManagedResource,
        changes: &Changes,
        is_set: bool,
    ) -> Vec<(usize, Failure)> {
        if changes.noop() || !is_set {
            return Vec::new();
        }
        let flushed = self.with_provider_of(resource, |provider, context| {
            let alone = changes.len() == 1;
            context.set_turn(alone.then(|| resource.turn()));
            let flushed = provider.flush(context, changes);
            context.set_turn(None);
            let failed = context.take_failed_resources();
            flushed.map(|()| failed)
        });
        match flushed {
            Err(failure) => (0..changes.len()).map(|place| (place, failure.clone())).collect(),
            Ok(failed) if failed.is_empty() => Vec::new(),
            Ok(failed) => {
                let mut failed: FxHashMap<Identity, Failure> = failed.into_iter().collect();
                let found = |(place, change): (usize, &Change)| Some((place, failed.remove(&change.name)?));
                changes.iter().enumerate().filter_map(found).collect()
            }
        }
    }

    /// Refuses to change what can be set at creation only, as far as the operator wants it.
    fn guard_init_only(&self, definition: &TypeDefinition, current: &Current, target: &State) -> Outcome {
        if self.settings.strict == Strictness::Off || !stays(definition, current, target) {
            return Ok(());
        }
        for (name, should) in target.iter() {
            let Some(attribute) = definition.attribute(name) else { continue };
            let is = current.state.get(name).unwrap_or(&Value::Undef);
            if attribute.behaviour() != Behaviour::InitOnly || equal(is, should) {
                continue;
            }
            // What a secret replaces was one, too.
            let holds_secret = should.holds_secret();
            let shown = |value: &Value| {
                if holds_secret || attribute.hides(value) { REDACTED.to_owned() } else { render::interpolate(value) }
            };
            let message = format!(
                "Attempting to change `{name}` init_only attribute value from `{}` to `{}`",
                shown(is),
                shown(should)
            );
            match self.settings.strict {
                Strictness::Off => {}
                Strictness::Warning => self.log().line(Level::Warning, &message),
                Strictness::Error => return Err(Failure::resource(message)),
            }
        }
        Ok(())
    }
}

/// Whether a resource exists and is to exist on.
fn stays(definition: &TypeDefinition, current: &Current, target: &State) -> bool {
    let is_present = |state: &State| state.get("ensure").and_then(Value::as_str) == Some("present");
    if definition.is_ensurable() { is_present(&current.state) && is_present(target) } else { current.exists }
}

/// Fails every resource of which the provider did not say that it is done. When it said so of all, nobody knows which
/// of them the failure is about, so all of them fail.
fn failed(context: &Context, changes: &Changes, failure: Failure) -> Vec<Outcome> {
    let done = |change: &Change| context.reported(&change.name) == Some(Reported::Done);
    let all_done = changes.iter().all(done);
    changes.iter().map(|change| if done(change) && !all_done { Ok(()) } else { Err(failure.clone()) }).collect()
}
