//! Values in the one form that a provider's `get` returns.
//!
//! Providers see four kinds of calls: with what was given for a resource, when it is built; with the title of a listed
//! instance; with a copy of what `get` returned, to see whether it is in canonical form; and with the whole target state.

use resource_api::{Feature, Outcome, State};

use super::Session;
use crate::ManagedResource;

impl Session<'_> {
    /// What a resource should be, in the form that the provider's `get` would return.
    ///
    /// The provider is asked once per resource.
    pub(crate) fn canonical_target<'r>(&mut self, resource: &'r ManagedResource) -> Outcome<&'r State> {
        if let Some(target) = resource.canonical.get() {
            return Ok(target);
        }
        let mut target = self.canonicalize(resource.provider.as_deref(), resource.should.clone())?;
        // What is watched only is not managed, even where the provider has a value for it.
        for name in crate::resource::audited(resource.definition(), resource.metaparameters()) {
            if name != "ensure" && resource.should.get(&name).is_none() {
                target.remove(&name);
            }
        }
        // What it should be was learned when the resource was built.
        if !target.is_copy_of(&resource.should) {
            self.learn(&target);
        }
        Ok(resource.canonical.get_or_init(|| target))
    }

    /// What a resource is compared with: its target in canonical form.
    ///
    /// What was given is in that form since the resource was built, so the provider is asked only for the defaults of
    /// properties.
    pub(crate) fn compared_target<'r>(&mut self, resource: &'r ManagedResource) -> Outcome<&'r State> {
        if resource.has_compared_defaults { self.canonical_target(resource) } else { Ok(&resource.should) }
    }

    /// Brings a state into canonical form, if the type has one.
    pub(super) fn canonicalize(&mut self, provider: Option<&str>, state: State) -> Outcome<State> {
        if !self.has(Feature::Canonicalize) {
            return Ok(state);
        }
        let slot = self.slot(provider)?;
        self.statistics.canonicalizations += 1;
        let mut states = [state];
        self.call(slot, |provider, context| provider.canonicalize(context, &mut states))?;
        let [state] = states;
        Ok(state)
    }
}
