//! Resources that a provider adds to the run.

use resource_api::{Context, Feature, Generated, Outcome, Provider, State, failure::FailureKind, log::Level};

use crate::{ManagedResource, Session};

impl Session<'_> {
    /// Asks the provider which resources are to be managed beside this one; a type without `custom_generate` adds none.
    ///
    /// Whoever runs the resources calls it once for each of them, before the first is evaluated, builds the answers in
    /// the same [container](ManagedResource::container), and asks those in turn. The system is not read for it: the
    /// provider sees the current state only when it is already known.
    ///
    /// A failure is logged and adds nothing. It is returned only when the run must end.
    pub fn generate(&mut self, resource: &ManagedResource) -> Outcome<Vec<Generated>> {
        self.try_generate(resource).or_else(|failure| {
            let failure = failure.scrubbed(self.log().scrubber());
            if failure.kind() == FailureKind::Fatal {
                return Err(failure);
            }
            let message = format!("Failed to generate additional resources using 'generate': {failure}");
            self.log().write(Level::Err, Some(resource.path()), &message);
            Ok(Vec::new())
        })
    }

    /// As [`generate`](Session::generate), but every failure is returned, and none is logged.
    pub(crate) fn try_generate(&mut self, resource: &ManagedResource) -> Outcome<Vec<Generated>> {
        if !resource.definition().has(Feature::CustomGenerate) {
            return Ok(Vec::new());
        }
        self.generating(resource, |provider, context, is, should| {
            provider.generate(context, resource.identity(), is, should)
        })
    }

    /// Asks the provider which resources a resource brings along at its turn.
    pub(crate) fn generate_at_turn(
        &mut self,
        resource: &ManagedResource,
    ) -> Outcome<Box<dyn Iterator<Item = Generated>>> {
        self.generating(resource, |provider, context, is, should| {
            provider.generate_at_turn(context, resource.identity(), is, should)
        })
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
            context.set_turn(Some(resource.turn()));
            let generated = ask(provider, context, is, target);
            context.set_turn(None);
            generated
        })
    }
}

impl ManagedResource {
    /// The path of what contains this resource, such as `/Stage[main]/Main`; empty when nothing does.
    pub fn container(&self) -> &str {
        let own = self.definition().name().len() + self.title().len() + "/[]".len();
        self.path().get(..self.path().len().saturating_sub(own)).unwrap_or_default()
    }
}
