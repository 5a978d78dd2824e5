//! `anchor`: a point in the order of resources, at which nothing happens.

use resource_api::{
    Changes, Context, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State, registry::Dialect,
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::parse_definition(include_str!("anchor/definition.yaml")))
        .with_provider(ProviderEntry::new("anchor", |_| Ok(Anchors)))
        .with_dialect(Dialect::Puppet)
}

struct Anchors;

impl Provider for Anchors {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    /// A refresh does nothing, but passes events on.
    fn refresh(&mut self, _: &Context, _: &Identity, _: &State) -> Outcome {
        Ok(())
    }
}
