//! The states of resources after a run.

use resource_api::Outcome;

use super::{Applied, Transaction, convert::Managed};
use crate::{Instance, evaluation};

impl Transaction<'_> {
    /// Applies the catalog, and returns the states of its managed resources after it, in their order.
    ///
    /// Providers are asked only for states that are not known any more, such as that of a resource whose change failed
    /// half-way, and for these lazy attributes. A resource that cannot be read is a failure, and so is one that lacks a
    /// mandatory attribute.
    pub fn run_and_read(mut self, lazy: &[&str]) -> (Applied, Vec<Outcome<Instance>>) {
        let declared = self.catalog.resources.len();
        let applied = self.apply();
        let mut instances = Vec::new();
        for member in self.converted.members.iter().take(declared) {
            let Some(Managed { session, resource, .. }) = member.managed() else { continue };
            let session = self.converted.sessions.get_mut(*session);
            session.request_lazy(lazy);
            let known = session.known(resource);
            let is_known = known.is_some();
            let read = evaluation::require_mandatory(resource).and_then(|()| match known {
                Some(known) => Ok(known),
                None => session.current(resource),
            });
            let provider = session.provider_name(resource);
            let read = read.map(|current| Instance {
                resource: (**resource).clone(),
                state: current.state,
                exists: current.exists,
                provider,
            });
            if let (true, Ok(instance)) = (is_known, &read) {
                session.log_state(instance);
            }
            instances.push(read);
        }
        (applied, instances)
    }
}
