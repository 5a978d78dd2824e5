//! Values in the one form that a provider's `get` returns.
//!
//! There are four kinds of calls: with the declared attributes of a resource, when it is built; with the title of a listed
//! instance; with a copy of what `get` returned, to check whether it is in canonical form; and with the whole target state.

use resource_api::{Feature, Outcome, State};

use super::Session;
use crate::ManagedResource;

impl Session<'_> {
    /// The desired state of a resource, in the form that the provider's `get` would return.
    ///
    /// The provider is asked once per resource. It is not asked for built-in types, whose declared values are in that form
    /// since the resource was built, and whose defaults always are: a test of the crate `types` checks them.
    pub(crate) fn canonical_target<'r>(&mut self, resource: &'r ManagedResource) -> Outcome<&'r State> {
        if self.resource_type.is_trusted() && !resource.has_compared_defaults {
            return Ok(&resource.should);
        }
        if let Some(target) = resource.canonical.get() {
            return Ok(target);
        }
        let mut target = self.canonicalize(resource.provider.as_deref(), resource.should.clone())?;
        // A property that is only audited is not managed, even if the provider has a value for it.
        for name in crate::resource::audited(resource.definition(), resource.metaparameters()) {
            if name != "ensure" && resource.should.get(&name).is_none() {
                target.remove(&name);
            }
        }
        // The secrets of the desired state were learned when the resource was built.
        if !target.is_copy_of(&resource.should) {
            self.learn(&target);
        }
        Ok(resource.canonical.get_or_init(|| target))
    }

    /// The state that a resource is compared with: its target in canonical form.
    ///
    /// Declared values are in that form since the resource was built, so the provider is called only for the defaults of
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
