//! Resources that a provider generates.

use resource_api::{Context, Failure, Feature, Generated, Outcome, Provider, State};

use crate::{ManagedResource, Session};

impl Session<'_> {
    /// The resources that a resource generates; a type without `custom_generate` generates none.
    ///
    /// The caller does this once for each resource before the first is evaluated, builds the generated resources in the same
    /// container, and does the same for those. Nothing is read for it: the provider gets the
    /// current state only if it is already known.
    ///
    /// The failure is not logged.
    pub fn generate(&mut self, resource: &ManagedResource) -> Outcome<Vec<Generated>> {
        if !resource.definition().has(Feature::CustomGenerate) {
            return Ok(Vec::new());
        }
        self.generating(resource, |provider, context, is, should| {
            provider.generate(context, resource.identity(), is, should)
        })
    }

    /// The resources that a resource generates while it is evaluated.
    pub(crate) fn generate_late(&mut self, resource: &ManagedResource) -> Outcome<Box<dyn Iterator<Item = Generated>>> {
        self.generating(resource, |provider, context, is, should| {
            provider.eval_generate(context, resource.identity(), is, should)
        })
    }

    /// What the provider reported as failed while it generated resources.
    pub(crate) fn take_failed_resources(&self) -> impl Iterator<Item = Failure> + use<> {
        self.context.take_failed_resources().into_iter().map(|(_, failure)| failure)
    }

    fn generating<T>(
        &mut self,
        resource: &ManagedResource,
        ask: impl FnOnce(&mut dyn Provider, &Context, Option<&State>, &State) -> Outcome<T>,
    ) -> Outcome<T> {
        let target = self.canonical_target(resource)?;
        let known = self.known(resource);
        let is = known.as_ref().map(|current| &current.state);
        self.with_provider_of(resource, |provider, context| {
            context.set_current_resource(Some(resource.current_resource()));
            let generated = ask(provider, context, is, target);
            context.set_current_resource(None);
            generated
        })
    }
}
