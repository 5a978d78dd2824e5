//! `doorbell`: bells at doors.

use resource_api::{
    Changes, Context, Outcome, Provider, ProviderEntry, Request, Resource, ResourceType, State,
};

pub(crate) fn resource_type() -> ResourceType {
    crate::derived::<Doorbell>().with_provider(ProviderEntry::new("wire", |_| Ok(Wire)))
}

/// A bell at a door.
#[derive(Resource)]
struct Doorbell {
    /// The door.
    #[attribute(namevar)]
    name: String,
    /// What it sounds like.
    sound: Option<String>,
}

struct Wire;

#[resource_api::provider]
impl Provider for Wire {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(vec![State::new().with("name", "front").with("sound", "silence")])
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }
}
