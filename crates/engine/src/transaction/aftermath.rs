//! What resources are when a run is over.

use resource_api::Outcome;

use super::{Applied, Transaction, convert::Managed};
use crate::{Instance, evaluation};

impl Transaction<'_> {
    /// Applies the catalog, and tells what those of its resources are then that can be read, in their order.
    ///
    /// Providers are asked only for what nobody knows any more, such as a resource whose change failed half-way, and for
    /// these lazy attributes. What cannot be read is a failure, and so is a resource that lacks something without which
    /// it could not be changed.
    pub fn run_and_read(mut self, lazy: &[&str]) -> (Applied, Vec<Outcome<Instance>>) {
        let declared = self.catalog.resources.len();
        let applied = self.apply();
        let mut instances = Vec::new();
        for member in self.converted.members.iter().take(declared) {
            let Some(Managed { session, resource, .. }) = member.managed() else { continue };
            let session = self.converted.sessions.get(*session);
            session.ask_for(lazy);
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
                session.tell(instance);
            }
            instances.push(read);
        }
        (applied, instances)
    }
}
