//! `anchor`: a place in the order of resources, at which nothing happens.

use resource_api::{
    Changes, Context, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State, registry::Manner,
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("anchor/definition.yaml")))
        .with_provider(ProviderEntry::new("anchor", |_| Ok(Anchors)))
        .in_manner(Manner::Puppet)
}

struct Anchors;

impl Provider for Anchors {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    /// There is nothing to do, except to be asked: so events are passed on.
    fn refresh(&mut self, _: &Context, _: &Identity, _: &State) -> Outcome {
        Ok(())
    }
}
