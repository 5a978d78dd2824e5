//! Calls the provider to change resources.

use pcore::Value;
use resource_api::{
    Behaviour, Change, Changes, Failure, Feature, Identity, Outcome, State, TypeDefinition,
    context::{Driver, Reported},
    log::Level,
    registry::Dialect,
    render,
    secret::REDACTED,
};

use rustc_hash::FxHashMap;

use crate::{
    Current, ManagedResource, Session, Strictness,
    comparison::{equal, same_state},
    session::failure_in_block,
};

impl Session<'_> {
    /// Whether the provider is called with `noop`.
    pub(super) fn reports_noop(&self) -> bool {
        self.settings.call_noop_providers && self.context.definition().has(Feature::SupportsNoop)
    }

    /// The change for the provider; `None` if the resource as a whole is in sync.
    pub(super) fn change(&mut self, resource: &ManagedResource, current: &Current) -> Outcome<Option<Change>> {
        let target = self.canonical_target(resource)?;
        if same_state(&current.state, target) {
            return Ok(None);
        }
        if self.log().wants(Level::Debug) && self.dialect() == Dialect::ResourceApi {
            self.log().line(Level::Debug, &format!("Target State: {}", self.shown(target)));
        }
        self.guard_init_only(resource.definition(), current, target)?;
        Ok(Some(Change {
            name: resource.identity().clone(),
            is: Some(current.state.clone()),
            should: Some(target.clone()),
        }))
    }

    /// Calls the provider's `set`, and returns the outcome of each change. Meanwhile the provider may log only for the
    /// resources of this call.
    ///
    /// All resources of a call have the provider of this one.
    pub(super) fn set(&mut self, resource: &ManagedResource, changes: &Changes) -> Vec<Outcome> {
        self.statistics.sets += 1;
        let called = self.with_provider_of(resource, |provider, context| {
            context.reset_failed();
            let alone = changes.len() == 1;
            context.set_current_resource(alone.then(|| resource.current_resource()));
            let active = context.begin_set(changes);
            let failure = match provider.set(context, changes) {
                Ok(()) => failure_in_block(context),
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
            context.set_current_resource(None);
            context.reset_failed();
            Ok(outcomes)
        });
        called.unwrap_or_else(|failure: Failure| changes.iter().map(|_| Err(failure.clone())).collect())
    }

    /// Lets the provider write the changes of a `set`, unless there are none. Returns the indices of the changes that were
    /// not written, with the reasons.
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
            context.set_current_resource(alone.then(|| resource.current_resource()));
            let flushed = provider.flush(context, changes);
            context.set_current_resource(None);
            let failed = context.take_failed_resources();
            flushed.map(|()| failed)
        });
        match flushed {
            Err(failure) => (0..changes.len()).map(|index| (index, failure.clone())).collect(),
            Ok(failed) if failed.is_empty() => Vec::new(),
            Ok(failed) => {
                let mut failed: FxHashMap<Identity, Failure> = failed.into_iter().collect();
                let found = |(index, change): (usize, &Change)| Some((index, failed.remove(&change.name)?));
                changes.iter().enumerate().filter_map(found).collect()
            }
        }
    }

    /// Refuses to change `init_only` attributes, depending on the strictness.
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
            // A value that a secret replaces is treated as a secret, too.
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

/// Whether a resource exists and will still exist.
fn stays(definition: &TypeDefinition, current: &Current, target: &State) -> bool {
    let is_present = |state: &State| state.get("ensure").and_then(Value::as_str) == Some("present");
    if definition.is_ensurable() { is_present(&current.state) && is_present(target) } else { current.exists }
}

/// Fails every resource that the provider did not report as done. If it reported all of them as done, it is unknown which of
/// them failed, so all of them fail.
fn failed(context: &Driver, changes: &Changes, failure: Failure) -> Vec<Outcome> {
    let done = |change: &Change| context.reported(&change.name) == Some(Reported::Done);
    let all_done = changes.iter().all(done);
    changes.iter().map(|change| if done(change) && !all_done { Ok(()) } else { Err(failure.clone()) }).collect()
}
