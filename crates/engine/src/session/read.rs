//! The current states of resources: providers are asked as seldom as correctness allows.

use std::borrow::Cow;

use ecow::EcoString;
use pcore::Value;
use resource_api::{Feature, Identity, Outcome, Request, State, log::Level, registry::Dialect};
use rustc_hash::FxHashSet;

use super::{
    Current, Session,
    cache::{Knowledge, Reading},
    parameters,
};
use crate::{ManagedResource, index::ProviderIndex, resource};

impl Session<'_> {
    /// The state of a resource, from the cache or else from the provider.
    ///
    /// A state that breaks the rules of its type is a failure, a warning or a debug message, as
    /// [`Strictness`](crate::Strictness) says.
    pub fn current(&mut self, resource: &ManagedResource) -> Outcome<Current> {
        let slot = self.slot(resource.provider.as_deref())?;
        let mut known = self.look_up(slot, resource)?;
        if matches!(known, Knowledge::Unknown) {
            self.read_for(slot, &[resource])?;
            known = self.look_up(slot, resource)?;
        }
        let current = match known {
            Knowledge::Exists { state, checked } => {
                if !checked && !self.trusts_provider() {
                    self.check_managed(resource, &state)?;
                    self.providers[slot].cache.mark_checked(&resource.identity);
                }
                found(&state)
            }
            Knowledge::Absent | Knowledge::Unknown => self.missing(&resource.identity),
        };
        // Puppet's own types do not show their states: a file's may be its whole content.
        if self.log().wants(Level::Debug) && self.dialect() == Dialect::ResourceApi {
            // A value that a secret replaces is treated as a secret, too.
            let mut shown = Cow::Borrowed(&current.state);
            for (name, _) in resource.should().iter().filter(|(_, value)| value.holds_secret()) {
                if let Some(value) = current.state.get(name).filter(|value| !value.is_undef()) {
                    shown.to_mut().insert(name.clone(), Value::sensitive(value.clone()));
                }
            }
            self.log().line(Level::Debug, &format!("Current State: {}", self.shown(&shown)));
        }
        Ok(current)
    }

    /// The state of a resource if it is in the cache.
    pub fn known(&mut self, resource: &ManagedResource) -> Option<Current> {
        let slot = self.slot(resource.provider.as_deref()).ok()?;
        match self.look_up(slot, resource).ok()? {
            Knowledge::Exists { state, .. } => Some(found(&state)),
            Knowledge::Absent => Some(self.missing(&resource.identity)),
            Knowledge::Unknown => None,
        }
    }

    /// Reads several resources in one call of the provider, so that [`current`](Session::current) finds them.
    ///
    /// Resources that are known already are not asked for. There is one call for each provider of the resources. The first
    /// failure is returned; all resources of that provider fail with it, and the others are read.
    pub fn prefetch(&mut self, resources: &[&ManagedResource]) -> Outcome {
        let mut unknown: Vec<Vec<&ManagedResource>> = vec![Vec::new(); self.providers.len()];
        let mut failure = None;
        for resource in resources {
            let slot = self.slot(resource.provider.as_deref());
            match slot.and_then(|slot| Ok((slot, self.look_up(slot, resource)?))) {
                Ok((slot, Knowledge::Unknown)) => unknown[slot].push(resource),
                Ok((_, Knowledge::Exists { .. } | Knowledge::Absent)) => {}
                Err(unavailable) => failure = failure.or(Some(unavailable)),
            }
        }
        // A failure of one provider does not affect the others.
        let unknown = ProviderIndex::first(unknown.len()).zip(&unknown);
        for (slot, resources) in unknown.filter(|(_, resources)| !resources.is_empty()) {
            if let Err(unavailable) = self.read_for(slot, resources) {
                failure = failure.or(Some(unavailable));
            }
        }
        failure.map_or(Ok(()), Err)
    }

    /// Takes the state that a resource was set to as its current one, and counts the change.
    pub(crate) fn remember(&mut self, resource: &ManagedResource, state: &State) {
        self.run.record_change();
        if let Ok(slot) = self.slot(resource.provider.as_deref()) {
            let changes = self.run.changes();
            self.providers[slot].cache.insert_set(&resource.identity, state.clone(), changes);
        }
    }

    /// Counts a change, so that missing resources are looked for again.
    pub(crate) fn record_change(&self) {
        self.run.record_change();
    }

    /// Drops the state of a resource because it is unknown, as after a change that failed half-way: it is read again when it
    /// is needed.
    pub(crate) fn forget(&mut self, resource: &ManagedResource) {
        self.run.record_change();
        self.release(resource);
    }

    /// Drops the state of a resource that is not needed any more.
    pub(crate) fn release(&mut self, resource: &ManagedResource) {
        if let Ok(slot) = self.slot(resource.provider.as_deref()) {
            self.providers[slot].cache.forget(&resource.identity);
        }
    }

    fn look_up(&self, slot: ProviderIndex, resource: &ManagedResource) -> Outcome<Knowledge> {
        let cache = &self.providers[slot].cache;
        if let Some(failure) = &cache.failure {
            return Err(failure.clone());
        }
        let lazy = self.lazy_attributes([resource]);
        Ok(cache.look_up(&resource.identity, &lazy, self.run.changes(), self.lifetimes))
    }

    /// Reads these resources, or everything where the provider cannot be asked for some.
    fn read_for(&mut self, slot: ProviderIndex, resources: &[&ManagedResource]) -> Outcome {
        if !self.has(Feature::SimpleGetFilter) {
            return self.read_all(slot);
        }
        let groups = match self.resource_type.providers()[slot].wants_parameters() {
            true => parameters::groups(self.definition(), resources),
            false => vec![(State::default(), resources.to_vec())],
        };
        for (parameters, resources) in &groups {
            let lazy = self.lazy_attributes(resources.iter().copied());
            let mut seen = FxHashSet::default();
            let mut names: Vec<Identity> = Vec::with_capacity(resources.len());
            let mut targets: Vec<&State> = Vec::with_capacity(resources.len());
            for resource in resources.iter().filter(|resource| seen.insert(&resource.identity)) {
                names.push(resource.identity.clone());
                targets.push(&resource.should);
            }
            let request = Request::new(Some(&names), &lazy).with_targets(&targets).with_parameters(parameters);
            let (reading, _) = self.read(slot, request, &lazy)?;
            let cache = &mut self.providers[slot].cache;
            names.iter().for_each(|name| cache.insert_absent(&reading, name));
        }
        Ok(())
    }

    /// Reads everything that exists, with all lazy attributes that are managed.
    pub(super) fn read_all(&mut self, slot: ProviderIndex) -> Outcome {
        let mut lazy = self.requested_lazy.clone();
        lazy.extend(self.managed_lazy.iter().filter(|name| !self.requested_lazy.contains(name)).cloned());
        let parameters = self.shared_parameters.common();
        let request = Request::new(None, &lazy).with_parameters(&parameters);
        let (reading, states) = self.read(slot, request, &lazy)?;
        self.providers[slot].cache.list(reading, states);
        Ok(())
    }

    /// Calls `get`, and keeps what it returns or why it failed.
    fn read(
        &mut self,
        slot: ProviderIndex,
        request: Request<'_>,
        lazy: &[EcoString],
    ) -> Outcome<(Reading, Vec<State>)> {
        let changes = self.run.changes();
        self.statistics.gets += 1;
        let states = match self.call(slot, |provider, context| provider.get(context, &request)) {
            Ok(states) => states,
            Err(failure) => {
                self.providers[slot].cache.failure = Some(failure.clone());
                return Err(failure);
            }
        };
        states.iter().for_each(|state| self.learn(state));
        let cache = &mut self.providers[slot].cache;
        let reading = cache.begin(changes, lazy);
        let identified = states.iter().map(|state| (self.schema.identity(state), state.clone()));
        cache.insert(&reading, identified);
        Ok((reading, states))
    }

    /// The lazy attributes that these resources manage, and those that were requested.
    fn lazy_attributes<'r>(&self, resources: impl IntoIterator<Item = &'r ManagedResource>) -> Vec<EcoString> {
        let mut lazy = self.requested_lazy.clone();
        if self.schema.has_lazy {
            for resource in resources {
                let audited = resource::audited(resource.definition(), resource.metaparameters());
                for name in self.schema.lazy_of(resource.should.iter().map(|(name, _)| name).chain(&audited)) {
                    if !lazy.contains(&name) {
                        lazy.push(name);
                    }
                }
            }
        }
        lazy
    }

    /// The state of a resource that does not exist.
    fn missing(&self, identity: &Identity) -> Current {
        let mut state: State = if identity.is_composite() {
            identity.iter().cloned().collect()
        } else {
            State::new().with("title", identity.value().clone())
        };
        if self.definition().is_ensurable() {
            state.insert("ensure", Value::Symbol("absent".into()));
        }
        Current { state, exists: false }
    }
}

fn found(state: &State) -> Current {
    // A resource that was removed is still known, by the state that it was set to.
    Current { state: state.clone(), exists: state.text("ensure") != Some("absent") }
}
