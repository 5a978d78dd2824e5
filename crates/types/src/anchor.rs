//! `anchor`: a point in the order of resources, at which nothing happens.

use resource_api::{
    Changes, Context, Identity, Outcome, Provider, ProviderEntry, Request, Resource, ResourceType, State,
};

pub(crate) fn resource_type() -> ResourceType {
    crate::derived::<Anchor>().with_provider(ProviderEntry::new("anchor", |_| Ok(Anchors)))
}

/// A point in the order of resources that does nothing itself. It passes notifications on.
#[derive(Resource)]
#[resource(features(refreshable))]
struct Anchor {
    /// The name of the anchor.
    #[attribute(namevar, type = "String[1]")]
    name: String,
}

struct Anchors;

#[resource_api::provider]
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
